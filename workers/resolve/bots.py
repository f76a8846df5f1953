"""Bots at the table: they see what their seat sees and seal like everybody else.

Nobody has to answer an offer, so a bot would withdraw its own by going on in the same instant, before anybody could have
read it (Seafarers E52). It waits like a person who sees the others think: while one of those it asks looks at the table, and
never for long. At a table that nobody looks at it goes on at once, so the match is as fast as before.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.contract import Rules
from engine.match.asking import decision_of
from engine.match.pauses import pause_of
from engine.match.stopping import is_to_be_stopped
from engine.match.table import Standing, Table
from engine.protocol.chance import Draws
from engine.registry import game_of
from service.context import Context
from service.matches.acts import SeatAct, answer, commit
from service.matches.errors import ActError
from service.store.records import Act, Record


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


def play(context: Context, record: Record) -> int:
    """Answer every decision that waits for a bot; return how many were answered.

    Playing twice is harmless: the second answer finds the first one standing, or the decision gone.
    """
    played = 0
    for standing, seat in bots_to_play(context, record):
        assert record.state is not None
        rules = game_of(record.table)
        moves = rules.moves(record.state, seat, standing["id"])
        # A bot's whims come from the workers' secret, not from the match's seed: they are no part of the proof, and who
        # knows seed and state, as the API does, cannot work out what a bot has sealed.
        assert context.resolver is not None
        chance = Draws(context.resolver.derive("bot", record.match, standing["id"], str(seat)))
        if record.table["seats"][seat]["bot"] == "random":
            move = moves[chance.below("move", len(moves))[0]]
        else:
            move = rules.bot(rules.view(record.state, seat), decision_of(standing), moves, chance)
        before = record.acts.get((standing["id"], seat))
        replaces = 0 if before is None else before.seq
        try:
            send = commit if standing["sealed"] else answer
            send(context, record, seat, SeatAct(standing["id"], move=move, replaces=replaces))
        except ActError as error:
            if error.code not in ("gone", "locked", "late", "conflict", "stale", "seen"):
                raise
        else:
            played += 1
    return played


PATIENCE = 60_000
"""How long a bot waits for an answer to one offer, in milliseconds."""
NEVER_LONGER = 2 * PATIENCE
"""What seems to be left of it is more than this (ms) only if the clock was set back since: then nobody is waited for."""
SHARE = 4
"""It never waits for longer than this part of the time that its own answer has."""


def waits_until(
    context: Context, rules: Rules, table: Table, acts: Mapping[tuple[str, int], Act], own: Standing, now: int
) -> int | None:
    """Return until when (ms) a bot leaves its own decision alone, because people look at what it has put to them.

    ``None``: it goes on. ``acts`` are the answers that stand.
    """
    if own["optional"] or own["sealed"]:
        return None
    asked = [
        (one["opened"], seat)
        for one in table["standing"]
        if one["optional"] and one["kind"] in rules.bots_reply
        for seat in one["seats"]
        if table["seats"][seat]["bot"] is None and (one["id"], seat) not in acts
    ]
    if not asked:
        return None
    patience = PATIENCE if own["deadline"] is None else min(PATIENCE, (own["deadline"] - own["opened"]) // SHARE)
    until = max(opened for opened, _ in asked) + patience
    if not 0 < until - now <= NEVER_LONGER:
        return None
    people = (table["seats"][seat]["player"] for _, seat in asked)
    return until if any(one is not None and context.store.is_here(table["match"], one) for one in people) else None


__all__ = ["NEVER_LONGER", "PATIENCE", "SHARE", "bots_to_play", "is_for_bots", "is_unanswered", "play", "waits_until"]
