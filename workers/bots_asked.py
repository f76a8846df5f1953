"""Which decisions wait for a bot."""

from __future__ import annotations

from engine.contract import Rules
from engine.match.pauses import pause_of
from engine.match.stopping import is_to_be_stopped
from engine.match.table import Standing
from engine.registry import game_of
from service.context import Context
from service.store.records import Act, Record
from workers.bot_patience import waits_until


def bots_to_play(context: Context, record: Record) -> list[tuple[Standing, int]]:
    """Return the decisions that a bot is to answer now, with its seat."""
    table = record.table
    if table["status"] != "running" or pause_of(table) is not None or is_to_be_stopped(table):
        return []
    rules = game_of(record.table).rules
    return [
        (standing, seat)
        for standing in record.table["standing"]
        for seat in standing["seats"]
        if standing["phase"] == "open"
        and is_for_bots(rules, standing)
        and record.table["seats"][seat]["bot"] is not None
        and is_unanswered(record.acts.get((standing["id"], seat)))
        and waits_until(context, rules, table, record.acts, standing, record.now) is None
    ]


def is_unanswered(act: Act | None) -> bool:
    """Return whether a bot has to answer: nothing lies there, or what only the player before it could open, or took back."""
    return act is None or act.commitment is None or (act.custody == "client" and not act.opened)


def is_for_bots(rules: Rules, standing: Standing) -> bool:
    """Return whether bots answer a decision: one that waits for an answer, or an optional one of a kind the rules name."""
    return not standing["optional"] or standing["kind"] in rules.bots_reply
