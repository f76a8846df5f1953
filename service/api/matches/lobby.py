"""Matches: create, list, look at, invite, start, resign."""

from contextlib import suppress
from typing import Any

from flask import request

from engine.protocol.log import Line
from service.accounts import AccountError
from service.accounts.mail.mail_budgets import invited_accounts
from service.api.account.me import account, page_of_mine
from service.api.http import cursors, etags, holding, idempotency, rate_limits
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, address, caller, context
from service.api.http.long_poll import wake_soon
from service.api.http.problems import Problem, challenge, problem_of
from service.api.matches import representations
from service.api.matches.acts import SIGNED_CODES
from service.api.matches.loading import load, load_visible, memory, readable
from service.api.matches.log.earlier import EARLIER_CODES, view_after
from service.api.matches.log.newest_checkpoint import newest_checkpoint
from service.api.matches.representations import show_guests, show_people
from service.api.schemas import requests, responses
from service.keys.signing import new_match_id
from service.matches import errors
from service.matches.caps import CapReached
from service.matches.errors import MatchError
from service.matches.receipts import receipt_for_resigning
from service.matches.seating import creation, inviting, lobby
from service.matches.seating.creation import NewMatch, bots_among, challenged, seat_bots
from service.matches.seating.lobby import Committed
from service.matches.seating.seats import seat_of
from service.store import keys
from service.store.records import Account, Record
from service.store.store import Open, StoreUnavailable

blp = Blueprint("matches", __name__, "Matches: create, list, join, look at, start, resign.")
OWN = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
BETWEEN = 45
"""Seconds after looking at a table for which a player still counts as looking, until the page asks again."""
CHANGE_CODES = ("not-found", "not-in-lobby", "other-data")


@blp.route("/v1/matches", methods=["POST"])
@blp.operation(
    "createMatch",
    scope="match:create",
    idempotent="derived",
    tagged=True,
    codes=(
        "too-many-invitations",
        "too-many-matches",
        "too-many-creations",
        "rules-superseded",
        "bot-declines",
        "guest",
    ),
)
@blp.arguments(requests.MatchRequest)
@blp.response(201, responses.CreatedMatch, headers={"Location": "LOCATION"})
def create_match(body: dict[str, Any]) -> Any:
    """Create a match, sit down in it, and seat its bots.

    A bot account among those invited takes its seat at once, if its policy allows the challenge (`bot-declines`
    says why not). With an `Idempotency-Key` the match's id is made from the key and the body: whatever is
    interrupted, sending it again leads to the same match. `created` is the first entry of its log, signed: it binds
    the server's part of the shuffle. Check it and keep it before you send anything else about this match.
    """
    record, first = _create(account(), body)
    made, headers = after_change(record, Location=f"/v1/matches/{record.match}")
    return {**made, "created": first}, headers


@blp.route("/v1/matches/batch", methods=["POST"])
@blp.operation("createMatches", scope="match:create", idempotent="derived")
@blp.arguments(requests.MatchBatch)
@blp.response(200, responses.CreatedMatches)
def create_matches(body: dict[str, Any]) -> Any:
    """Create several matches at once, each as `createMatch` does.

    Each counts as one match of your quota, and one that is refused keeps no other from being created: `results` has, in
    the order of `matches`, the new match or the problem that `createMatch` would have answered with. A request that is
    malformed somewhere creates nothing. After a lost answer, send the request again with its `Idempotency-Key`; to try
    those again that were refused, send them in a new request.
    """
    owner = account()
    return {"results": [_result(owner, one, number) for number, one in enumerate(body["matches"])]}


def _result(owner: Account, wanted: dict[str, Any], number: int) -> dict[str, Any]:
    try:
        record, first = _create(owner, wanted, str(number))
    except (MatchError, AccountError, CapReached) as error:
        problem = problem_of(error)
        errors = [{**one, "pointer": f"/matches/{number}{one['pointer']}"} for one in problem.errors]
        wait = problem.headers.get("Retry-After")
        told = {**problem.document(), "errors": errors, "retry_after": None if wait is None else int(wait)}
        return {"match": None, "created": None, "problem": told}
    return {"match": record.match, "created": first, "problem": None}


def _create(owner: Account, body: dict[str, Any], *place: str) -> tuple[Record, Line]:
    """Create a match with its bots; return it with the first entry of its log. ``place``: which of the request's it is."""
    key = idempotency.key()
    derived = None if key is None else context().links.derive("match", owner.id, key, idempotency.fingerprint(), *place)
    match = new_match_id(derived=derived)
    again = derived is not None and context().store.load(match) is not None
    grace, hold = body.pop("grace_seconds") * 1000, body.pop("hold_seconds", None)
    asked = NewMatch(
        grace=grace, hold=None if hold is None else hold * 1000, **{"nights": None, "vacation": None, **body}
    )
    # A refused request is no creation and invites nobody: it spends no invitations and makes no accounts.
    with creation.admitted(context(), owner, asked, match, again=again, address=address()) as admitted:
        if admitted.counted is not None:
            rate_limits.tell("matches", *admitted.counted)
        bots = challenged(context(), admitted, again=again)
        spoken = asked.invite_language or ""
        people = (
            invited_accounts(context(), owner, asked.invite, address=address(), bots=bots, language=spoken, again=again)
            if asked.invite
            else []
        )
        record = creation.open_table(context(), admitted, people)
    _note_arrival(record)
    record = seat_bots(context(), record, bots)
    (first,) = context().store.entries(record.match, limit=1)
    return record, first


@blp.route("/v1/matches")
@blp.operation("listMatches", scope="match:read", optional=True, paged=True)
@blp.arguments(requests.MatchListQuery, location="query")
@blp.response(200, responses.MatchPage)
def list_matches(query: dict[str, Any]) -> Any:
    """List public matches: those that wait for players, oldest first, or those being played, the latest first; or your own.

    Your own need a token. Of a match being played you see what every spectator sees.
    """
    if query["status"] == "mine":
        if caller().account is None:
            raise Problem("token-missing", "", headers=challenge())
        return page_of_mine(query, None)
    place, running = cursors.decode(query, int, str), query["status"] == "running"
    if place is not None and (place[0] < 0) is not running:
        raise Problem("invalid", "", [{"parameter": "cursor", "detail": "is not a cursor of this list"}])
    found = context().store.lobby(None if place is None else Open(*place), query["limit"], running=running)
    rotten: list[str] = []
    names = [one.match for one in found]
    shown = [
        summary
        for match, record in zip(names, context().store.load_many(names), strict=True)
        if (summary := readable(match, record, lambda one: representations.summary(one, caller().account), rotten))
        is not None
    ]
    show_people(context().store, shown)
    following = cursors.encode(*found[-1]) if len(found) == query["limit"] else None
    return {"matches": shown, "unavailable": rotten, "next": following}, cursors.link(following)


@blp.route("/v1/matches/<match:match>")
@blp.operation(
    "getMatch",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private", "other-data", "too-many-waiting", "no-place-to-wait"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
)
@blp.arguments(requests.MatchQuery, location="query")
@blp.response(200, responses.Match)
def get_match(query: dict[str, Any], match: str) -> Any:
    """Show a match as you may see it: facts, your view of the game, open decisions and your answers to them.

    The `ETag` is made from your own view: others' acts do not change it.
    """
    record = load_visible(match)
    after, account = query.get("after"), caller().account
    if query["here"] and query["wait"] and account is not None and not holding.is_look_again():
        _note_here(record, account, query["wait"])
    while query["wait"] and after is not None and record.n <= after and record.table["status"] != "closed":
        if "talk" in query and representations.table_talk(record, _seat_of(record))["changes"] != query["talk"]:
            break
        if not holding.until_news({match: str(record.n)}, query["wait"], names=[keys.talk(match)]):
            break
        record = load_visible(match)
    headers = etags.fresh(representations.tag(record, account), **OWN)
    return shown(record, account), headers


def _seat_of(record: Record) -> int | None:
    account = caller().account
    return None if account is None else seat_of(record.table, account)


def _note_arrival(record: Record) -> None:
    """Record that a browser which has just taken a seat will open the table: its first question needs no letter at once."""
    token = caller().token
    if token is not None and token.kind == "session":
        _note_here(record, token.account, 0)


def _note_here(record: Record, account: str, wait: int) -> None:
    """Record that a player is looking at the table until this request is answered, and a little longer.

    A store that takes no writes now, because its memory is full, still shows the table: then letters do not wait.
    """
    if seat_of(record.table, account) is not None and record.table["status"] != "closed":
        with suppress(StoreUnavailable):
            context().store.note_here(record.match, account, wait + BETWEEN)


@blp.route("/v1/matches/<match:match>/view")
@blp.operation(
    "getView",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private", "other-data", *EARLIER_CODES),
    headers=("IF_NONE_MATCH",),
    tagged=True,
)
@blp.arguments(requests.EarlierQuery, location="query")
@blp.response(200, responses.GameView)
def get_view(query: dict[str, Any], match: str) -> Any:
    """Show the game as you may know it, and nothing else.

    With `n`, as your seat (or a spectator) could know it after that entry of the log. The match may first have to
    be replayed by a worker, which takes a moment: until then the answer is `replay-pending`, unless you ask to
    `wait`.
    """
    record = load_visible(match)
    account = caller().account
    seat, n = None if account is None else seat_of(record.table, account), query.get("n")
    moment = (n,) if n is not None else (record.head, None)
    headers = etags.fresh(etags.made_tag("view", match, *moment, seat), **OWN)
    if n is None:
        n, head, seen = record.n, record.head, representations.view(record, seat)
    else:
        seen = view_after(record, seat, n, query["wait"], who=caller().counted_as)
        (line,) = context().store.entries(match, after=n - 1, limit=1)
        head = line["head"]
    return {"match": match, "seat": seat, "n": n, "head": head, "view": seen}, headers


@blp.route("/v1/matches/<match:match>/start", methods=["POST"])
@blp.operation(
    "startMatch",
    scope="match:play",
    codes=(*CHANGE_CODES, "not-owner", "not-full"),
    headers=("IF_MATCH",),
    idempotent="waiting",
    tagged=True,
)
@blp.arguments(requests.Empty, required=False)
@blp.response(202, responses.Match)
def start_match(_: dict[str, Any], match: str) -> Any:
    """Start and deal a match that waits for its owner to start it. Carried out a moment later."""
    conditions(match)
    return after_change(lobby.start(context(), match, account()))


@blp.route("/v1/matches/<match:match>/resign", methods=["POST"])
@blp.operation(
    "resignMatch",
    scope="match:play",
    codes=("not-found", "not-seated", "not-running", *SIGNED_CODES, "other-data"),
    headers=("IF_MATCH",),
    idempotent="waiting",
    tagged=True,
)
@blp.arguments(requests.ResignRequest, required=False)
@blp.response(202, responses.Match)
def resign_match(body: dict[str, Any], match: str) -> Any:
    """Resign from a running match. Carried out a moment later.

    This is an act: `resignation` is its receipt, and sending it again gives the same one.
    """
    conditions(match)
    found, headers = after_change(lobby.resign(context(), match, account(), signature=body.get("signature")))
    if found["resignation"] is not None:
        found["resignation"]["checkpoint"] = newest_checkpoint(found["resignation"]["receipt"])
    return found, headers


@blp.route("/v1/matches/<match:match>/seats/<seat:seat>", methods=["PUT"])
@blp.operation(
    "takeSeat",
    scope="match:play",
    codes=(
        *CHANGE_CODES,
        "full",
        "seat-taken",
        "already-seated",
        "invitation-wrong",
        "removed-from-table",
        "reliability-too-low",
        "entropy-required",
        "too-many-matches",
        "too-many-changes",
        "guest",
        "bot-declines",
    ),
    headers=("IF_MATCH",),
    tagged=True,
)
@blp.arguments(requests.SeatRequest, required=False)
@blp.response(200, responses.Match)
def take_seat(body: dict[str, Any], match: str, seat: int | None) -> Any:
    """Take a seat, or any free one with `me`. The last seat taken starts a match that starts when full.

    Sending it again changes nothing. You may add 32 random bytes to the shuffle: you commit to them now (protocol section
    12.2), and they are published once nobody joins any more.
    """
    conditions(match)
    try:
        record = lobby.join(
            context(),
            match,
            account(),
            seat=seat,
            invitation=body.get("invitation"),
            key=body.get("key"),
            committed=Committed(body.get("entropy_commitment"), body.get("entropy_custody"), body.get("entropy_box")),
        )
    except errors.MatchError as error:
        record = load(match)
        if error.code not in ("already-seated", "not-in-lobby") or not _sits(record, seat):
            raise
    _note_arrival(record)
    return after_change(record)


@blp.route("/v1/matches/<match:match>/seats/<seat:seat>/entropy", methods=["PUT"])
@blp.operation(
    "revealEntropy",
    scope="match:play",
    codes=("not-found", "not-seated", "nothing-to-reveal", "reveal-late", "wrong-entropy", "other-data"),
)
@blp.arguments(requests.RevealRequest)
@blp.response(200, responses.Revealed)
def reveal_entropy(body: dict[str, Any], match: str, seat: int | None) -> Any:
    """Send the entropy that your seat holds itself, once the table is closed.

    Sending it again gives the same receipt. When a seat in `reveal` has sent nothing by the deadline, the match is over before
    anything was dealt.
    """
    record = lobby.reveal(context(), match, account(), seat, body["entropy"])
    memory().put(record)
    wake_soon("resolve", match)
    mine = seat_of(record.table, account_id())
    signed = None if mine is None else lobby.receipt_for_revealing(context(), record.table, mine)
    assert signed is not None
    return {"receipt": signed[0], "signature": signed[1], "checkpoint": newest_checkpoint(signed[0])}


@blp.route("/v1/matches/<match:match>/seats/<seat:seat>", methods=["DELETE"])
@blp.operation("leaveSeat", scope="match:play", codes=(*CHANGE_CODES, "not-seated", "not-owner"), headers=("IF_MATCH",))
@blp.arguments(requests.LeaveQuery, location="query")
@blp.response(204)
def leave_seat(query: dict[str, Any], match: str, seat: int | None) -> None:
    """Give your seat back while the match is in the lobby, or remove somebody from your own match.

    When its owner leaves, the match is cancelled. The owner removes a player by naming seat and `player`; that
    account is told, and cannot sit down in this match again. Sending it again changes nothing, even if somebody
    else sits there by then.
    """
    conditions(match)
    player = query.get("player", account_id())
    if player != account_id():
        if seat is None:
            raise Problem("invalid", "", [{"parameter": "player", "detail": "needs the number of a seat in the path"}])
        memory().put(lobby.remove(context(), match, account(), seat=seat, player=player))
        return
    if seat is not None and not _sits(load(match), seat):
        raise Problem("not-seated", "this is not your seat")
    memory().put(lobby.leave(context(), match, account()))
    wake_soon("resolve", match)


def conditions(match: str) -> None:
    """Check a request's ``If-Match``, if any. :raises Problem: precondition-failed."""
    if etags.has_conditions():
        etags.require(representations.tag(load(match), caller().account))


def after_change(record: Record, **headers: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the changed match as an answer, after waking the workers for whatever else is due."""
    if representations.pending(record) is not None:
        wake_soon("resolve", record.match)
    memory().put(record)
    return shown(record, account_id()), {"ETag": f'"{representations.tag(record, account_id())}"', **headers}


READING = "match:read"
"""The scope without which an answer to an act shows no more of the game than a spectator sees."""


def shown(record: Record, account: str | None) -> dict[str, Any]:
    """Return the match as an account may see it, with the receipt of its resignation."""
    token = caller().token
    seat = None if account is None else seat_of(record.table, account)
    resigned = None if seat is None else receipt_for_resigning(context(), record.table, seat)
    receipt = None if resigned is None else {"receipt": resigned[0], "signature": resigned[1]}
    given = request.args.get("invitation", "")
    made = {**representations.match(record, account, given), "resignation": receipt}
    if token is not None and READING not in token.scopes:
        made["view"] = representations.view(record, None)
    show_people(context().store, [made])
    show_guests(context(), made, record, account)
    return made


def _sits(record: Record, seat: int | None) -> bool:
    mine = seat_of(record.table, account_id())
    return mine is not None and seat in (None, mine)


invitations_blp = Blueprint("invitations", __name__, "Invitations to a table that waits for players.")


@invitations_blp.route("/v1/matches/<match:match>/invitation", methods=["POST"])
@invitations_blp.operation("renewInvitation", scope="match:create", codes=(*CHANGE_CODES, "not-owner"), tagged=True)
@invitations_blp.arguments(requests.RenewalRequest)
@invitations_blp.response(200, responses.Match)
def renew_invitation(body: dict[str, Any], match: str) -> Any:
    """Make another invitation to your table, before the match begins; the previous one ends, in links and in letters.

    `replaces` is the invitation that ends. If another one is already in force, as when this is sent again, nothing changes.
    """
    return after_change(inviting.renew(context(), match, account(), body["replaces"]))


@invitations_blp.route("/v1/matches/<match:match>/invitations", methods=["POST"])
@invitations_blp.operation(
    "invite",
    scope="match:create",
    codes=(*CHANGE_CODES, "not-owner", "full", "too-many-invitations", "bot-declines", "too-many-matches", "guest"),
    tagged=True,
)
@invitations_blp.arguments(requests.InviteRequest)
@invitations_blp.response(200, responses.Match)
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
    people = invited_accounts(context(), owner, body["invite"], address=address(), bots=bots, language=language)
    record = inviting.invite(context(), match, owner, people, language=language, again=body["again"])
    return after_change(seat_bots(context(), record, bots))


@invitations_blp.route("/v1/matches/<match:match>/invitations/<guest:guest>", methods=["DELETE"])
@invitations_blp.operation(
    "endInvitation", scope="match:play", codes=(*CHANGE_CODES, "not-owner", "already-seated"), headers=("IF_MATCH",)
)
@invitations_blp.response(204)
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
