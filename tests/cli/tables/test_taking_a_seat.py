"""Attacked as an operator with all keys would: a player is seated otherwise than his machine has asked for."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.cli.player.client import Client
from service.cli.player.transport import Answer, Transport
from service.cli.table import joining, sealing
from service.cli.table.ownlog import Tampered
from service.cli.table.seating import SeatedElsewhere
from service.keys.signing import Sealer
from service.matches.seating import lobby
from tests.cli.playing.test_play import Player, new_match, started
from tests.cli.served import Served
from tests.cli.tables.test_seeding import WISH, liar

SHORT = ("--preset", "goldsieber-basic", "--option", "round_limit=2")


class Rerouted(Transport):
    """A server that writes what one player sends about seats as if another, of its own, had sent it."""

    other: Transport

    def call(self, method: str, path: str, **options: Any) -> Answer:
        if method == "PUT" and "/seats/" in path:
            return self.other.call(method, path, **options)
        return super().call(method, path, **options)


def seated(live: Served, player: Player, match: str, seat: int) -> None:
    """Seat a player by the store, as an operator could, with nothing that his machine has sent."""
    account = live.context.store.account(player.client().transport.get_me()["account"])
    assert account is not None
    lobby.join(live.context, match, account, seat=seat, invitation=None)


@pytest.mark.parametrize("logged_in", [True, False], ids=["account known", "account unknown"])
def test_a_seat_that_is_logged_for_somebody_else_is_nobody_s_to_act_for(
    live: Served, ada: Player, ben: Player, tmp_path: Path, logged_in: bool
) -> None:
    """The log has Ben's number and key under another name first; that one leaves, and Ben comes without them."""
    match = new_match(ada, *SHORT, "--wait-for-me")
    cid = Player(live, tmp_path, "Cid")
    transport = Rerouted(live.url, ben.token)
    transport.other = Transport(live.url, cid.token)
    client = Client(transport, ben.keep, warn=print)
    if logged_in:
        with pytest.raises(Tampered, match="another player"):
            joining.join(client, match, 1, sign=True)
        return
    ben.keep.forget_login()
    joining.join(client, match, 1, sign=True)
    cid.client().leave(match)
    seated(live, ben, match, 1)
    ada.run("start", match)
    seen = started(ada, match)
    decision = next(one["id"] for one in seen["decisions"] if one["sealed"])
    with pytest.raises(Tampered, match="without what this machine has sent"):
        sealing.seal(ben.client(), match, decision, 1, {"type": "pass"})
    assert list(ben.keep.receipts(match)) == []


def test_a_server_that_seats_a_player_who_did_not_ask_is_found(live: Served, ada: Player) -> None:
    """The server seats whoever creates a match without his number and his key, and calls that done."""
    match = ada.client().create(WISH)["match"]
    seated(live, ada, match, 0)
    with pytest.raises(SeatedElsewhere, match="nothing of it is on this machine"):
        joining.join(ada.client(), match, None, sign=True)


def test_a_second_machine_is_told_that_the_seat_was_taken_without_it(live: Served, ada: Player, ben: Player) -> None:
    match = new_match(ada, *SHORT, "--wait-for-me")
    ben.run("join", match)
    assert "You sit in seat 1" in ben.run("join", match), "the machine that has the number"
    elsewhere = Player(live, ben.folder / "elsewhere", "Ben2")
    elsewhere.run("login", "--server", live.url, "--token", ben.token)
    said = " ".join(elsewhere.run("join", match, code=1).split())
    assert "on another machine" in said


def test_whose_answer_got_lost_still_sits_with_what_was_sent(ada: Player, ben: Player) -> None:
    match = new_match(ada, *SHORT, "--wait-for-me")

    def lie(method: str, path: str, found: Any) -> Any:
        if method == "PUT":
            raise ConnectionError
        return found

    with pytest.raises(ConnectionError):
        joining.join(liar(ben, lie), match, None, sign=True)
    assert joining.join(ben.client(), match, None, sign=True)["seat"] == 1
    assert ben.keep.noted_seat(match) is not None


def _parsed(content: Any) -> Any:
    return content if isinstance(content, dict) else json.loads(content)


def test_a_number_that_is_logged_in_another_s_custody_is_found(ada: Player, ben: Player) -> None:
    """The log says that the server held a number which never left this machine."""
    match = new_match(ada, *SHORT, "--wait-for-me")

    class Changed(Transport):
        def call(self, method: str, path: str, **options: Any) -> Answer:
            if method == "PUT":
                box = Sealer(bytes(31) + b"\x09").seal_bytes(b"{}")
                changes = {"entropy_custody": "escrow", "entropy_box": box}
                options["content"] = {**_parsed(options["content"]), **changes}
            return super().call(method, path, **options)

    client = Client(Changed(ben.url, ben.token), ben.keep, warn=print)
    with pytest.raises(Tampered, match="custody"):
        joining.join(client, match, 1, entropy_custody="client")


SHOWN: dict[str, Callable[[Any], Any]] = {
    "pace": lambda seen: {**seen, "pace": {"kind": "duration", "seconds": 5}},
    "custody": lambda seen: {**seen, "custody": "client"},
    "options": lambda seen: {**seen, "options": {**seen["options"], "preset": "goldsieber-pro"}},
    "entropy": lambda seen: {**seen, "entropy": "required"},
    "rules": lambda seen: {**seen, "rules": "packet-row@1"},
    "hold_seconds": lambda seen: {**seen, "hold_seconds": 77},
    "absence": lambda seen: {**seen, "absence": {**seen["absence"], "misses": 9}},
    "extensions": lambda seen: {**seen, "extensions": {**seen["extensions"], "times": 9}},
    "pauses": lambda seen: {**seen, "pauses": None},
    "vacation": lambda seen: {**seen, "vacation": "clock-stops"},
    "nights": lambda seen: {**seen, "nights": "ignored"},
}


def test_a_match_with_other_terms_than_are_shown_is_not_joined(ada: Player, ben: Player) -> None:
    match = new_match(ada, *SHORT, "--wait-for-me")
    for member, change in SHOWN.items():

        def lie(method: str, path: str, found: Any, change: Callable[[Any], Any] = change) -> Any:
            assert method == "GET"
            return change(found) if path == f"v1/matches/{match}" else found

        with pytest.raises(Tampered, match=f"other {member}"):
            joining.join(liar(ben, lie), match, None)
