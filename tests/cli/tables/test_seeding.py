"""The command line and the seed: it binds the server before it sends anything, and believes no other deal."""

import json
from collections.abc import Callable
from typing import Any, cast

import pytest

from engine.protocol.canon import b64, unb64
from engine.protocol.log import FIRST_HEAD, Entry, export_line, next_head
from service.cli.bot import play_waiting
from service.cli.player.client import Client
from service.cli.player.transport import Answer, Transport
from service.cli.table import joining, sealing
from service.cli.table.ownlog import Tampered
from service.matches.seating import lobby
from tests.cli.playing.test_play import Player, new_match, started
from tests.cli.served import Served

SHORT = ("--preset", "goldsieber-basic", "--option", "round_limit=2")


def kinds(player: Player, match: str) -> list[str]:
    return [json.loads(line)["entry"]["type"] for line in player.keep.log(match).splitlines()]


def test_a_match_of_two_is_played_to_its_end_and_verified(live: Served, ada: Player, ben: Player) -> None:
    match = new_match(ada, *SHORT, "--entropy")
    assert kinds(ada, match)[:2] == ["created", "joined"], "the first entry is kept before anything is sent"
    ben.run("join", match, "--entropy-custody", "client")
    seen = wait_seated(ben, match)
    assert seen["reveal"]["mine"] and seen["status"] == "lobby"
    assert "Sent your random number" in ben.run("play", match, "--patience", "0", typed="q\n")
    started(ada, match)
    clients = [ada.client(), ben.client()]
    seen = clients[0].match(match)
    while seen["status"] != "closed":
        answered = sum(play_waiting(client, "escrow", lambda _: None) for client in clients)
        seen = clients[0].match(match) if answered else clients[0].match(match, after=seen["n"], wait=25)
    said = json.loads(ben.run("verify", f"{live.url}/v1/matches/{match}/log.jsonl", "--json"))
    assert (said["verdict"], said["reason"]) == ("PASS", "")
    chance = next(one for one in said["unproved"] if one["code"] == "chance")
    assert (chance["client_seats"], chance["escrow_seats"], chance["beacon"]) == ([1], [0], 0)
    held = [one["receipt"]["act"] for one in ben.keep.receipts(match)]
    assert held[0] == "reveal"
    assert "All random numbers are published." in ben.run("watch", match, "--all")


def wait_seated(player: Player, match: str) -> Any:
    client = player.client()
    seen = client.match(match)
    while seen["reveal"] is None:
        seen = client.match(match, after=seen["n"], wait=25)
    return seen


def test_a_server_that_seats_a_player_anew_without_number_and_key_gets_no_act_of_his(
    live: Served, ada: Player, ben: Player
) -> None:
    """Attacked: the operator writes that Ben left and came back, without his number and his key, and could act for him then."""
    match = new_match(ada, *SHORT, "--wait-for-me")
    ben.run("join", match, "--sign")
    account = ben.client().transport.get_me()["account"]
    stored = live.context.store.account(account)
    assert stored is not None
    lobby.leave(live.context, match, stored)
    lobby.join(live.context, match, stored, seat=1, invitation=None)
    ada.run("start", match)
    seen = started(ada, match)
    decision = next(one["id"] for one in seen["decisions"] if one["sealed"])
    with pytest.raises(Tampered, match="without what this machine has sent"):
        sealing.seal(ben.client(), match, decision, 1, {"type": "pass"})
    assert list(ben.keep.receipts(match)) == []


def test_who_leaves_and_comes_back_is_not_alarmed(ada: Player, ben: Player) -> None:
    match = new_match(ada, *SHORT, "--wait-for-me")
    ben.run("join", match, "--sign")
    ben.run("leave", match)
    ben.run("join", match)
    ada.run("start", match)
    assert started(ben, match)["status"] == "running"
    assert ben.client().log(match).n > 5


def test_a_machine_that_does_not_have_the_number_says_so(live: Served, ada: Player, ben: Player) -> None:
    match = new_match(ada, "--entropy-custody", "client")
    ben.run("join", match)
    wait_seated(ada, match)
    elsewhere = Player(live, ada.folder / "elsewhere", "Ada2")
    elsewhere.run("login", "--server", live.url, "--token", ada.token)
    assert "run 'siegelpost play' where you took your seat" in " ".join(elsewhere.run("play", match).split())


def test_the_random_number_of_a_private_match_is_joined_with_its_invitation(ada: Player, ben: Player) -> None:
    made = json.loads(ada.run("new", "--json", "--private"))
    ben.run("join", made["match"], "--invitation", made["invitation"])
    assert started(ben, made["match"])["status"] == "running"


class Doctored(Transport):
    """A server that answers as a liar would have it."""

    lie: Callable[[str, str, Any], Any] = staticmethod(lambda method, path, found: found)

    def call(self, method: str, path: str, **options: Any) -> Answer:
        answer = super().call(method, path, **options)
        if path.endswith(".jsonl"):
            changed = self.lie(method, path, answer.body)
            return answer if changed is answer.body else replaced(answer, changed)
        found = answer.json()
        changed = self.lie(method, path, found)
        return replaced(answer, json.dumps(changed).encode())


def replaced(answer: Answer, body: bytes) -> Answer:
    return Answer(answer.status, answer.headers, body)


def liar(player: Player, lie: Callable[[str, str, Any], Any]) -> Client:
    transport = Doctored(player.url, player.token)
    transport.lie = lie
    return Client(transport, player.keep, warn=print)


def resigned(live: Served, line: Any, **changes: Any) -> Any:
    """Return the first line with another body, signed with the server's own key."""
    entry = {**line["entry"], "body": {**line["entry"]["body"], **changes}}
    head = next_head(FIRST_HEAD, cast(Entry, entry))
    return {
        "entry": entry,
        "head": b64(head),
        "sig": b64(live.context.signer.sign_head(entry["body"]["match"], 1, head)),
    }


WISH = {
    "rules": "kontor",
    "seats": 2,
    "options": {"preset": "tilsit"},
    "sit": False,
    "pace": {"kind": "duration", "seconds": 60},
    "absence": {"misses": 3},
    "extensions": {"times": 2},
    "pauses": {"seconds": 60},
    "nights": "ignored",
    "vacation": "plays-on",
}


def created_with(change: Callable[[Any], Any]) -> Callable[[str, str, Any], Any]:
    def lie(method: str, path: str, found: Any) -> Any:
        if method == "POST" and path == "v1/matches":
            return {**found, "created": change(found["created"])}
        return found

    return lie


def unsigned(line: Any) -> Any:
    return {**line, "sig": b64(bytes(64))}


def another_head(line: Any) -> Any:
    return {**line, "head": b64(bytes(32))}


def changed_unsigned(line: Any) -> Any:
    return {**line, "entry": {**line["entry"], "body": {**line["entry"]["body"], "seed": "ss1_" + b64(bytes(32))}}}


@pytest.mark.parametrize(
    ("change", "reason"),
    [(unsigned, "signature"), (another_head, "head"), (changed_unsigned, "head"), (lambda _: {"x": 1.5}, "is none")],
)
def test_a_first_entry_that_is_not_signed_is_not_believed(
    ada: Player, change: Callable[[Any], Any], reason: str
) -> None:
    with pytest.raises(Tampered, match=reason):
        liar(ada, created_with(change)).create(WISH)


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("rules", "packet-row@1"),
        ("seats", 4),
        ("custody", "client"),
        ("entropy", "required"),
        ("pace", {"kind": "duration", "seconds": 5}),
        ("options", {"preset": "goldsieber-pro"}),
        ("absence", {"majority": "all", "misses": 1, "notice_seconds": 1}),
        ("extensions", {"seconds": 1, "times": 20}),
        ("pauses", {"majority": "most", "seconds": 7_776_000}),
        ("nights", "kept"),
        ("vacation", "clock-stops"),
    ],
)
def test_a_match_on_other_terms_than_asked_for_is_not_joined(
    live: Served, ada: Player, member: str, value: Any
) -> None:
    """Attacked: the server signs another match than the one that was wished for."""
    lie = created_with(lambda line: resigned(live, line, **{member: value}))
    with pytest.raises(Tampered, match=f"other {member}"):
        liar(ada, lie).create(WISH)


@pytest.mark.parametrize("member", ["protocol", "resolver", "beacon"])
def test_a_match_of_another_protocol_is_not_created(live: Served, ada: Player, member: str) -> None:
    """Attacked: the server signs a match of a form that no protocol has, in which less could be proved."""

    def downgraded(line: Any) -> Any:
        del line["entry"]["body"][member]
        return resigned(live, line)

    with pytest.raises(Tampered, match=f"/{member}"):
        liar(ada, created_with(downgraded)).create(WISH)


def test_a_match_of_a_protocol_that_this_program_does_not_know_is_not_created(live: Served, ada: Player) -> None:
    lie = created_with(lambda line: resigned(live, line, protocol="siegelpost/9"))
    with pytest.raises(Tampered, match="/protocol"):
        liar(ada, lie).create(WISH)


def test_a_server_that_changes_its_seed_after_the_first_entry_is_found(live: Served, ada: Player) -> None:
    """Attacked: the key's owner shows another entry 1, with another seed, once the entropy has come."""
    client = ada.client()
    match = client.create(WISH)["match"]
    first = json.loads(ada.keep.log(match))

    def lie(method: str, path: str, found: Any) -> Any:
        if not path.endswith("/log.jsonl"):
            return found
        lines = [json.loads(line) for line in found.splitlines()]
        if lines and lines[0]["entry"]["n"] == 1:
            return found
        line = resigned(live, first, seed="ss1_" + b64(bytes(32)))
        out, head = b"", unb64(line["head"])
        for one in lines:
            head = next_head(head, one["entry"])
            raw = live.context.signer.sign_head(match, one["entry"]["n"], head)
            out += export_line({"entry": one["entry"], "head": b64(head), "sig": b64(raw)})
        return out

    with pytest.raises(Tampered, match="head does not follow"):
        joining.join(liar(ada, lie), match, None)


def test_a_server_that_logs_other_entropy_than_was_sent_is_found(live: Served, ada: Player) -> None:
    match = ada.client().create(WISH)["match"]

    def lie(method: str, path: str, found: Any) -> Any:
        if not path.endswith("/log.jsonl"):
            return found
        head, out = unb64(json.loads(ada.keep.log(match).splitlines()[-1])["head"]), b""
        for line in found.splitlines():
            entry = json.loads(line)["entry"]
            if entry["type"] == "joined":
                entry["body"]["entropy"] = "se1_" + b64(bytes(32))
            head = next_head(head, entry)
            raw = live.context.signer.sign_head(match, entry["n"], head)
            out += export_line({"entry": entry, "head": b64(head), "sig": b64(raw)})
        return out

    with pytest.raises(Tampered, match="does not carry the entropy"):
        joining.join(liar(ada, lie), match, None)


def test_nothing_is_revealed_before_the_log_says_that_nobody_joins_any_more(live: Served, ada: Player) -> None:
    """Attacked: the server asks for the value while a seat is still free, for an accomplice to choose after it."""
    from service.cli.player.client import NotAsked

    match = new_match(ada, "--entropy-custody", "client")
    sent: list[str] = []

    def lie(method: str, path: str, found: Any) -> Any:
        sent.append(f"{method} {path}")
        return found

    with pytest.raises(NotAsked):
        joining.reveal(liar(ada, lie), match, 0)
    assert not any(one.startswith("PUT") for one in sent)


def test_a_receipt_for_revealing_that_is_not_ours_is_found(live: Served, ada: Player, ben: Player) -> None:
    match = new_match(ada, "--entropy-custody", "client")
    ben.run("join", match)
    wait_seated(ada, match)

    def lie(method: str, path: str, found: Any) -> Any:
        if method != "PUT":
            return found
        said = {**found["receipt"], "seat": 1}
        return {"receipt": said, "signature": live.context.signer.sign_receipt(said)}

    with pytest.raises(Tampered, match="the receipt is not for the act that was sent"):
        joining.reveal(liar(ada, lie), match, 0)
