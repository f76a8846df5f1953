"""What partners and their tests do at a table of two teams."""

from typing import Any

from werkzeug.test import TestResponse

from engine.verifier.replay import Report, verify
from service.keys.signing import verify_signature
from tests.service.api.players import Player, Table

WINDOW = "r1.confer.0"


def show(table: Table) -> None:
    """Reveal the cards: all four show two fingers."""
    for player in table.players:
        answer = player.put(f"{table.here()}/commitment", {"move": {"show": 2}})
        assert answer.status_code == 200, answer.data
    table.resolve()


def claim(table: Table) -> None:
    """Let the seat whose turn it is answer; nothing is resolved yet."""
    seat = table.standing()["seats"][0]
    assert table.players[seat].put(f"{table.here()}/move", {"move": {"claim": "leave"}}).status_code == 200


def say(table: Table, player: Player, text: str = "psst", channel: str = WINDOW, **headers: str) -> TestResponse:
    """Say something to the partner."""
    return player.post(f"{table.path}/messages", {"channel": channel, "text": text}, **headers)


def heard(table: Table, player: Player) -> Any:
    """Return what a player may know of what was said."""
    return player.sees(f"{table.path}/messages")


def texts(table: Table, player: Player) -> list[str]:
    """Return only the words of it."""
    return [one["text"] for one in heard(table, player)["messages"]]


def export(table: Table) -> bytes:
    """Return the log."""
    return b"".join(table.context.store.lines(table.match))


def proof(table: Table) -> Report:
    """Verify the log."""
    public = table.context.signer.public_bytes
    return verify(
        export(table), check_signature=lambda message, signature: verify_signature(public, message, signature)
    )
