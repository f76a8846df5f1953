"""People who stay away: saying that one is there, voting about a seat that is missed (protocol section 12.12); more time, taken
without asking (12.13) or asked for and granted (12.18); and pauses (12.14).
"""

from typing import Any

from engine.match.time_requests import Kind
from engine.protocol.agreements import Wanted
from service.accounts.mail.mail_budgets import invited_accounts
from service.api.account.me import account
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, address, context
from service.api.http.long_poll import wake_soon
from service.api.http.problems import Problem
from service.api.matches.acts import PATH, SIGNED_CODES
from service.api.matches.loading import load, load_visible, memory
from service.api.matches.lobby import after_change
from service.api.matches.log.newest_checkpoint import newest_checkpoint
from service.api.schemas import requests, responses
from service.matches.absence import absence, extensions, handing, pauses, substitutes, time_requests
from service.matches.errors import SignedReceipt
from service.matches.seating.seats import seat_of
from service.store.records import Record

blp = Blueprint("absences", __name__, "People who stay away.")
NAMING = (
    "not-found",
    "not-seated",
    "not-running",
    "no-substitutes",
    "not-missed",
    "not-a-voter",
    "already-seated",
    "other-data",
)
CODES = ("not-found", "not-seated", "not-running", "not-missed", *SIGNED_CODES, "other-data")


@blp.route("/v1/matches/<match:match>/seats/<seat:seat>/presence", methods=["PUT"])
@blp.operation("sayHere", scope="match:play", codes=CODES)
@blp.arguments(requests.HereRequest, required=False)
@blp.response(200, responses.Here)
def say_here(body: dict[str, Any], match: str, seat: int | None) -> Any:
    """Say that you are there, if `absence` of the match says that your seat is missed, or that you stay after all.

    Any answer of yours has the same effect. Sending it again gives the same receipt. It counts until the others'
    decision is carried out.
    """
    record = absence.here(context(), match, account(), seat, body.get("signature"))
    mine = seat_of(record.table, account_id())
    assert mine is not None
    return _after(record, absence.receipt_for_here(context(), record, mine))


@blp.route("/v1/matches/<match:match>/seats/<seat:seat>/vote", methods=["PUT"])
@blp.operation("voteOnAbsence", scope="match:play", codes=(*CODES, "not-a-voter", "choice-not-offered", "paused"))
@blp.arguments(requests.VoteRequest)
@blp.response(200, responses.Voted)
def vote_on_absence(body: dict[str, Any], match: str, seat: int | None) -> Any:
    """Vote about the seat in the path, which is missed or being handed over: wait, let a bot take it, or take the win.

    `absence` of the match says about whom you are asked. Everybody sees your vote. You may change it until there is
    a majority, which is carried out a moment later. Sending it again gives the same receipt.
    """
    if seat is None:
        raise Problem("invalid", "", [{"parameter": "seat", "detail": "name the seat that is missed by its number"}])
    choice, player = body["choice"], body.get("player")
    record = absence.vote(context(), match, account(), seat, choice, body.get("signature"), player)
    mine = seat_of(record.table, account_id())
    assert mine is not None
    return _after(record, absence.receipt_for_vote(context(), record, mine, seat, choice, player))


@blp.route("/v1/matches/<match:match>/seats/<seat:seat>/handing", methods=["PUT"])
@blp.operation(
    "handSeatOver",
    scope="match:play",
    codes=(
        *("not-found", "not-seated", "not-running", "no-handing", "choice-not-offered", "paused"),
        *(*SIGNED_CODES, "other-data"),
    ),
)
@blp.arguments(requests.HandRequest)
@blp.response(200, responses.HandedOver)
def hand_seat_over(body: dict[str, Any], match: str, seat: int | None) -> Any:
    """Ask the others to let you hand your seat over: to a bot, or to somebody whom you have named and who is ready.

    They get a letter and vote as they do about a seat that is missed (`PUT .../seats/{seat}/vote`, with the same
    `choice` as yours, or `wait` for you to stay); the seat changes hands as soon as enough of them agree
    (`majority`). Until then you play on, and your deadlines run; `PUT .../seats/me/presence` takes it back. If only
    bots play with you, nobody has to agree. The same `seq` sent again gives the same receipt.
    """
    place = _numbered(match, seat)
    to = Wanted(body["choice"], body.get("player"))
    record = handing.hand(context(), match, account(), place, to, body["seq"], body.get("signature"))
    return _after(record, handing.receipt_for(context(), record.table, place))


@blp.route("/v1/matches/<match:match>/seats/<seat:seat>/substitutes", methods=["POST"])
@blp.operation("askSubstitute", scope="match:play", codes=(*NAMING, "too-many-invitations", "guest"), tagged=True)
@blp.arguments(requests.SubstituteRequest, required=False)
@blp.response(200, responses.Match)
def ask_substitute(body: dict[str, Any], match: str, seat: int | None) -> Any:
    """Ask somebody to play on in your seat if you stay away, or in a seat about which you are asked.

    They accept with the invitation, which `absence` of the match shows you in `requests`, and which a letter brings
    them. Another request of yours for the same seat ends the previous one. The others still decide: a substitute
    plays only once the others have chosen them, after you were missed and told.
    """
    sender, place = account(), _numbered(match, seat)
    wanted, invited, mail = body.get("invite"), None, ""
    if wanted is not None:
        (found,) = invited_accounts(context(), sender, [wanted], address=address())
        invited, mail = context().store.account(found.account), found.mail
    return after_change(substitutes.ask(context(), match, sender, place, invited, address=mail))


@blp.route("/v1/matches/<match:match>/seats/<seat:seat>/substitute", methods=["PUT"])
@blp.operation(
    "standIn",
    scope="match:play",
    codes=(
        *(
            "not-found",
            "not-running",
            "not-seated",
            "no-substitutes",
            "already-seated",
            "invitation-wrong",
            "no-seat-keys",
        ),
        *("seat-key-needed", "bot-declines", "too-many-matches", "too-many-changes", "other-data", "guest"),
        "removed-from-table",
    ),
    tagged=True,
)
@blp.arguments(requests.StandInRequest, required=False)
@blp.response(200, responses.Match)
def stand_in(body: dict[str, Any], match: str, seat: int | None) -> Any:
    """Say that you are ready to play on in a seat, because somebody asks you to or because you sat there before.

    As soon as the table gives you the seat, you see and answer what its player did, including its hand and what was
    played, and its standing orders go on until you change them (in a seat that signs, they end). To come back you
    need the consent of the others and of the person who has the seat. Somebody who had another seat of the match is
    refused with `already-seated`, because they know its hand.
    """
    place = _numbered(match, seat)
    key = body.get("key")
    return after_change(
        substitutes.stand_in(context(), match, account(), place, invitation=body.get("invitation"), key=key)
    )


@blp.route("/v1/matches/<match:match>/seats/<seat:seat>/substitute", methods=["DELETE"])
@blp.operation("standDown", scope="match:play", codes=("not-found", "not-seated", "private", "other-data"), tagged=True)
@blp.arguments(requests.StandDownQuery, location="query")
@blp.response(200, responses.Match)
def stand_down(query: dict[str, Any], match: str, seat: int | None) -> Any:
    """Say that you will not play on in a seat, as long as it has not been given to you."""
    load_visible(match)  # it changes nothing for strangers, who are not to be answered with the match
    place = _numbered(match, seat)
    return after_change(substitutes.stand_down(context(), match, account(), place, query.get("invitation")))


def _numbered(match: str, seat: int | None) -> int:
    """Return the seat number of a path; ``me`` is the caller's own."""
    if seat is not None:
        return seat
    record = load(match)
    mine = seat_of(record.table, account_id())
    if mine is None:
        raise Problem("not-seated", "")
    return mine


def _after(record: Record, said: SignedReceipt | None) -> dict[str, Any]:
    memory().put(record)
    wake_soon("resolve", record.match)
    assert said is not None
    return {"receipt": said.receipt, "signature": said.signature, "checkpoint": newest_checkpoint(said.receipt)}


extensions_blp = Blueprint("extensions", __name__, "More time, taken without asking anybody.")


@extensions_blp.route(f"{PATH}/extension", methods=["PUT"])
@extensions_blp.operation(
    "takeMoreTime",
    scope="match:play",
    codes=(
        "not-found",
        "not-seated",
        "not-running",
        "gone",
        "not-asked",
        "locked",
        "late",
        "paused",
        "no-extension",
        *SIGNED_CODES,
        "other-data",
    ),
)
@extensions_blp.arguments(requests.ExtensionRequest)
@extensions_blp.response(200, responses.Extension)
def take_more_time(body: dict[str, Any], match: str, decision: str) -> Any:
    """Take more time for a decision that waits for your answer, as often as `extensions` of the match allows.

    The deadline of the whole decision moves by `seconds` of `extensions`; the others are told who took it. It needs nobody's
    consent, and nobody can take it back. The same `seq` sent again gives the same receipt and takes nothing more.
    """
    record = extensions.take(context(), match, account(), decision, body["seq"], body.get("signature"))
    memory().put(record)
    wake_soon("resolve", record.match)
    seat = seat_of(record.table, account_id())
    assert seat is not None
    said = extensions.receipt_for(context(), record.table, seat)
    assert said is not None
    return {"receipt": said.receipt, "signature": said.signature, "checkpoint": newest_checkpoint(said.receipt)}


pauses_blp = Blueprint("pauses", __name__, "Pauses that the people at a table agree on.")


@pauses_blp.route("/v1/matches/<match:match>/pause", methods=["PUT"])
@pauses_blp.operation(
    "wishPause",
    scope="match:play",
    codes=("not-found", "not-seated", "not-running", "no-pause", *SIGNED_CODES, "other-data"),
)
@pauses_blp.arguments(requests.PauseRequest)
@pauses_blp.response(200, responses.PauseWished)
def wish_pause(body: dict[str, Any], match: str) -> Any:
    """Say that you want a pause (`pause: true`), or no longer want it.

    When enough people want it (`pauses` of the match says how many), the match stands still a moment later: nothing
    is resolved, no act is taken, no time runs out. It goes on when not enough people want it any more, at the
    latest after `seconds`; every deadline moves by exactly that time. After that there is no other pause before a
    decision is resolved. The same `seq` sent again gives the same receipt.
    """
    record = pauses.wish(context(), match, account(), body["pause"], body["seq"], body.get("signature"))
    memory().put(record)
    wake_soon("resolve", record.match)
    seat = seat_of(record.table, account_id())
    assert seat is not None
    said = pauses.receipt_for(context(), record.table, seat)
    assert said is not None
    return {"receipt": said.receipt, "signature": said.signature, "checkpoint": newest_checkpoint(said.receipt)}


time_requests_blp = Blueprint("time-requests", __name__, "More time that seats ask the others for.")
TIME_CODES = (
    "not-found",
    "not-seated",
    "not-running",
    "gone",
    "locked",
    "late",
    "paused",
    "no-time-request",
    *SIGNED_CODES,
    "other-data",
)


@time_requests_blp.route(f"{PATH}/time-request", methods=["PUT"])
@time_requests_blp.operation("askForTime", scope="match:play", codes=(*TIME_CODES, "not-asked"))
@time_requests_blp.arguments(requests.AskForTimeRequest)
@time_requests_blp.response(200, responses.TimeAskedFor)
def ask_for_time(body: dict[str, Any], match: str, decision: str) -> Any:
    """Ask the others for `seconds` more for a decision that waits for your answer, once for each decision.

    They get a letter. When enough of them grant it before the deadline (`time_requests` of the match says how
    many), the deadline of the whole decision moves by exactly that time, for all who are asked. Silence grants
    nothing, and you are told the result. If only bots play with you, it is granted at once. The same `seq` sent
    again gives the same receipt.
    """
    record = time_requests.ask(
        context(), match, account(), decision, body["seconds"], body["seq"], body.get("signature")
    )
    return _after_time(record, "asked")


@time_requests_blp.route(f"{PATH}/time-response", methods=["PUT"])
@time_requests_blp.operation("answerTimeRequest", scope="match:play", codes=(*TIME_CODES, "not-a-voter"))
@time_requests_blp.arguments(requests.TimeResponseRequest)
@time_requests_blp.response(200, responses.TimeAnswered)
def answer_time_request(body: dict[str, Any], match: str, decision: str) -> Any:
    """Say whether you grant a seat the time that it asks for; everybody sees it. You may change your answer until it is decided.

    The same `seq` sent again gives the same receipt.
    """
    record = time_requests.respond(
        context(), match, account(), decision, body["requester"], body["grant"], body["seq"], body.get("signature")
    )
    return _after_time(record, "answered")


def _after_time(record: Record, kind: Kind) -> dict[str, Any]:
    memory().put(record)
    wake_soon("resolve", record.match)
    seat = seat_of(record.table, account_id())
    assert seat is not None
    said = time_requests.receipt_for(context(), record.table, kind, seat)
    assert said is not None
    return {"receipt": said.receipt, "signature": said.signature, "checkpoint": newest_checkpoint(said.receipt)}
