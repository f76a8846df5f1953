"""A letter of every game with what its reader has said ahead, and may say: what became of it, and the lines that offer it."""

from email.message import EmailMessage
from typing import Literal

from engine.kit.ahead import Ahead, SettlesWishes
from service.choices.ahead import may_say_ahead
from service.notifications.facts import WishFacts
from service.store.records import Account
from tests.workers.mail.match import HOUR, Match
from workers.mail.compose import compose
from workers.mail.sender import Sender

FATES: tuple[Literal["used", "blocked", "lapsed"], ...] = ("used", "blocked", "lapsed")
NAMES = ("Cleo", "Dora", "Emil")


def wishes(rules: str, account: Account, sender: Sender) -> EmailMessage:
    """Return a letter to Ada at a table of this game that asks her something behind which she may say what is to come.

    Where the game tells what became of such wishes, the news say so of the first one of a part, of all and of none.
    """
    match = asked_in_turn(rules)
    game, record = match.game, match.record
    offered = _offered(match)
    news = match.news_for(account, "your-turn", "resolved", "started")
    if isinstance(game, SettlesWishes):
        last = [one for one in news if one["kind"] == "resolved"][-1]
        last["facts"]["wishes"] = [_became(part, fate) for fate in FATES for part in offered]
    return compose(news, account, record, sender, picture=lambda: b"\x89PNG\r\n\x1a\n not really")


def _became(part: Ahead, fate: Literal["used", "blocked", "lapsed"]) -> WishFacts:
    names = [one.name for one in part.wishes[1:4]]  # the first may be to do nothing, which is always possible
    return WishFacts(part=part.part, wishes=names, fate=fate, used=names[1] if fate == "used" else "")


def asked_in_turn(rules: str) -> Match:
    """Play with first moves until Ada is asked something behind which she may say what is to come, some decisions on."""
    match = Match(rules=rules, others=NAMES if rules == "seafarers" else ()).start().forget().later(HOUR)
    for count in range(60):
        if count > 3 and _offered(match):
            return match
        match.play()
    raise AssertionError(f"{rules}: Ada may never say what is to come")


def _offered(match: Match) -> list[Ahead]:
    """Return what may be said ahead with the first choice of Ada's that allows it."""
    record = match.record
    standing = next((one for one in record.table["standing"] if 0 in one["seats"] and not one["optional"]), None)
    if standing is None or record.state is None:
        return []
    found = (
        may_say_ahead(record, 0, standing, move, "en") for move in match.game.moves(record.state, 0, standing["id"])
    )
    return next((parts for parts in found if parts), [])
