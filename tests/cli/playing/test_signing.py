"""A player who signs: nobody else acts for the seat, and the log proves it (protocol section 12.9)."""

import json
from typing import Any

import pytest

from engine.protocol.canon import b64
from service.cli.bot import play_waiting
from service.cli.player.client import Client
from service.cli.player.transport import Refused
from service.cli.table import sealing
from service.cli.table.sealing import Custody
from service.cli.table.seat_key import KeyElsewhere, SeatSigner
from tests.cli.playing.test_play import Player, new_match, started, wait_for
from tests.cli.served import Served

KONTOR = ("--preset", "goldsieber-basic", "--option", "round_limit=2")
"""Sealed and open decisions; who answered an open one is hidden until the end."""
ANNO = ("--rules", "anno-1701", "--option", "turn_limit=4")
"""Orders are shown, so signatures of answers to open decisions stand beside them."""


def table(ada: Player, ben: Player, *options: str) -> str:
    """Ada signs, Ben does not."""
    match = new_match(ada, *options, "--sign")
    ben.run("join", match)
    seen = started(ada, match)
    assert [seat["key"] is not None for seat in seen["seats"]] == [True, False]
    return match


def entries(player: Player, match: str) -> list[Any]:
    return [json.loads(line)["entry"] for line in player.run("log", match).splitlines()]


def asked(client: Client, match: str, *, sealed: bool) -> Any:
    """Return a decision that waits for this player's answer."""
    seen = client.match(match)
    found = [one for one in seen["decisions"] if one["sealed"] == sealed and seen["seat"] in one["seats"]]
    return next(one for one in found if one["mine"] is None)


@pytest.mark.parametrize(("options", "custody"), [(KONTOR, "client"), (ANNO, "escrow")])
def test_a_match_of_which_one_player_signs_is_played_to_its_end_and_verified(
    live: Served, ada: Player, ben: Player, options: tuple[str, ...], custody: Custody
) -> None:
    match = table(ada, ben, *options)
    clients = [ada.client(), ben.client()]
    seen = clients[0].match(match)
    while seen["status"] != "closed":
        answered = sum(play_waiting(client, custody, lambda _: None) for client in clients)
        seen = clients[0].match(match) if answered else clients[0].match(match, after=seen["n"], wait=25)
    said = json.loads(ada.run("verify", f"{live.url}/v1/matches/{match}/log.jsonl", "--json"))
    assert (said["verdict"], said["reason"]) == ("PASS", "")
    log = entries(ada, match)
    locked = [seat for one in log if one["type"] == "locked" for seat in one["body"]["seats"]]
    assert locked or options is ANNO
    assert all(("signature" in seat) == (seat["seat"] == 0) for seat in locked)


def test_an_unsigned_act_of_a_seat_that_signs_is_refused(ada: Player, ben: Player) -> None:
    """Whoever has the token alone cannot seal, withdraw, set orders or resign."""
    match = table(ada, ben, *KONTOR)
    client = ada.client()
    decision = asked(client, match, sealed=True)
    move = client.moves(match, decision["id"])[0]
    path = f"v1/matches/{match}/decisions/{decision['id']}"
    opening = sealing.new_opening(client.log(match), decision["id"], 0, move)
    wrong = b64(bytes(64))
    for method, where, body in (
        ("PUT", f"{path}/commitment", {"move": move}),
        ("PUT", f"{path}/commitment", {"opening": opening}),
        ("PUT", f"{path}/commitment", {"commitment": "sc1_" + b64(bytes(32))}),
        ("PUT", f"v1/matches/{match}/orders", {"orders": {}}),
        ("POST", f"v1/matches/{match}/resign", {}),
    ):
        for signature in ({}, {"signature": wrong}):
            if "move" in body and signature:
                continue
            with pytest.raises(Refused) as refused:
                client.transport.call(method, where, content={**body, **signature})
            assert refused.value.code in ("signature-wrong" if signature else "signature-needed", "illegal-move"), where
    sealed = sealing.seal(client, match, decision["id"], 0, move)
    with pytest.raises(Refused) as refused:
        client.transport.call("DELETE", f"{path}/commitment", params={"replaces": 1})
    assert refused.value.code == "signature-needed"
    assert sealing.withdraw(client, match, decision["id"], 0, replaces=1).signed["receipt"]["seq"] == 2
    assert sealing.seal(client, match, decision["id"], 0, move, replaces=2).commitment != sealed.commitment


def test_a_seat_without_a_key_signs_nothing(ada: Player, ben: Player) -> None:
    match = table(ada, ben, *KONTOR)
    client = ben.client()
    decision = asked(client, match, sealed=True)
    move = client.moves(match, decision["id"])[0]
    with pytest.raises(Refused) as refused:
        path = f"v1/matches/{match}/decisions/{decision['id']}/commitment"
        client.transport.call("PUT", path, content={"move": move, "signature": b64(bytes(64))})
    assert refused.value.code == "no-seat-key"


def test_only_the_machine_with_the_key_plays(live: Served, ada: Player, ben: Player) -> None:
    match = table(ada, ben, *KONTOR)
    elsewhere = Player(live, ada.folder / "elsewhere", "Ada2")
    elsewhere.run("login", "--server", live.url, "--token", ada.token)
    with pytest.raises(KeyElsewhere, match="is on the machine where you joined"):
        SeatSigner(elsewhere.keep, elsewhere.client().log(match), 0)
    assert "is on the machine where you joined" in elsewhere.run("resign", match, "--yes", code=1)
    ada.run("resign", match, "--yes")
    assert "It was given up" in ben.run("watch", match)
    resigned = next(one["body"] for one in entries(ada, match) if one["type"] == "resigned")
    assert resigned["signature"]


def test_signed_orders_answer_and_the_log_shows_by_which_act(live: Served, ada: Player, ben: Player) -> None:
    """With orders of both, the match goes on to its end; who had answered by orders is told and proved when it is over."""
    match = table(ada, ben, "--rules", "packet-row", "--hold", "0s")
    programme = {"harbour": [{"open": sign} for sign in "GDMB"], "last_else": "pass", "else": "decline"}
    for player in (ada, ben):
        player.run("orders", match, "--set", "-", typed=json.dumps({"final": "wait"}))
        player.run("orders", match, "--clear")
        player.run("orders", match, "--set", "-", typed=json.dumps(programme))
    wait_for(ada, match, "closed")
    log = entries(ada, match)
    rows = [row for one in log if one["type"] == "answered" for row in one["body"]["answers"]]
    signed = [row[5] for row in rows if row[1] == 0 and row[2] == "order"]
    assert signed and all(number == 3 for _, number, _ in signed)
    assert all(row[5] is None for row in rows if row[1] == 1)
    said = json.loads(ada.run("verify", f"{live.url}/v1/matches/{match}/log.jsonl", "--json"))
    assert (said["verdict"], said["reason"]) == ("PASS", "")
