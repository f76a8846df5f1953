"""Shapes of answers. Every member is always there, ``null`` where it does not apply; new members may come any time."""

from service.api.shapes.accounts import (
    Delivery,
    DeliveryList,
    DroppedNews,
    Me,
    NewToken,
    Notice,
    Notifications,
    TokenInfo,
    TokenList,
)
from service.api.shapes.base import Problem
from service.api.shapes.installation import Health, Key, Meta, QuotaInfo, Ready, Rules, RulesList, RulesSummary
from service.api.shapes.matches import (
    Acted,
    Checked,
    Decision,
    DecisionList,
    Feed,
    GameView,
    HeadLine,
    HeadPage,
    Line,
    LogPage,
    Match,
    MatchPage,
    MatchSummary,
    MoveList,
    OwnAct,
    Receipt,
    Seat,
    Standing,
    Told,
    Waiting,
    WaitingList,
)

__all__ = [
    "Acted", "Checked", "Decision", "DecisionList", "Delivery", "DeliveryList", "DroppedNews", "Feed", "GameView",
    "HeadLine", "HeadPage", "Health", "Key", "Line", "LogPage", "Match", "MatchPage", "MatchSummary", "Me", "Meta",
    "MoveList", "NewToken", "Notice", "Notifications", "OwnAct", "Problem", "QuotaInfo", "Ready", "Receipt",
    "Rules", "RulesList", "RulesSummary", "Seat", "Standing", "TokenInfo", "TokenList", "Told", "Waiting",
    "WaitingList",
]  # fmt: skip
