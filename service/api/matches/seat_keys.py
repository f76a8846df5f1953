"""The key that a seat signs with: changing it, asking the others to agree to another, agreeing (protocol section 12.9)."""

from typing import Any

from service.api.account.me import account
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, context
from service.api.http.problems import Problem
from service.api.matches.acts import SIGNED_CODES
from service.api.matches.loading import memory
from service.api.matches.lobby import shown
from service.api.schemas import requests, responses
from service.matches import seat_keys
from service.store.records import Record

blp = Blueprint("seat keys", __name__, "Keys that seats sign with.")
PATH = "/v1/matches/<match:match>/seats/<seat:seat>/key"
CODES = ("not-found", "not-seated", "not-running", "other-data")


@blp.route(PATH, methods=["PUT"])
@blp.operation(
    "changeSeatKey",
    scope="match:play",
    codes=(*CODES, "no-seat-keys", "nobody-to-consent", "signature-wrong", "too-many-changes"),
)
@blp.arguments(requests.KeyRequest)
@blp.response(200, responses.Match)
def change_seat_key(body: dict[str, Any], match: str, seat: int | None) -> Any:
    """Sign with another key from now on, in a match that is running and in a seat that was taken with one.

    With a `signature` over the act `key`, made with the key in force, it is carried out at once. Without it you ask
    everybody else at the table to agree; `key_changes` of the match says who has yet to. Everybody is told either
    way. Standing orders signed with the old key end. Sending it again changes nothing; a different key needs
    everybody's consent again.
    """
    return _after(seat_keys.change_key(context(), match, account(), seat, body["key"], body.get("signature")))


@blp.route(PATH, methods=["DELETE"])
@blp.operation("takeBackSeatKey", scope="match:play", codes=(*CODES, "no-seat-keys"))
@blp.response(200, responses.Match)
def take_back_seat_key(match: str, seat: int | None) -> Any:
    """Withdraw your request for another key. What was already carried out stays."""
    return _after(seat_keys.take_back(context(), match, account(), seat))


@blp.route(f"{PATH}/consent", methods=["PUT"])
@blp.operation(
    "consentToSeatKey", scope="match:play", codes=(*CODES, *SIGNED_CODES, "no-key-asked", "too-many-changes")
)
@blp.arguments(requests.KeyRequest)
@blp.response(200, responses.Match)
def consent_to_seat_key(body: dict[str, Any], match: str, seat: int | None) -> Any:
    """Agree that the seat in the path signs with this key from now on: `key` is the one in `key_changes`.

    A seat that signs gives its `signature` over the act `consent`. The change is carried out when the last one
    agrees. First ask the player outside this server, because whoever holds the new key acts for that seat.
    """
    if seat is None:
        raise Problem("invalid", "", [{"parameter": "seat", "detail": "name the seat that asks by its number"}])
    return _after(seat_keys.consent(context(), match, account(), seat, body["key"], body.get("signature")))


def _after(record: Record) -> dict[str, Any]:
    memory().put(record)
    return shown(record, account_id())
