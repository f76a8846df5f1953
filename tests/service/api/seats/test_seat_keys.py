"""Keys of seats over HTTP: who is asked sees it, and requests are refused by name (protocol section 12.9)."""

from typing import Any

import pytest
from nacl.signing import SigningKey

from engine.protocol.canon import b64
from service.context import Context
from tests.service.api.players import Player, refused
from workers.resolve.drain import drain_once

KEYS = [b64(bytes(SigningKey(bytes([number] * 32)).verify_key)) for number in range(3)]


@pytest.fixture
def path(context: Context, ada: Player, ben: Player) -> str:
    """A running match in which Ada signs."""
    match = ada.post("/v1/matches", {"rules": "kontor", "sit": False}).get_json()["match"]
    for player, body in ((ada, {"key": KEYS[0]}), (ben, {})):
        assert player.put(f"/v1/matches/{match}/seats/me", body).status_code == 200
    drain_once(context)
    return f"/v1/matches/{match}"


def test_a_consent_waits_for_who_is_asked_and_for_nobody_else(path: str, ada: Player, ben: Player) -> None:
    tag = ben.get(path).headers["ETag"]
    assert ben.sees("/v1/me/waiting")["consents"] == []
    asked = ada.put(f"{path}/seats/0/key", {"key": KEYS[1]}).get_json()
    change = {"seat": 0, "key": KEYS[1], "seq": 1, "consents": [], "awaited": [1]}
    assert (asked["key_changes"], asked["seats"][0]["key"]) == ([change], KEYS[0])
    assert ben.get(path).headers["ETag"] != tag
    [waits] = ben.sees("/v1/me/waiting")["consents"]
    assert (waits["change"], waits["seat"]) == (change, 1)
    assert ada.sees("/v1/me/waiting")["consents"] == []
    agreed = ben.put(f"{path}/seats/0/key/consent", {"key": KEYS[1]}).get_json()
    assert (agreed["key_changes"], agreed["seats"][0]["key"]) == ([], KEYS[1])
    assert ben.sees("/v1/me/waiting")["consents"] == []


def test_asking_for_a_key_can_be_taken_back(path: str, ada: Player, ben: Player) -> None:
    ada.put(f"{path}/seats/me/key", {"key": KEYS[1]})
    assert ada.delete(f"{path}/seats/me/key").get_json()["key_changes"] == []
    refused(ben.put(f"{path}/seats/0/key/consent", {"key": KEYS[1]}), 409, "no-key-asked")


@pytest.mark.parametrize(
    ("who", "place", "body", "status", "code"),
    [
        ("ada", "0/key", {}, 422, "invalid"),
        ("ada", "0/key", {"key": "short"}, 422, "invalid"),
        ("ada", "0/key", {"key": KEYS[1], "signature": "A" * 86}, 422, "signature-wrong"),
        ("ada", "1/key", {"key": KEYS[1]}, 403, "not-seated"),
        ("ben", "0/key", {"key": KEYS[1]}, 403, "not-seated"),
        ("ben", "1/key", {"key": KEYS[1]}, 422, "no-seat-keys"),
        ("ben", "0/key/consent", {"key": KEYS[1]}, 409, "no-key-asked"),
        ("ben", "7/key/consent", {"key": KEYS[1]}, 409, "no-key-asked"),
        ("ben", "me/key/consent", {"key": KEYS[1]}, 422, "invalid"),
    ],
)
def test_what_is_refused_is_named(
    path: str, ada: Player, ben: Player, who: str, place: str, body: Any, status: int, code: str
) -> None:
    refused({"ada": ada, "ben": ben}[who].put(f"{path}/seats/{place}", body), status, code)
