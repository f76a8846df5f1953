"""Other people: their profiles, made only of what is public anyway; those one has blocked, and those one has played with."""

from __future__ import annotations

from typing import Any

from engine.protocol.log import timestamp
from engine.standings.ratings import MOST_POINTS
from service.accounts import people
from service.accounts.ratings import own_ratings
from service.api.http import etags
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, context
from service.api.http.problems import Problem
from service.api.schemas import responses
from service.matches.absence.absence import in_public
from service.matches.seating.seats import seat_of
from service.store.records import Account, Record
from service.store.store import Finished

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
    """End that you block a player. What they said meanwhile can be read again; their invitations do not come later."""
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
