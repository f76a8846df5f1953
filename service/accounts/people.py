"""Other people: blocking them, those one has played with, and ratings as players see them."""

from typing import Any, NamedTuple

from engine.registry import GAMES
from engine.standings.ratings import Rating
from service.accounts import AccountError
from service.context import Context
from service.store.installation.results import Point
from service.store.records import Record
from service.store.store import Store

MOST_BLOCKED = 500
FINISHED, RUNNING, CONTACTS = 20, 10, 20
"""The most matches that are looked at for people one has played with, and the most people found."""


class Contact(NamedTuple):
    """Somebody played with: how many matches together, among those looked at, and when the last changed (ms)."""

    player: str
    name: str
    matches: int
    last: int


def block_player(context: Context, account: str, player: str) -> None:
    """Block a player for an account; repeating it changes nothing. :raises AccountError: not-found, invalid."""
    if player == account:
        raise AccountError("invalid", "you cannot block yourself")
    if context.store.account(player) is None:
        raise AccountError("not-found", "there is no such player")
    if not context.store.block_player(account, player, MOST_BLOCKED):
        raise AccountError(
            "invalid", f"you have blocked {MOST_BLOCKED} people, the most there can be: unblock somebody first"
        )


def contacts_of(context: Context, account: str) -> list[Contact]:
    """Return people with whom an account has played lately, the latest first."""
    store = context.store
    matches = [
        *(one.match for one in store.finished_of(account, limit=FINISHED)),
        *store.unfinished_of(account)[:RUNNING],
    ]
    together: dict[str, list[int]] = {}
    for record in store.load_many(matches):
        if isinstance(record, Record) and record.state is not None:
            for player in {one["player"] for one in record.table["seats"] if one["player"] and not one["bot"]} - {
                account
            }:
                together.setdefault(player, []).append(record.at)
    blocked = store.blocks_of(account)
    latest = sorted((one for one in together if one not in blocked), key=lambda one: max(together[one]), reverse=True)
    return [
        Contact(one.id, one.name, len(together[one.id]), max(together[one.id]))
        for one in store.accounts(latest)
        if one is not None and not one.is_guest and not one.owner
    ][:CONTACTS]


def games() -> list[str]:
    """Return the names of the games, without versions."""
    return sorted({one.partition("@")[0] for one in GAMES})


def own_ratings(store: Store, player: str, last: int = 0) -> list[dict[str, Any]]:
    """Return a player's ratings, by game, with their course, of which only the ``last`` points if given."""
    return [
        {"game": game, **rating.facts, "course": [_point(one) for one in course]}
        for game, (rating, course) in store.ratings_with_course(games(), player, last).items()
    ]


def _point(point: Point) -> dict[str, Any]:
    rating = Rating(point.mu, point.sigma)
    return {"entry": point.entry, "rating": rating.shown, "plus_minus": rating.plus_minus}
