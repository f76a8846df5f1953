"""Joining and revealing over HTTP: what is answered, and what is refused with which problem."""

import json
from typing import Any

import pytest

from engine.protocol.canon import b64, canonical, unb64
from engine.protocol.chance import entropy_commitment
from engine.protocol.log import FIRST_HEAD, next_head
from engine.protocol.seal import head_bytes, receipt_bytes
from service.context import Context
from service.keys.signing import verify_signature
from tests.service.api.players import Player
from workers.resolve.drain import drain_once

VALUE = bytes(range(32))
WISH = {"rules": "kontor", "sit": False}


def created(ada: Player, **wishes: Any) -> Any:
    answer = ada.post("/v1/matches", {**WISH, **wishes})
    assert answer.status_code == 201
    return answer.get_json()


def committed(match: str, seat: int) -> dict[str, str]:
    return {"entropy_commitment": entropy_commitment(match, seat, VALUE), "entropy_custody": "client"}


def test_creating_a_match_binds_the_server_by_its_signed_first_entry(context: Context, ada: Player) -> None:
    made = created(ada)
    line = made["created"]
    assert (line["entry"]["type"], line["entry"]["body"]["match"]) == ("created", made["match"])
    assert line["entry"]["body"]["protocol"] == "siegelpost/1"
    head = next_head(FIRST_HEAD, line["entry"])
    assert line["head"] == b64(head)
    signed = head_bytes(made["match"], 1, head)
    assert verify_signature(context.signer.public_bytes, signed, unb64(line["sig"]))
    (first,) = context.store.lines(made["match"], limit=1)
    assert canonical(line) == first.rstrip(b"\n")


def test_a_seat_that_holds_its_entropy_itself_is_asked_for_it_and_gets_a_receipt(
    context: Context, ada: Player, ben: Player
) -> None:
    match = created(ada)["match"]
    place = f"/v1/matches/{match}/seats"
    assert ada.put(f"{place}/0", committed(match, 0)).status_code == 200
    assert ada.get(f"/v1/matches/{match}").get_json()["reveal"] is None
    assert ada.put(f"{place}/0/entropy", {"entropy": b64(VALUE)}).get_json()["type"].endswith("/nothing-to-reveal")
    assert ben.put(f"{place}/1", committed(match, 1)).status_code == 200
    drain_once(context)
    seen = ada.get(f"/v1/matches/{match}")
    asked = seen.get_json()
    assert (asked["reveal"]["seats"], asked["reveal"]["mine"], asked["waiting_for"]) == ([0, 1], True, [0, 1])
    known = ada.get("/v1/me/waiting")
    [waits] = known.get_json()["reveals"]
    assert (waits["match"], waits["seat"], waits["deadline_at"]) == (match, 0, asked["reveal"]["deadline_at"])
    assert ada.get("/v1/me/waiting", If_None_Match=known.headers["ETag"]).status_code == 304
    wrong = ada.put(f"{place}/0/entropy", {"entropy": b64(bytes(32))})
    assert (wrong.status_code, wrong.get_json()["errors"][0]["pointer"]) == (422, "/entropy")
    assert wrong.get_json()["type"].endswith("/wrong-entropy")
    done = ada.put(f"{place}/0/entropy", {"entropy": b64(VALUE)})
    assert done.status_code == 200
    held = done.get_json()
    assert verify_signature(context.signer.public_bytes, receipt_bytes(held["receipt"]), unb64(held["signature"]))
    assert ada.put(f"{place}/me/entropy", {"entropy": b64(VALUE)}).get_json() == held
    after = ada.get(f"/v1/matches/{match}")
    assert after.get_json()["reveal"]["mine"] is False
    assert ada.sees("/v1/me/waiting")["reveals"] == []
    assert after.headers["ETag"] != seen.headers["ETag"]
    others = ben.get(f"/v1/matches/{match}").get_json()
    assert others["reveal"] == {**asked["reveal"], "seconds_left": others["reveal"]["seconds_left"]}, (
        "who has, is hidden"
    )
    assert b64(VALUE) not in json.dumps(others)


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"entropy": b64(VALUE)}, "/entropy"),
        ({"entropy_commitment": "se1_" + b64(VALUE)}, "/entropy_custody"),
        ({"entropy_commitment": "se1_short", "entropy_custody": "client"}, "/entropy_commitment"),
        ({"entropy_commitment": "se1_" + b64(VALUE), "entropy_custody": "mail"}, "/entropy_custody"),
        ({"entropy_commitment": "se1_" + b64(VALUE), "entropy_custody": "escrow"}, "/entropy_box"),
        (
            {"entropy_commitment": "se1_" + b64(VALUE), "entropy_custody": "escrow", "entropy_box": "x" * 9_000},
            "/entropy_box",
        ),
    ],
)
def test_entropy_of_another_form_is_refused_and_the_member_is_named(
    ada: Player, body: dict[str, str], pointer: str
) -> None:
    match = created(ada)["match"]
    refused = ada.put(f"/v1/matches/{match}/seats/0", body)
    assert (refused.status_code, refused.get_json()["errors"][0]["pointer"]) == (422, pointer)
    assert ada.get(f"/v1/matches/{match}").get_json()["n"] == 1


def test_a_commitment_needs_a_seat_by_its_number(ada: Player) -> None:
    match = created(ada)["match"]
    refused = ada.put(f"/v1/matches/{match}/seats/me", committed(match, 0))
    assert (refused.status_code, refused.get_json()["errors"][0]["pointer"]) == (422, "/entropy_commitment")
    assert "by its number" in refused.get_json()["detail"]
