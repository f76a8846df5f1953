"""Bots at the table: they see what their seat sees and seal like everybody else.

Nobody has to answer an offer, so a bot would withdraw its own by playing on in the same instant, before anybody could
have read it (Seafarers E52). It waits like a person who sees the others think: as long as one of those it asks is
looking at the table, and never for long. At a table that nobody is looking at it plays on at once.

Keen and sharp bots think for up to seconds. They do so outside of any lease, in a job that gives way to everything due
(:mod:`workers.jobs.think`). Nothing is kept meanwhile: if that job gets lost, the clock's next look asks for another.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from engine.contract import Move, Rules, State
from engine.kit.foresight import THINKING, levels_of
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
    """Answer every decision that waits for a bot which need not think; return how many were answered.

    Playing twice is harmless: the second time finds the first answer in place, or the decision gone.
    """
    played = 0
    for standing, seat in bots_to_play(context, record):
        if not thinks(record.table, standing, seat, record.now):
            played += send(context, record, standing, seat, at_once(context, record, standing, seat))
    return played


def chance_of(context: Context, match: str, standing: Standing, seat: int) -> Draws:
    """Return a bot's chance in a decision.

    It comes from the workers' secret, not from the match's seed: a bot's whims are no part of the proof, and who knows seed
    and state, as the API does, cannot work out what a bot has sealed.
    """
    assert context.resolver is not None
    return Draws(context.resolver.derive("bot", match, standing["id"], str(seat)))


def at_once(context: Context, record: Record, standing: Standing, seat: int) -> Move:
    """Return the move of a bot that does not think."""
    assert record.state is not None
    rules, chance = game_of(record.table), chance_of(context, record.match, standing, seat)
    moves = rules.moves(record.state, seat, standing["id"])
    if record.table["seats"][seat]["bot"] == "random":
        return moves[chance.below("move", len(moves))[0]]
    return rules.bot(rules.view(record.state, seat), decision_of(standing), moves, chance)


def send(context: Context, record: Record, standing: Standing, seat: int, move: Move) -> bool:
    """Answer a decision for a bot; return whether the answer was accepted: the match may have moved on."""
    before = record.acts.get((standing["id"], seat))
    act = SeatAct(standing["id"], move=move, replaces=0 if before is None else before.seq)
    try:
        (commit if standing["sealed"] else answer)(context, record, seat, act)
    except ActError as error:
        if error.code not in ("gone", "locked", "late", "conflict", "stale", "seen"):
            raise
        return False
    return True


THOUGHT_AGAIN = 10_000
"""Milliseconds after which a thought that has not come is asked for again."""
HURRY = 15_000
"""A bot with less time than this (ms) left, or than half of its time, plays at once as a steady one."""


def thinks(table: Table, standing: Standing, seat: int, now: int) -> bool:
    """Return whether a seat's bot thinks about a decision, for which it needs a worker and time."""
    wanted = table["seats"][seat]["bot"]
    return wanted in THINKING and wanted in levels_of(game_of(table)) and now < _hurries_from(standing)


def _hurries_from(standing: Standing) -> float:
    """Return from when (ms) bots do not think any more."""
    if standing["deadline"] is None:
        return math.inf
    return standing["deadline"] - min(HURRY, (standing["deadline"] - standing["opened"]) // 2)


def next_thought(standing: Standing, now: int) -> int:
    """Return when (ms) to look again at a decision about which a bot thinks."""
    return int(min(now + THOUGHT_AGAIN, _hurries_from(standing)))


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
