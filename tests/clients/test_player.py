"""What the published Python client does besides asking: custody, entropy, receipts, following, retries."""

import hashlib
import json
import threading
from collections.abc import Generator, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count, islice
from pathlib import Path
from typing import Literal, cast

import httpx
import pytest
from siegelpost_client import BadReceipt, Folder, Memory, NotKept, Place, Player, Refused, SeatKey, Unreachable, objects
from siegelpost_client.acts import Act, answer, padded
from siegelpost_client.login import DeviceCode, NotLoggedIn
from siegelpost_client.models import Acted, Kontor1Orders, MatchRequest, Opening, Waiting
from siegelpost_client.receipts import check_receipt
from siegelpost_client.sealing import NotCanonical, canonical, commitment_of, entropy_commitment
from siegelpost_client.verifying import verify
from siegelpost_client.wire import MOST_REMEMBERED, Answer, Ask, Lost, Pause, Request, Server, Work, conversation

from engine.protocol import canon, chance, seal
from service.accounts.access import grants
from service.keys.signing import new_match_id
from service.matches.pace import check_pace
from service.matches.seating import creation
from service.matches.seating.creation import NewMatch
from tests.cli.served import Served
from tests.clients.both import Awaiting, Blocking
from tests.given import contexts
from tests.servers.ports import free_port

NAMES = count()
Conversation = Generator[Request | Pause | Work, Answer | Lost | str | None, Answer]
KONTOR: MatchRequest = {"rules": "kontor", "grace_seconds": 0, "hold_seconds": 0}


@pytest.fixture(scope="module", params=["blocking", "asyncio"])
def made(request: pytest.FixtureRequest) -> Iterator[Blocking]:
    """Makes the clients and players that a test tries: once those that block, once those that await."""
    if request.param == "blocking":
        yield Blocking()
        return
    awaiting = Awaiting()
    yield awaiting
    awaiting.close()


@pytest.fixture
def table(live: Served, made: Blocking) -> Iterator[tuple[Player, Player]]:
    """Two players at a match of Kontor that waits for both."""
    clients = [made.client(live.url, live.token(f"Person {next(NAMES)}")) for _ in range(2)]
    ada, ben = (made.player(client) for client in clients)
    ben.sit(ada.client.create_match(KONTOR)["match"])
    yield ada, ben
    for client in clients:
        client.close()


def waiting(player: Player) -> Waiting:
    return player.waiting()[0]


def open_table(live: Served) -> str:
    """Return a match with two free seats."""
    owner = contexts.account(live.context, f"Owner {next(NAMES)}")
    match, pace = new_match_id(), check_pace({"kind": "duration", "seconds": 86_400})
    creation.create(live.context, owner, NewMatch(rules="kontor", pace=pace, sit=False, grace=0), match)
    return match


def kept_receipts(folder: Path) -> list[str]:
    return (folder / "receipts.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    "value",
    [
        {},
        [],
        {"b": 1, "a": [None, True, -5]},
        {"ß": '\u2028\x7f\x01"\\'},
        {"\U0001f600": 1, "\ufb01": 2, "a": 3},
        2**53 - 1,
    ],
)
def test_canonical_bytes_are_the_engine_s(value: object) -> None:
    assert canonical(value) == canon.canonical(value)


@pytest.mark.parametrize("value", [1.0, 2**53, "\ud800", {1: 2}, {"\ud800": 1}, (1,), float("nan")])
def test_what_has_no_canonical_bytes_is_refused(value: object) -> None:
    with pytest.raises(NotCanonical):
        canonical(value)


def test_commitments_are_the_engine_s() -> None:
    opening = {"v": 1, "match": "m", "rules": "kontor@1", "decision": "r1.choose", "seat": 1, "head": "h", "salt": "s"}
    made = {**opening, "move": {"type": "pass"}}
    assert commitment_of(cast(Opening, made)) == seal.commitment(cast(seal.Opening, made))
    assert entropy_commitment("m", 3, b"x" * 32) == chance.entropy_commitment("m", 3, b"x" * 32)


def test_what_is_sealed_here_under_client_custody_is_opened_from_disk(
    table: tuple[Player, Player], tmp_path: Path, made: Blocking
) -> None:
    ada, ben = table
    keeping = made.player(ada.client, Folder(tmp_path))
    first = waiting(ada)
    sealed = keeping.answer(first, {"type": "pass"}, custody="client")
    assert sealed["opening"] is None and sealed["receipt"]["custody"] == "client"
    ben.answer(waiting(ben), {"type": "pass"})
    asked = waiting(ada)
    assert asked["answer"] == "opening"
    with pytest.raises(NotKept):
        made.player(ada.client).open(asked)
    opened = made.player(ada.client, Folder(tmp_path)).open(asked)
    assert opened["receipt"]["commitment"] == sealed["receipt"]["commitment"]
    assert len((tmp_path / "receipts.jsonl").read_text().splitlines()) == 2
    assert (tmp_path / "secrets.jsonl").stat().st_mode & 0o077 == 0


def test_a_line_that_was_cut_off_spoils_no_other(tmp_path: Path) -> None:
    Folder(tmp_path).keep_entropy("se1_a", "A")
    with (tmp_path / "secrets.jsonl").open("a") as file:
        file.write('{"commitment": "se1_b", "sec')
    Folder(tmp_path).keep_entropy("se1_c", "C")
    found = Folder(tmp_path)
    assert [found.entropy(one) for one in ("se1_a", "se1_b", "se1_c")] == ["A", None, "C"]


def test_a_receipt_for_something_else_is_refused_and_so_is_a_forged_one(table: tuple[Player, Player]) -> None:
    ada, _ = table
    item = waiting(ada)
    keep = Memory()
    act = answer(item, {"type": "pass"}, keep)
    acted = ada.client.send(act.ask)
    act.check(acted, ada.key(), keep)
    receipt, signature = acted["receipt"], acted["signature"]
    with pytest.raises(BadReceipt, match="commitment"):
        check_receipt(receipt, signature, ada.key(), {"commitment": "sc1_other"})
    with pytest.raises(BadReceipt, match="signature"):
        check_receipt({**receipt, "n": receipt["n"] + 1}, signature, ada.key(), {})
    with pytest.raises(BadReceipt, match="another key"):
        check_receipt(receipt, signature, canon.b64(bytes(32)), {})
    with pytest.raises(BadReceipt, match="signature"):
        check_receipt(receipt, "no base64url!", ada.key(), {})
    with pytest.raises(BadReceipt, match="sealed something else"):
        other = answer(item, {"type": "play", "card": "C01"}, keep)
        lied: Acted = {**acted, "opening": keep.opening(str(receipt["commitment"]))}
        Act(other.ask, {}, other.move).check(lied, ada.key(), keep)


def test_all_acts_have_one_length(table: tuple[Player, Player]) -> None:
    item = waiting(table[0])
    bodies = [answer(item, move, Memory()).ask.body for move in item["moves"] or []]
    assert {len(body) for body in bodies if isinstance(body, bytes)} == {1024}
    assert len(padded({"x": "y" * 5000})) == 16_384


def test_a_key_of_a_seat_signs_the_bytes_of_the_protocol_page() -> None:
    """The vector of section 12.9."""
    secret = canon.b64(hashlib.sha256(b"seat key").digest())
    key = SeatKey("PYAS8Ndyd4RnXuYv-liXYZtLynb4lTxBLYXlmwSq8aQ", secret)
    signed = key.sign(
        "seal",
        match="018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b11",
        seat=1,
        decision="r3.choose",
        head="tEF3WwhNaHvsTy9r6VWYpM8vAXxwQyYtNZ3gCwUF0A0",
        commitment="sc1_fDIuxcqkcS7OZ1FAxKLz6qHtY1mW3wxVuHczl1iAgSQ",
        seq=1,
    )
    assert signed == "uMTGjwz6efuoFCgHRhz885KQF-aakY5KKO486twFZfnPpSPgr6_Ko3z8Y5iPOfvs_ChD8WZ04vvKzUadGhbSBg"
    assert secret not in repr(key)


def test_a_seat_with_a_key_signs_all_it_does(live: Served, tmp_path: Path, made: Blocking) -> None:
    """Sealing, taking it back, an open answer, standing orders, a new key, a lost one with another's consent, resigning."""
    match = open_table(live)
    with (
        made.client(live.url, live.token(f"Person {next(NAMES)}")) as one,
        made.client(live.url, live.token("Yan")) as other,
    ):
        ada, ben = made.player(one, Folder(tmp_path / "ada")), made.player(other, Folder(tmp_path / "ben"))
        for player in (ada, ben):
            player.sit(match, sign=True)
        again = made.player(one, Folder(tmp_path / "ada"))
        first = again.answer(waiting(again), {"type": "pass"})
        withdrawn = again.withdraw(match, first["receipt"]["decision"])
        assert withdrawn["receipt"]["commitment"] is None
        with pytest.raises(Refused) as refused:
            made.player(one).answer(waiting(ada), {"type": "pass"})
        assert refused.value.code == "signature-needed"
        again.change_key(match)
        with pytest.raises(Refused) as refused:
            ada.answer(waiting(ada), {"type": "pass"})
        assert refused.value.code == "signature-wrong", "an old key signs nothing any more"
        turn = waiting(again)
        assert turn["moves"]
        again.answer(turn, turn["moves"][0], custody="client")
        ben.answer(waiting(ben), {"type": "pass"})
        again.open(waiting(again))
        placing = waiting(again)
        assert placing["answer"] == "move" and placing["moves"]
        if (
            placing["moves"][0]["type"] != "place"
        ):  # the deal says whether the card has a ship, which is asked about first
            assert again.answer(placing, placing["moves"][0])["receipt"]["commitment"]
        plan = placed_by_orders(again, match)
        assert made.player(one, Folder(tmp_path / "ada")).orders(match) == plan, "only this device knows them"
        assert again.end_orders(match)["receipt"]["commitment"] is None and again.orders(match) is None
        fresh = made.player(one, Folder(tmp_path / "new device"))
        with pytest.raises(NotKept):
            fresh.change_key(match)
        (asked,) = fresh.change_key(match, lost=True)["key_changes"]
        ben.consent(match, 0, asked["key"])
        seen = one.get_match(match)
        while seen["key_changes"]:
            seen = one.get_match(match, after=seen["n"], wait=30)
        assert seen["seats"][0]["key"] == asked["key"]
        assert fresh.resign(match)["resignation"] is not None
        while one.get_match(match)["status"] != "closed":
            one.get_match(match, after=seen["n"], wait=30)
        receipts = [(one["receipt"], one["signature"]) for one in map(json.loads, kept_receipts(tmp_path / "ada"))]
        judged = verify(one.export_log(match), ada.key(), receipts)
        told = [line["entry"] for line in one.get_log(match, limit=1000)["entries"]]
    assert (judged.verdict, judged.reason) == ("PASS", "")
    rows = [row for entry in told if entry["type"] == "answered" for row in entry["body"]["answers"]]
    (by_orders,) = (row for row in rows if row[2] == "order")
    assert by_orders[5] is not None, "the log has the signature of the orders that answered"


def placed_by_orders(ada: Player, match: str) -> Kontor1Orders:
    """Let a placing of `ada` be answered by her orders, which replace others; return those that stand."""
    never: Kontor1Orders = {"plans": [{"round": 99, "ship": [{"type": "stay"}]}]}
    assert ada.set_orders(match, never)["receipt"]["seq"] == 1
    placing = waiting(ada)
    fields = [move["at"] for move in placing["moves"] or [] if move["type"] == "place"]
    plan: Kontor1Orders = {"plans": [{"place": fields[:3]}]}
    assert ada.set_orders(match, plan)["receipt"]["seq"] == 2
    seen = ada.client.get_match(match)
    while placing["decision"]["id"] in [one["id"] for one in seen["decisions"]]:  # nobody else answers it
        seen = ada.client.get_match(match, after=seen["n"], wait=30)
    return plan


@pytest.mark.parametrize("custody", ["escrow", "client"])
def test_a_seat_commits_to_its_entropy_and_reveals_it(live: Served, custody: str, made: Blocking) -> None:
    match = open_table(live)
    with (
        made.client(live.url, live.token(f"Person {next(NAMES)}")) as one,
        made.client(live.url, live.token("Zoe")) as other,
    ):
        players = [made.player(one), made.player(other)]
        for player in players:
            player.sit(match, custody="client" if custody == "client" else "escrow")
        seen = one.get_match(match)
        while seen["status"] == "lobby" and not (seen["reveal"] and seen["reveal"]["mine"]):
            seen = one.get_match(match, after=seen["n"], wait=30)
        if custody == "client":
            for player in players:
                assert player.reveal(match)["receipt"]["act"] == "reveal"
        item = waiting(players[0])
        acted = players[0].answer(item, {"type": "pass"})
        assert acted["receipt"].get("protocol") == "siegelpost/1"


def test_the_first_free_seat_is_taken_and_a_full_table_is_refused(live: Served, made: Blocking) -> None:
    clients = [made.client(live.url, live.token(f"Person {next(NAMES)}")) for _ in range(3)]
    match = clients[0].create_match({**KONTOR, "start": "by-owner"})["match"]
    assert made.player(clients[1]).sit(match)["seat"] == 1
    with pytest.raises(Refused) as refused:
        made.player(clients[2]).sit(match)
    assert refused.value.code in ("seat-taken", "full")
    for client in clients:
        client.close()


def test_a_player_sets_orders_plays_and_follows(table: tuple[Player, Player]) -> None:
    ada, ben = table
    item = waiting(ada)
    plan: Kontor1Orders = {"plans": [{"round": 99, "ship": [{"type": "stay"}]}]}
    assert ada.set_orders(item["match"], plan)["in_force"] and ada.orders(item["match"]) == plan
    assert not ada.end_orders(item["match"])["in_force"] and ada.orders(item["match"]) is None
    for player in table:
        item = waiting(player)
        assert player.answer(item, {"type": "pass"})["receipt"]["decision"] == item["decision"]["id"]
    found: list[str] = []
    for event in ben.follow(Place()):
        found.append(event["type"])
        if event["type"] == "resolved":
            break
    assert found[0] == "started" and "your-turn" in found


class Streams(ThreadingHTTPServer):
    """Streams what it is told, a connection after the other, and remembers from where it was asked."""

    def __init__(self, streams: list[bytes]) -> None:
        super().__init__(("127.0.0.1", 0), Streaming)
        self.streams, self.asked = streams, list[str]()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Streaming(BaseHTTPRequestHandler):
    server: Streams

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.end_headers()
        self.wfile.write(self.server.streams.pop(0))

    def log_message(self, *_: object) -> None:
        pass


def event(number: int) -> bytes:
    return json.dumps({"id": f"e{number}", "cursor": f"c{number}", "type": "started"}).encode() + b"\n"


def test_a_stream_that_breaks_off_goes_on_after_the_last_event_and_shows_none_twice(made: Blocking) -> None:
    server = Streams([event(1) + b"\n" + event(2) + event(3)[:20], b"", event(3) + event(4)])
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    slept: list[float] = []
    place = Place()
    with made.client(server.url, "sp_") as client:
        events = list(islice(made.player(client).follow(place, sleep=slept.append), 4))
    server.shutdown()
    server.server_close()
    thread.join()
    assert [one["id"] for one in events] == ["e1", "e2", "e3", "e4"]
    assert server.asked == ["/v1/me/events", "/v1/me/events?after=c2", "/v1/me/events?after=c2"]
    assert place.cursor == "c4"
    assert slept == [0.25, 0.5]


def test_a_client_tries_again_as_the_server_asks_and_keeps_its_key(made: Blocking) -> None:
    answers = [(503, {"Retry-After": "7"}), (429, {}), (201, {})]
    keys: list[str] = []
    slept: list[float] = []

    def handle(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers["Idempotency-Key"])
        status, headers = answers.pop(0)
        return httpx.Response(status, headers=headers, json={})

    with made.client("http://a.example", transport=httpx.MockTransport(handle), sleep=slept.append) as client:
        client.create_match({"rules": "kontor"})
    assert slept == [7.0, 0.5]
    assert len(set(keys)) == 1 and len(keys) == 3


def test_a_server_that_never_answered_is_given_up_soon(made: Blocking) -> None:
    slept = [0.0]
    where = f"http://127.0.0.1:{free_port()}"
    client = made.client(where, sleep=slept.append, clock=lambda: sum(slept))
    with client, pytest.raises(Unreachable, match="is the address right"):
        client.get_meta()
    assert 1 < sum(slept) < 3


@pytest.mark.parametrize("decision", ["approved", "denied"])
def test_a_program_logs_in_with_a_code_that_is_typed_elsewhere(
    live: Served, made: Blocking, decision: Literal["approved", "denied"]
) -> None:
    account = contexts.account(live.context, f"Person {next(NAMES)}").id
    shown: list[DeviceCode] = []
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        found = grants.device_by_user_code(live.context, shown[0]["user_code"], account, "203.0.113.5")
        assert found is not None
        grants.decide(live.context, found.device, decision, account)

    with made.client(live.url) as client:
        if decision == "denied":
            with pytest.raises(NotLoggedIn, match="refused on the page"):
                made.log_in(client, "a program", ["account:read"], shown.append, sleep)
            return
        token = made.log_in(client, "a program", ["account:read"], shown.append, sleep)
    with made.client(live.url, token) as client:
        assert client.get_me()["account"] == account
    assert slept == [float(shown[0]["interval"])]


def test_an_answer_is_an_object_with_attributes(table: tuple[Player, Player]) -> None:
    ada, _ = table
    item = objects.Waiting(waiting(ada))
    assert isinstance(item.view, objects.KontorView)
    assert item.decision.id == item.raw["decision"]["id"] and item.view.seat == 0
    assert isinstance(objects.Match(ada.client.get_match(item.match)).view, objects.KontorView)
    assert item.moves
    assert ada.answer(item.raw, item.moves[0])["receipt"]["decision"] == item.decision.id


def test_lists_are_read_page_after_page_and_what_is_known_is_not_sent_again(made: Blocking) -> None:
    pages = {"": (["one", "two"], "2"), "2": (["three"], "3"), "3": ([], None)}
    asked: list[tuple[str, str | None]] = []

    def handle(request: httpx.Request) -> httpx.Response:
        place, known = request.url.params.get("cursor", ""), request.headers.get("If-None-Match")
        asked.append((place, known))
        if known is not None:
            return httpx.Response(304)
        bots, after = pages[place]
        return httpx.Response(200, headers={"ETag": f'"{place}"'}, json={"bots": bots, "next": after})

    with made.client("http://a.example", transport=httpx.MockTransport(handle)) as client:
        for _ in range(2):
            assert [str(one) for one in client.every_bots(game="kontor")] == ["one", "two", "three"]
    assert asked == [("", None), ("2", None), ("3", None), ("", '""'), ("2", '"2"'), ("3", '"3"')]


def test_an_answer_that_is_still_current_is_known_even_if_it_was_forgotten_meanwhile() -> None:
    """Many requests at once may fill the memory while one of them is under way."""
    known, fresh = Server("http://a.example"), Answer(200, {"ETag": '"1"'}, b"one")

    def begun(number: int) -> tuple[Conversation, Request]:
        ask: Ask[bytes] = Ask("GET", f"/v1/{number}")
        steps = conversation(known, None, ask, agent="a", patience=1, clock=lambda: 0)
        return steps, cast(Request, next(steps))

    def ended(steps: Conversation, answer: Answer) -> Answer:
        with pytest.raises(StopIteration) as end:
            steps.send(answer)
        return cast(Answer, end.value.value)

    ended(begun(0)[0], fresh)
    under_way, asked = begun(0)
    assert asked.headers["If-None-Match"] == '"1"'
    for number in range(1, MOST_REMEMBERED + 1):
        ended(begun(number)[0], fresh)
    assert ended(under_way, Answer(304, {}, b"")) == fresh
