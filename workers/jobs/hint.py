"""The job that thinks for a player who practises against bots: what the coach would play from the player's view."""

from __future__ import annotations

import logging

from rq.timeouts import BaseTimeoutException

from engine.kit.foresight import deliberate
from engine.kit.review import COACH
from engine.match.asking import decision_of, standing_of
from engine.protocol.chance import Draws
from engine.registry import OtherData, UnknownRules, game_of
from service.context import Context
from service.matches.coaching import coaching_at
from service.processes.bell import ring
from service.store import keys
from service.store.connection.connect import Unreadable
from service.store.matches.thoughts import hint_for
from service.telemetry.logs import about
from workers.jobs.think import finish
from workers.resolve.drain import context_of_process
from workers.resolve.failures import TooMuchWork, passes, where

log = logging.getLogger("siegelpost.hint")


def hint(match: str, decision: str, seat: int) -> None:
    """Think about a decision for a seat; the RQ job."""
    with about(match=match):
        try:
            hint_once(context_of_process(), match, decision, seat)
        except BaseTimeoutException:
            log.warning("a hint was stopped: the machine slept, or is far too busy")


def hint_once(context: Context, match: str, decision: str, seat: int) -> None:
    """Think about a decision for a seat, and store the move, if hints are allowed at the table and the seat is asked."""
    asked = keys.thought_asked(match, hint_for(decision, seat))
    try:
        _think(context, match, decision, seat)
    except (Unreadable, OtherData, UnknownRules) as error:
        log.error("nobody can think: %s", type(error).__name__)
    except (Exception, TooMuchWork) as error:
        if passes(error):
            raise
        # Only the kind of error is told: its text could hold a card.
        log.error("a hint failed: %s", where(error))
    context.store.withdraw_work(asked)
    ring(context.settings.queue_url, [asked])


def _think(context: Context, match: str, decision: str, seat: int) -> None:
    record = context.store.load(match)
    standing = None if record is None else standing_of(record.table, decision)
    if record is None or record.state is None or standing is None or seat not in standing["seats"]:
        return
    if coaching_at(record, seat) != "hint":
        return
    assert context.resolver is not None
    game, chance = game_of(record.table), Draws(context.resolver.derive("hint", match, decision, str(seat)))
    moves = game.moves(record.state, seat, decision)
    thinking = deliberate(game, COACH, record.state, seat, decision_of(standing), moves, chance)
    move, _ = finish(context, thinking)
    context.store.keep_hint(match, hint_for(decision, seat), move)
