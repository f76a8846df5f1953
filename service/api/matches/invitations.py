"""Inviting to a table that waits for players, and another invitation in the place of the present one."""

from __future__ import annotations

from typing import Any

from service.accounts.invitations import invited_accounts
from service.api.account.me import account
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, context
from service.api.matches.loading import memory
from service.api.matches.lobby import CHANGE_CODES, after_change, conditions
from service.api.schemas import requests, responses
from service.matches.errors import MatchError
from service.matches.seating import inviting
from service.matches.seating.challenges import bots_among, seat_bots

blp = Blueprint("invitations", __name__, "Invitations to a table that waits for players.")


@blp.route("/v1/matches/<match:match>/invitation", methods=["POST"])
@blp.operation("renewInvitation", scope="match:create", codes=(*CHANGE_CODES, "not-owner"), tagged=True)
@blp.arguments(requests.RenewalRequest)
@blp.response(200, responses.Match)
def renew_invitation(body: dict[str, Any], match: str) -> Any:
    """Make another invitation to your table, before the match begins; the previous one ends, in links and in letters.

    `replaces` is the invitation that ends. If another one is already in force, as when this is sent again, nothing changes.
    """
    return after_change(inviting.renew(context(), match, account(), body["replaces"]))


@blp.route("/v1/matches/<match:match>/invitations", methods=["POST"])
@blp.operation(
    "invite",
    scope="match:create",
    codes=(*CHANGE_CODES, "not-owner", "full", "too-many-invitations", "bot-declines", "too-many-matches", "guest"),
    tagged=True,
)
@blp.arguments(requests.InviteRequest)
@blp.response(200, responses.Match)
def invite(body: dict[str, Any], match: str) -> Any:
    """Invite people to your table by mail, and bots to it, before the match begins; within the limits of `createMatch`.

    Nobody gets the same invitation twice, unless you ask for it (`again`). `guests` of the match says what became of it.
    A bot account takes its seat at once, if its policy allows the challenge.
    """
    owner = account()
    # A refused request invites nobody: it spends no invitations and makes no accounts.
    table = inviting.check(context(), match, owner).table
    bots = bots_among(context(), table, body["invite"])
    if len(bots) > sum(one["player"] is None for one in table["seats"]):
        raise MatchError("invalid", "there are not enough seats for all the bots", "/invite")
    language = body.get("language", "")
    invited = invited_accounts(context(), owner, body["invite"], language=language)
    at_once = {bot.id for bot in bots}
    people = [one for one in invited if one.account not in at_once]
    record = inviting.invite(context(), match, owner, people, language=language, again=body["again"])
    return after_change(seat_bots(context(), record, bots))


@blp.route("/v1/matches/<match:match>/invitations/<guest:guest>", methods=["DELETE"])
@blp.operation(
    "endInvitation", scope="match:play", codes=(*CHANGE_CODES, "not-owner", "already-seated"), headers=("IF_MATCH",)
)
@blp.response(204)
def end_invitation(match: str, guest: str) -> None:
    """Decline an invitation (`me`), or take back one to your own table.

    Somebody who has declined may still sit down. Somebody whose invitation was taken back may not, with that
    account; anybody else who has the link may, until `renewInvitation`. Sending it again changes nothing.
    """
    conditions(match)
    if guest in ("me", account_id()):
        memory().put(inviting.decline(context(), match, account_id()))
    else:
        memory().put(inviting.withdraw(context(), match, account(), guest))


__all__ = ["blp"]
