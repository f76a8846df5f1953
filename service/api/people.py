"""Other people: their profiles, made only of what is public anyway; those one has blocked, and those one has played with.
Ratings, and the log of results from which anybody can compute them again (docs/ratings.md).
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from flask import Response

from engine.protocol.chance import Draws
from engine.protocol.log import timestamp
from engine.registry import game_of
from engine.standings.ratings import MOST_POINTS, Model, current_epoch, what_if
from engine.standings.results import dealt_in
from engine.transparency.checkpoint import checkpoint_of
from engine.transparency.note import parse_note
from service.accounts import people
from service.accounts.people import games, own_ratings
from service.api.http import cursors, etags
from service.api.http.blueprint import Blueprint, admit
from service.api.http.current import account_id, caller, context
from service.api.http.problems import Problem
from service.api.matches.loading import load_visible
from service.api.matches.log.head_log import FOR_A_MOMENT, PLAIN, answer_tile, tiles
from service.api.schemas import responses
from service.matches.absence.absence import in_public
from service.matches.seating.seats import seat_of
from service.store.records import Account, Record
from service.store.store import Finished, Store

blp = Blueprint(
    "people", __name__, "Other people: their profiles, whom you have blocked, and with whom you have played."
)
MATCHES = 10
"""The most matches that a profile shows."""


@blp.route("/v1/players/<account:player>")
@blp.operation("getPlayer", codes=("not-found",), headers=("IF_NONE_MATCH",), tagged=True, shared=True)
@blp.response(200, responses.Profile)
def get_player(player: str) -> Any:
    """Show a player's profile, the same to everybody.

    Guests have a name and nothing else, and so have people who hide their profile (`changeMe`). Bots have no ratings.
    """
    store, account = context().store, context().store.account(player)
    if account is None or not (account.verified or account.is_guest or account.owner):
        raise Problem("not-found", "there is no such player")
    facts = _name_of(account)
    if account.is_hidden or account.is_guest:
        return facts, etags.fresh(etags.tag_of(facts))
    played, listed = store.shown_of(player, MATCHES)
    facts |= {
        "since": timestamp(account.created)[:10],
        "played": played,
        "reliability": in_public(account.answered),
        "ratings": own_ratings(store, player, MOST_POINTS),
    }
    headers = etags.fresh(etags.tag_of(facts, listed))  # finished matches do not change: they are read only if needed
    records = zip(listed, store.load_many([one.match for one in listed]), strict=True)
    finished = [_finished(one, record, player) for one, record in records if isinstance(record, Record)]
    return {**facts, "finished": finished}, headers


@blp.route("/v1/me/blocks")
@blp.operation("listBlocks", scope="account:read", headers=("IF_NONE_MATCH",), tagged=True)
@blp.response(200, responses.BlockList)
def list_blocks() -> Any:
    """List the players whom you have blocked, the latest first."""
    found = context().store.blocks_of(account_id())
    named = zip(found.items(), context().store.accounts(list(found)), strict=True)
    shown = [
        {"player": player, "since": timestamp(since), "name": None if account is None else account.name}
        for (player, since), account in named
    ]
    return {"blocks": shown}, etags.fresh(etags.tag_of(shown))


@blp.route("/v1/me/blocks/<account:player>", methods=["PUT"])
@blp.operation("blockPlayer", scope="match:play", codes=("not-found", "invalid"))
@blp.response(204)
def block_player(player: str) -> None:
    """Block a player, who is not told. Blocking again changes nothing.

    From now on they cannot sit down at tables that you open. You read nothing that they say to a whole table, and get
    none of their invitations. At tables where both of you sit, the match goes on, and partners' messages, which are in
    its log, stay.
    """
    people.block_player(context(), account_id(), player)


@blp.route("/v1/me/blocks/<account:player>", methods=["DELETE"])
@blp.operation("unblockPlayer", scope="match:play", codes=("not-found",))
@blp.response(204)
def unblock_player(player: str) -> None:
    """Unblock a player. Remarks they made meanwhile can be read again; invitations they sent meanwhile do not arrive."""
    context().store.unblock_player(account_id(), player)


@blp.route("/v1/me/contacts")
@blp.operation("listContacts", scope="account:read", headers=("IF_NONE_MATCH",), tagged=True)
@blp.response(200, responses.ContactList)
def list_contacts() -> Any:
    """List people with whom you have played lately, the latest first: invite them with their `player`.

    It looks at your last twenty finished matches and at up to ten running ones. Left out are bots, guests, deleted
    accounts, and people whom you have blocked.
    """
    shown = [
        {"player": one.player, "name": one.name, "matches": one.matches, "last_at": timestamp(one.last)}
        for one in people.contacts_of(context(), account_id())
    ]
    return {"contacts": shown}, etags.fresh(etags.tag_of(shown))


def _name_of(account: Account) -> dict[str, Any]:
    return {
        "player": account.id,
        "name": account.name,
        "kind": "bot" if account.owner else "guest" if account.is_guest else "person",
        "owner": account.owner or None,
        "hidden": account.is_hidden,
        "since": None,
        "played": None,
        "reliability": None,
        "ratings": [],
        "finished": [],
    }


def _finished(listed: Finished, record: Record, player: str) -> dict[str, Any]:
    table = record.table
    winners = [] if table["outcome"] is None else table["outcome"]["winners"]
    return {
        "match": record.match,
        "rules": table["rules"],
        "title": table["title"],
        "players": len(table["seats"]),
        "over": table["over"],
        "won": seat_of(table, player) in winners,
        "closed_at": timestamp(listed.closed),
    }


AT_ONCE = 1_000
"""The entries that are written at once."""
ratings_blp = Blueprint("ratings", __name__, "Ratings, and the log of results that they follow from.")


@ratings_blp.route("/v1/ratings/<rules:game>")
@ratings_blp.operation("listRatings", codes=("not-found",), shared=True, paged=True)
@ratings_blp.arguments(cursors.PageQuery, location="query")
@ratings_blp.response(200, responses.RatingPage)
def list_ratings(query: dict[str, Any], game: str) -> Any:
    """List the players of a game by conservative rating (three deviations below the mean), the best first.

    All numbers follow from the log of results: `siegelpost verify-ratings` computes them again.
    """
    _check_game(game)
    place = cursors.decode(query, int)
    start, store = 0 if place is None else max(0, place[0]), context().store
    found = store.ranking(game, start, query["limit"])
    accounts = store.accounts([player for player, _ in found])
    names = {one.id: one.name for one in accounts if one is not None and not one.is_hidden}
    shown = [
        {"rank": rank, "player": player, "name": names.get(player), **rating.facts}
        for rank, (player, rating) in enumerate(found, start + 1)
    ]
    following = cursors.encode(start + len(found)) if len(found) == query["limit"] else None
    answer = {"game": game, "players": store.rated_players(game), "ratings": shown, "next": following}
    return answer, cursors.link(following)


@ratings_blp.route("/v1/ratings/<rules:game>/distribution")
@ratings_blp.operation(
    "getRatingDistribution", codes=("not-found",), headers=("IF_NONE_MATCH",), tagged=True, shared=True
)
@ratings_blp.response(200, responses.RatingDistribution)
def get_distribution(game: str) -> Any:
    """Show how the players of a game are distributed over bands of 100, by conservative rating."""
    _check_game(game)
    bands = [{"at_least": least, "players": players} for least, players in context().store.rating_bands(game)]
    shown = {"game": game, "players": sum(one["players"] for one in bands), "bands": bands}
    return shown, etags.fresh(etags.tag_of(shown))


@ratings_blp.route("/v1/matches/<match:match>/what-if")
@ratings_blp.operation("getWhatIf", scope="match:read", optional=True, codes=("not-found", "private", "other-data"))
@ratings_blp.response(200, responses.WhatIfs)
def get_what_if(match: str) -> Any:
    """Show what each result of a rated table would change, for everybody who sits there.

    While the table waits for players, free seats count as newcomers', except that you have the first one if you do not
    sit there. How the others end among each other makes no difference to anybody's rating.
    """
    record, account = load_visible(match), caller().account
    table = record.table
    if not table.get("rated") or table["status"] == "closed":
        return {"seats": []}
    players = [dealt_in(table, seat) if one["player"] else None for seat, one in enumerate(table["seats"])]
    if account is not None and account not in players and None in players:
        players[players.index(None)] = account
    game, seats = game_of(table), len(players)
    state = record.state or game.setup(table["options"], seats, Draws(bytes(32)))  # who plays together hangs on no draw
    known = context().store.ratings_of(table["rules"].partition("@")[0], [one or "" for one in players])
    before = [Model(current_epoch()).start if one is None else one for one in known]
    found = what_if(before, [min(game.partners(state, seat)) for seat in range(seats)])
    return {
        "seats": [
            {
                "seat": seat,
                "player": players[seat],
                "rating": before[seat].shown,
                **{name: rating.shown for name, rating in one._asdict().items()},
            }
            for seat, one in enumerate(found)
        ]
    }


@ratings_blp.route("/v1/me/ratings")
@ratings_blp.operation("getMyRatings", scope="account:read")
@ratings_blp.response(200, responses.OwnRatings)
def get_my_ratings() -> Any:
    """Show your ratings in all games, with their course: what each was after each of your results that counts.

    A result counts a few seconds after its match has ended, when it is in the log of results.
    """
    return {"ratings": own_ratings(context().store, account_id())}


@ratings_blp.route("/v1/results")
@ratings_blp.operation("exportResults", codes=("not-logged",), shared=True)
@ratings_blp.response(
    200, {"type": "string"}, content_type="text/plain", description="The signed checkpoint, an empty line, the entries."
)
def export_results() -> Any:
    """Export the log of results up to its latest checkpoint: what `siegelpost verify-ratings` checks.

    The tree is also at `/results/checkpoint` and `/results/tile/...`, as c2sp.org/tlog-tiles says.
    """
    store = context().store
    note = _checkpoint(store)
    size = checkpoint_of(parse_note(note)).size
    entries = store.all_results(size)
    first = next(entries, b"")  # what cannot be read at all is a problem, not half an answer

    def text() -> Iterator[bytes]:
        yield f"{note}\n".encode() + first + b"\n"
        while several := list(islice(entries, AT_ONCE)):
            yield b"\n".join([*several, b""])

    headers = {**FOR_A_MOMENT, "Content-Disposition": 'inline; filename="results.log"'}
    return Response(text(), headers=headers, content_type=PLAIN)


@tiles.get("/results/checkpoint")
def results_checkpoint() -> Response:
    """Return the latest checkpoint of the log of results."""
    admit(None, optional=True, remembered=True)
    return Response(_checkpoint(context().store), headers=FOR_A_MOMENT, content_type=PLAIN)


@tiles.get("/results/tile/<path:path>")
def results_tile(path: str) -> Response:
    """Return a tile of the log of results, or entries."""
    store = context().store
    return answer_tile(path, lambda: store.results_head().size, store.result_entries, store.results_tile)


def _check_game(game: str) -> None:
    if game not in games():
        raise Problem("not-found", "there is no such game: give the name of one of GET /v1/rules, without a version")


def _checkpoint(store: Store) -> str:
    head = store.results_head()
    if not (note := head.published or head.note):
        raise Problem("not-logged", "the log of results has no entry yet: nobody has finished a rated match")
    return note
