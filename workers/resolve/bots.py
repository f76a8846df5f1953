"""Bots at the table: they see what their seat sees and seal like everybody else.

Nobody has to answer an offer, so a bot would withdraw its own by playing on in the same instant, before anybody could
have read it (Seafarers E52). It waits like a person who sees the others think: as long as one of those it asks is
looking at the table, and never for long. At a table that nobody is looking at it plays on at once.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.contract import Rules, State
from engine.match.asking import decision_of
from engine.match.pauses import pause_of
from engine.match.step import is_to_be_stopped
from engine.match.table import Standing, Table
from engine.protocol.chance import Draws
from engine.registry import game_of
from service.context import Context
from service.matches.acts import SeatAct, answer, commit
from service.matches.errors import ActError
from service.store.records import Act, Record


def bots_to_play(context: Context, record: Record) -> list[tuple[Standing, int]]:
    """Return the decisions that bots are to answer now, with their seats."""
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
        and waits_until(context, record.state, table, record.acts, standing, record.now) is None
    ]


def is_unanswered(act: Act | None) -> bool:
    """Return whether a bot has to answer: there is no answer, a withdrawn one, or one that only the former player could
    open."""
    return act is None or act.commitment is None or (act.custody == "client" and not act.opened)


def is_for_bots(rules: Rules, standing: Standing) -> bool:
    """Return whether bots answer a decision: one that is waited for, or an optional one of a kind named by the rules."""
    return not standing["optional"] or standing["kind"] in rules.bots_reply


def play(context: Context, record: Record) -> int:
    """Answer every decision that waits for a bot; return how many were answered.

    Playing twice is harmless: the second time finds the first answer in place, or the decision gone.
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
"""The longest wait of a bot for an answer to one offer, in milliseconds."""
NEVER_LONGER = 2 * PATIENCE
"""A remaining wait longer than this (ms) means that the clock was set back since; then the bot does not wait."""
SHARE = 4
"""The divisor of the bot's own time to answer: it never waits longer than that part."""


def waits_until(
    context: Context, state: State | None, table: Table, acts: Mapping[tuple[str, int], Act], own: Standing, now: int
) -> int | None:
    """Return until when (ms) a bot delays its own decision because people are looking at its offer, or None to play on.

    ``acts`` are the answers in place. Among bots alone a person who can only decline is not waited for. If other people are
    at the table, playing on at once would tell them what that person does not hold.
    """
    if own["optional"] or own["sealed"] or state is None:
        return None
    game = game_of(table)
    rules, alone = game.rules, sum(one["bot"] is None for one in table["seats"]) == 1
    asked = [
        (one["opened"], seat)
        for one in table["standing"]
        if one["optional"] and one["kind"] in rules.bots_reply
        for seat in one["seats"]
        if table["seats"][seat]["bot"] is None and (one["id"], seat) not in acts
        if not alone or len(game.moves(state, seat, one["id"])) > 1
    ]
    if not asked:
        return None
    patience = PATIENCE if own["deadline"] is None else min(PATIENCE, (own["deadline"] - own["opened"]) // SHARE)
    until = max(opened for opened, _ in asked) + patience
    if not 0 < until - now <= NEVER_LONGER:
        return None
    people = (table["seats"][seat]["player"] for _, seat in asked)
    return until if any(one is not None and context.store.is_here(table["match"], one) for one in people) else None
