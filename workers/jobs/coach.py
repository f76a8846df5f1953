"""The coach's two jobs: hints for a player who practises against bots, from the player's view, and reviews of finished matches
(:mod:`engine.kit.review`).

A review runs behind everything else in a resolving worker: it gives way to due matches between playouts, and after
:data:`SLICE` it stores what it has and queues itself again, so that replays and bots that think come first. It may run
twice, be interrupted or get lost: the parts of a review do not depend on each other, and are then computed by the next.
"""

import logging
from functools import partial
from itertools import islice

from engine.kit.foresight import deliberate, foresight_of
from engine.kit.review import COACH, Step, review_seed, thoughts
from engine.match.asking import decision_of, standing_of
from engine.protocol.chance import Draws
from engine.registry import OtherData, UnknownRules, game_of
from engine.verifier.rules_replay import published_seed, steps
from service.commit import RELEASE
from service.context import Context
from service.matches.coaching import coaching_at
from service.processes.bell import ring
from service.processes.wake import ASKER, ask_for_review, current_job_meta, told
from service.store import keys
from service.store.connection.connect import Unreadable
from service.store.matches.moments import REVIEW, StoredReview, hint_for
from service.store.records import Record
from workers.jobs.replay import attempt, job_about
from workers.jobs.think import finish
from workers.resolve.failures import TooMuchWork, limited, passes, where

log = logging.getLogger("siegelpost.coach")


def hint(match: str, decision: str, seat: int) -> None:
    """Think about a decision for a seat; the RQ job."""
    with job_about(match, log, "a hint") as context:
        hint_once(context, match, decision, seat)


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


SLICE = 5.0
"""Processor seconds after which other jobs get their turn."""
MOST_CPU = 600.0
"""The most processor seconds for one review; that of a match of four takes about a minute."""


def review(match: str) -> None:
    """Look back on a match, or go on with it; the RQ job."""
    with job_about(match, log, "a review") as context:
        asker = tuple(filter(None, told(current_job_meta(), ASKER).split("-")))
        if not review_once(context, match) and not ask_for_review(context.settings.queue_url, match, asker):
            # Too many wait: whoever asks next has it go on.
            context.store.withdraw_work(keys.thought_asked(match, REVIEW))


def review_once(context: Context, match: str, seconds: float = SLICE) -> bool:
    """Look back on a match for some processor seconds; return whether that is done."""
    try:
        record, known = context.store.load(match), _known(context, match)
    except Unreadable as error:
        log.error("%s", error)
        context.store.withdraw_work(keys.thought_asked(match, REVIEW))
        return True
    if record is None or record.table["status"] != "closed" or (known is not None and (known.done or known.refused)):
        context.store.withdraw_work(keys.thought_asked(match, REVIEW))
    else:
        longer = partial(_thought, context, record, known or StoredReview(), seconds)
        found = attempt(longer, log, "nobody can look back on the match", StoredReview(refused=True))
        context.store.keep_review(match, found)
        if not found.done and not found.refused:
            return False
    ring(context.settings.queue_url, [keys.thought_asked(match, REVIEW)])
    return True


def _known(context: Context, match: str) -> StoredReview | None:
    """Return what is stored of a review; one that cannot be read, or was only begun by another release, is made again."""
    try:
        found = context.store.review(match)
    except Unreadable as error:
        log.error("%s", error)
        return None
    return found if found is None or found.done or found.refused or found.release == RELEASE else None


def _thought(context: Context, record: Record, known: StoredReview, seconds: float) -> StoredReview:
    game = game_of(record.table)
    foresight = foresight_of(game)
    if foresight is None:
        return StoredReview(refused=True)
    played, seed = replayed(context, record)
    parts, used = list(known.parts), 0.0
    for thought in islice(thoughts(game, foresight, len(record.table["seats"]), played, seed), len(parts), None):
        if used > seconds:
            return StoredReview(parts, known.cpu + used, release=RELEASE)
        if known.cpu + used > MOST_CPU:
            raise TooMuchWork
        part, cpu = finish(context, thought())
        parts.append(part)
        used += cpu
    return StoredReview(parts, known.cpu + used, done=True, release=RELEASE)


def replayed(context: Context, record: Record) -> tuple[list[Step], bytes]:
    """Return the steps of a closed match, and the seed of all that is thought about them.

    :raises BadLog, Refuted, OtherData, UnknownRules, Unreadable, TooMuchWork: if it cannot be played again here.
    """
    export = b"".join(context.store.lines(record.match, limit=record.n))
    return limited(lambda: list(steps(export))), review_seed(record.match, published_seed(export))
