"""The coach: looking back on a finished match, and hints for a player who practises against bots.

The analysis takes seconds of a processor, so workers do it (:mod:`workers.jobs.coach`). This module only requests and reads
its results.
"""

import logging
from collections.abc import Callable
from typing import Any

from engine.contract import Move
from engine.kit.drawing.svg import spots_of
from engine.kit.review import COACH, gather
from engine.kit.text.particulars import Seen, answer_in_words, choice_in_words
from engine.match.asking import decision_of
from engine.registry import game_of
from service.api.http.blueprint import Blueprint
from service.api.http.current import caller, context
from service.api.http.problems import Problem
from service.api.http.rate_limits import counted
from service.api.http.worker_requests import Found, asker, from_worker
from service.api.matches import representations
from service.api.matches.decisions import ASKED_CODES, asked
from service.api.matches.loading import load, load_visible
from service.api.schemas import requests, responses
from service.config.networks import network_of
from service.matches.coaching import coaching_at
from service.processes.wake import Asker, ask_for_hint, ask_for_review
from service.store import keys
from service.store.connection.connect import Unreadable
from service.store.matches.moments import REVIEW, THOUGHT_ASKED, StoredReview, hint_for
from service.store.records import Record
from service.text.deleted_names import names_as_read

blp = Blueprint("coach", __name__, "Looking back on finished matches, and hints for practice against bots.")
REVIEWS = (20, 86_400)
"""The most reviews begun for an account, or for a network without one, per seconds: each costs about a minute."""
HINTS = (300, 86_400)
"""The most hints for an account, per seconds: each costs about a second."""
WAIT_CODES = ("thought-pending", "too-many-thoughts", "too-many-waiting", "no-place-to-wait", "other-data")
NOT_HERE = "this match cannot be played again here: its log does not hold, or its rules are gone"
NOT_YET = "a worker is thinking about it"

log = logging.getLogger("siegelpost.api")


@blp.route("/v1/matches/<match:match>/review")
@blp.operation(
    "getReview",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private", "no-review", *WAIT_CODES),
)
@blp.arguments(requests.ReviewQuery, location="query")
@blp.response(200, responses.Review)
def get_review(query: dict[str, Any], match: str) -> dict[str, Any]:
    """Look back on a finished match with a coach: the chances after each round, and the moves of the bot `keen`.

    A worker computes it once, when somebody asks first; that takes a minute or more. Until then the answer is
    `thought-pending`, unless you ask to `wait`. The chances of a seat are its share of wins in so many `playouts`: from the
    state after a round, with all hands open and what nobody could know then (such as the order of piles) dealt anew, calm
    bots play to the end. Advice is from the seat's own view at the time. Everything follows from the log of the match and
    the seed published in it, so anybody can compute it again: `siegelpost review --again`.
    """
    record = load_visible(match)
    if coaching_at(record, None) != "review":
        raise Problem("no-review", "")
    found = _thought(match, REVIEW, REVIEWS, query["wait"], lambda: _review(match), ask_for_review)
    if found.refused:
        raise Problem("no-review", NOT_HERE)
    return _in_words(record, found, query["language"])


@blp.route("/v1/matches/<match:match>/decisions/<decision:decision>/hint")
@blp.operation("getHint", scope="match:play", too=("match:read",), codes=(*ASKED_CODES, "no-hint", *WAIT_CODES))
@blp.arguments(requests.ThoughtQuery, location="query")
@blp.response(200, responses.Hint)
def get_hint(query: dict[str, Any], match: str, decision: str) -> dict[str, Any]:
    """Show what the bot `keen` would play in your place, judged from your own view.

    Only where you play alone against bots, never at a rated table. A worker thinks about each question once, which takes a
    moment: until then the answer is `thought-pending`, unless you ask to `wait`.
    """
    record = load(match)
    seat = asked(record, decision)
    if coaching_at(record, seat) != "hint":
        raise Problem("no-hint", "")
    about = hint_for(decision, seat)
    move = _thought(
        match,
        about,
        HINTS,
        query["wait"],
        lambda: _hint(record, about),
        lambda queue, name, asking: ask_for_hint(queue, name, decision, seat, asking),
    )
    return _hint_in_words(record, seat, decision, move, query["language"])


def _thought(
    match: str,
    about: str,
    allowed: tuple[int, int],
    wait: int,
    read: Callable[[], Found | None],
    ask: Callable[[str, str, Asker], bool],
) -> Found:
    """Return what :func:`read` finds, having asked a worker for it; :raises Problem: thought-pending, too-many-thoughts."""
    who = caller()
    return from_worker(
        keys.thought_asked(match, about),
        read,
        lambda queue: ask(queue, match, asker(who.counted_as)),
        wait,
        counted(about.partition(":")[0], who.counted_as or network_of(who.address), allowed, "too-many-thoughts"),
        ("thought-pending", NOT_YET),
        full=("thought-pending", "many wait"),
        lasts=THOUGHT_ASKED,
    )


def _review(match: str) -> StoredReview | None:
    """Return the stored review if it is complete or refused."""
    try:
        found = context().store.review(match)
    except Unreadable as error:
        log.error("%s: it is made again", error)
        return None
    return found if found is not None and (found.done or found.refused) else None


def _hint(record: Record, about: str) -> Move | None:
    return context().store.hint(record.match, about)


def _in_words(record: Record, found: StoredReview, language: str) -> dict[str, Any]:
    words, names = game_of(record.table).words, names_as_read(record.table["seats"], language)
    review = gather(found.parts)
    advice = [
        {
            **one,
            **{
                f"{which}_words": answer_in_words(words, one[which], language, kind=one["kind"], names=names)
                for which in ("played", "advised")
            },
        }
        for one in review["advice"]
    ]
    return {"match": record.match, "release": found.release, **review, "advice": advice}


def _hint_in_words(record: Record, seat: int, decision: str, move: Move, language: str) -> dict[str, Any]:
    game, standing = game_of(record.table), representations.stands(record, decision)
    assert standing is not None and record.state is not None
    names = names_as_read(record.table["seats"], language)
    words = choice_in_words(game, move, Seen(decision_of(standing), game.view(record.state, seat), language, names))
    spots = spots_of(game, move)
    return {
        "match": record.match,
        "decision": decision,
        "seat": seat,
        "level": COACH,
        "move": move,
        "words": words,
        "spots": spots,
    }
