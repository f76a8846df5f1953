"""The offline verifier: passes honest matches, names the first bad entry of every forged one (protocol section 9)."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import cast

import nacl.exceptions
import nacl.signing
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract import Move
from engine.match.table import Locked, Standing
from engine.protocol import seal
from engine.protocol.canon import b64, canonical, unb64
from engine.protocol.log import FIRST_HEAD, Entry, milliseconds, next_head, read_export, timestamp
from engine.verifier.receipts import Receipts
from engine.verifier.replay import Report, conflicting_seeds, verify
from engine.verifier.transcript import Transcript
from tests.engine.playing import MATCH, Change, Played, Server
from tests.engine.verifier.mutations import entries_in
from tests.given.json_object import JsonObject
from tests.given.thorough import examples

THIRD = "218f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"
FOREIGN = "sc1_" + b64(bytes(32))
PAIRS = ((0, 2), (1, 3))
"""The seats that sit opposite each other in a match of four."""
OTHER = "118f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"


@pytest.fixture(scope="module")
def honest() -> Played:
    return Server(seed=3, silence=0.05, unopened=0.03).play()


def report(played: Played, export: bytes | None = None, receipts: Sequence[JsonObject] | None = None) -> Report:
    return verify(
        played.export if export is None else export,
        check_signature=played.check_signature,
        receipts=played.receipts if receipts is None else receipts,
    )


def forge(server_or_played: Played, change: Change, *, resign: bool = True) -> bytes:
    """Return the export with ``change(entries)`` applied and the whole chain computed (and signed) anew."""
    key = nacl.signing.SigningKey(hashlib.sha256(b"key").digest())
    entries = entries_in(server_or_played.export)
    signatures = [json.loads(line)["sig"] for line in server_or_played.export.splitlines()]
    change(entries)
    head, lines = FIRST_HEAD, []
    for number, entry in enumerate(entries):
        head = next_head(head, entry)
        sig = b64(key.sign(seal.head_bytes(MATCH, entry["n"], head)).signature) if resign else signatures[number]
        lines.append(canonical({"entry": entry, "head": b64(head), "sig": sig}, depth=34) + b"\n")
    return b"".join(lines)


def first(entries: list[Entry], kind: str, where: Callable[[JsonObject], object] = lambda body: True) -> Entry:
    return next(entry for entry in entries if entry["type"] == kind and where(entry["body"]))


def test_an_honest_match_passes_with_all_its_receipts(honest: Played) -> None:
    found = report(honest)
    assert (found.verdict, found.reason) == ("PASS", "")
    assert found.receipts == len(honest.receipts) > 10
    assert found.match == MATCH
    assert found.rules == "kontor@1"


@pytest.mark.parametrize("preset", ["goldsieber-basic", "goldsieber-pro", "tilsit"])
def test_every_preset_passes(preset: str) -> None:
    played = Server(seed=11, options={"preset": preset}, silence=0.02, unopened=0.02).play()
    assert report(played).verdict == "PASS"


class Undecided(Server):
    """Everybody often passes, and nobody says beforehand what to play alone."""

    def choose(self, standing: Standing, seat: int) -> Move:
        if standing["kind"] == "choose" and self.random.random() < 0.4:
            return {"type": "pass"}
        return {key: value for key, value in super().choose(standing, seat).items() if key != "if_alone"}


def kinds_of_moves(played: Played, decision: str) -> list[dict[int, str]]:
    """Return what kinds of moves, by seat, answered each decision whose name ends so."""
    bodies = [entry["body"] for entry in entries_in(played.export) if entry["type"] == "resolved"]
    wanted = [body for body in bodies if body["decision"].endswith(decision)]
    return [{one["seat"]: one["move"]["type"] for one in body["moves"]} for body in wanted]


def test_a_match_of_four_passes_with_seals_kept_shut_by_seats_that_are_alone_together() -> None:
    """Both opponents pass: what each seat sealed says what it plays alone, and none is asked again."""
    options = {"preset": "goldsieber-teams", "pass_mode": "declare"}
    played = Undecided(rules="kontor@1", seed=2, options=options, silence=0.05, unopened=0.3, places=4).play()
    assert report(played).verdict == "PASS"
    assert kinds_of_moves(played, ".alone") == []
    choices = [kinds for kinds in kinds_of_moves(played, ".choose") if len(kinds) == 4]
    pairs = [[{kinds[one], kinds[other]} for one, other in PAIRS] for kinds in choices]
    alone = [[kind for pair in both if "pass" in pair for kind in pair - {"pass"}] for both in pairs]
    assert {len(types) for types in alone} == {0, 1, 2}
    assert {kind for types in alone if len(types) == 2 for kind in types} == {"play", "forfeit"}


def test_a_match_of_two_passes_when_who_is_alone_is_asked_again_openly() -> None:
    options = {"pass_mode": "declare"}
    played = Undecided(rules="kontor@1", seed=2, options=options, silence=0.05, unopened=0.3).play()
    assert report(played).verdict == "PASS"
    alone = kinds_of_moves(played, ".alone")
    assert alone
    assert all(list(kinds.values()) == ["play"] for kinds in alone)


def test_without_a_key_or_before_the_end_the_verdict_is_incomplete(honest: Played) -> None:
    assert verify(honest.export).verdict == "INCOMPLETE"
    going_on = Server(seed=3).play(rounds=5)
    found = report(going_on)
    assert found.verdict == "INCOMPLETE"
    assert found.reason.endswith(f"entry {len(going_on.export.splitlines())}")


@settings(max_examples=examples(40, 120), deadline=None)
@given(st.data())
def test_one_changed_byte_anywhere_is_found_in_its_own_line(honest: Played, data: st.DataObject) -> None:
    position = data.draw(st.integers(0, len(honest.export) - 1))
    value = data.draw(st.integers(0, 255).filter(lambda byte: byte != honest.export[position]))
    tampered = honest.export[:position] + bytes([value]) + honest.export[position + 1 :]
    found = report(honest, tampered)
    assert found.verdict == "FAIL"
    line = honest.export[:position].count(b"\n") + 1
    assert found.n in (line, line + 1)  # a broken line feed joins two lines


def test_a_cut_log_is_incomplete_and_a_cut_line_fails(honest: Played) -> None:
    lines = honest.export.splitlines(keepends=True)
    assert report(honest, b"".join(lines[:-1])).verdict == "INCOMPLETE"
    assert report(honest, honest.export[:-1]).verdict == "FAIL"
    missing = report(honest, b"".join(lines[:4] + lines[5:]))
    assert (missing.verdict, missing.n) == ("FAIL", 5)
    assert report(honest, b"").verdict == "FAIL"


def test_entries_after_closed_fail(honest: Played) -> None:
    def more(entries: list[Entry]) -> None:
        entries.append({**entries[-2], "n": len(entries) + 1, "at": entries[-1]["at"]})

    found = report(honest, forge(honest, more))
    assert (found.verdict, found.n) == ("FAIL", len(honest.export.splitlines()) + 1)


def test_another_key_fails_at_the_first_entry(honest: Played) -> None:
    other = nacl.signing.SigningKey.generate()
    found = verify(honest.export, check_signature=lambda message, sig: _holds(other, message, sig))
    assert (found.verdict, found.n) == ("FAIL", 1)


def _holds(key: nacl.signing.SigningKey, message: bytes, signature: bytes) -> bool:
    try:
        key.verify_key.verify(message, signature)
    except nacl.exceptions.BadSignatureError:
        return False
    return True


def forgeries() -> list[Change]:
    def other_card(entries: list[Entry]) -> None:
        body = first(entries, "resolved", lambda body: len(body["openings"]) == 2)["body"]
        card = next(move for move in body["moves"] if move["by"] == "seat")
        card["move"] = {**card["move"], "type": "pass"} if card["move"]["type"] != "pass" else {"type": "play"}

    def other_opening(entries: list[Entry]) -> None:
        body = first(entries, "resolved", lambda body: body["openings"])["body"]
        body["openings"][0]["move"] = {"type": "pass", "x": 1}

    def swapped_seats(entries: list[Entry]) -> None:
        body = first(entries, "resolved", lambda body: len(body["openings"]) == 2)["body"]
        one, two = body["openings"]
        one["move"], two["move"] = two["move"], one["move"]

    def old_salt(entries: list[Entry]) -> None:
        bodies = [e["body"] for e in entries if e["type"] == "resolved" and len(e["body"]["openings"]) == 2]
        bodies[1]["openings"][0]["salt"] = bodies[0]["openings"][0]["salt"]

    def other_state(entries: list[Entry]) -> None:
        first(entries, "resolved")["body"]["state"] = b64(bytes(32))

    def other_event(entries: list[Entry]) -> None:
        first(entries, "resolved", lambda body: body["events"])["body"]["events"][0]["seat"] = 7

    def invented_draw(entries: list[Entry]) -> None:
        first(entries, "resolved")["body"]["draws"].append({"label": "lucky", "values": [6]})

    def other_result(entries: list[Entry]) -> None:
        entries[-1]["body"]["outcome"]["winners"] = [0, 1]

    def other_seed(entries: list[Entry]) -> None:
        entries[-1]["body"]["seed"] = b64(bytes(32))

    def other_question(entries: list[Entry]) -> None:
        first(entries, "opened")["body"]["seats"] = [1]

    def asked_twice(entries: list[Entry]) -> None:
        opened = [entry for entry in entries if entry["type"] == "opened"]
        opened[1]["body"]["decision"] = opened[0]["body"]["decision"]

    def other_data(entries: list[Entry]) -> None:
        entries[0]["body"]["data"] = b64(bytes(32))

    def absent_before_the_deadline(entries: list[Entry]) -> None:
        body = first(entries, "locked", lambda body: all(one["custody"] == "escrow" for one in body["seats"]))["body"]
        body["seats"][0]["custody"] = "absent"

    def answered_too_late(entries: list[Entry]) -> None:
        opened = first(entries, "opened")["body"]
        body = first(entries, "resolved", lambda body: body["moves"][0]["by"] == "seat")["body"]
        assert body["decision"] == opened["decision"]
        body["moves"][0]["received"] = opened["deadline"].replace(":00.000Z", ":01.000Z")

    def time_backwards(entries: list[Entry]) -> None:
        entries[5]["at"] = "2020-01-01T00:00:00.000Z"

    def started_with_others(entries: list[Entry]) -> None:
        first(entries, "started")["body"]["seats"].reverse()

    def invented_entropy(entries: list[Entry]) -> None:
        first(entries, "started")["body"]["entropies"][0] = b64(bytes(32))

    def unknown_entry(entries: list[Entry]) -> None:
        entries[5]["type"] = "forgotten"

    return [value for value in locals().values() if callable(value)]


@pytest.mark.parametrize("change", forgeries(), ids=lambda change: change.__name__)
def test_a_server_that_rewrites_and_signs_history_is_still_caught(honest: Played, change: Change) -> None:
    """The chain and the signatures are made anew, so only the protocol's content can refute these."""
    found = report(honest, forge(honest, change), receipts=[])
    assert found.verdict == "FAIL", change.__name__


@cache
def match_of(rules: str) -> Played:
    """Return a match, played once for all forgeries of it."""
    return Server(rules=rules, seed=3).play()


@pytest.mark.parametrize("rules", ["packet-row@1", "anno-1701@1"])
@pytest.mark.parametrize(
    ("by", "reason"),
    [("ghost", "/moves/0/by"), (["seat"], "/moves/0/by"), ("fallback", "was answered before its deadline")],
)
def test_an_answer_to_an_open_decision_is_called_what_it_is(rules: str, by: str | list[str], reason: str) -> None:
    """Whoever holds the signing key plays the fallback for a seat that has time left, or says that nobody moved."""
    played = match_of(rules)
    found = report(played, forge(played, lambda entries: call(unsealed(entries), by)), [])
    assert (found.verdict, reason in found.reason) == ("FAIL", True), found


def call(answer: JsonObject, by: str | list[str]) -> None:
    """Say by whom an answer to an open decision is, and otherwise all that such an answer shows: no act, no time."""
    answer.update(by=by, received=None)
    if "seq" in answer:
        answer["seq"] = 0


@pytest.mark.parametrize(
    ("rules", "verdict", "reason"),
    [("packet-row@1", "FAIL", "tells what its proof hides"), ("anno-1701@1", "PASS", "")],
)
def test_orders_are_told_only_where_the_rules_tell_them(rules: str, verdict: str, reason: str) -> None:
    played = match_of(rules)
    found = report(played, forge(played, lambda entries: call(unsealed(entries), "order")), [])
    assert (found.verdict, reason in found.reason) == (verdict, True), found


def unsealed(entries: list[Entry]) -> JsonObject:
    """Return the last answer to an open decision: what is changed there changes no opening after it."""
    bodies = [entry["body"] for entry in entries if entry["type"] == "resolved"]
    move: JsonObject = next(body for body in reversed(bodies) if {"seq", "proof"} & body["moves"][0].keys())["moves"][0]
    return move


def test_a_seat_is_not_blamed_for_an_opening_that_the_server_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(seed=3, unopened=0.2)
    lock = server.step.lock

    def lock_as_escrow(decision: str, seats: list[Locked], awaited: Sequence[int] = ()) -> None:
        lock(decision, [{**one, "custody": "escrow"} for one in seats], awaited)

    monkeypatch.setattr(server.step, "lock", lock_as_escrow)
    assert "not its own to keep" in report(server.play()).reason


def test_an_order_answers_a_sealed_decision_only_where_the_lock_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(seed=3, silence=0.2)
    resolve = server.step.resolve

    def resolve_by_order(
        seed: bytes,
        decision: str,
        moves: list[JsonObject],
        openings: Sequence[seal.Opening] = (),
        faults: Sequence[JsonObject] = (),
    ) -> None:
        sealed = bool(openings)
        called = [{**one, "by": "order"} if sealed and one["by"] == "fallback" else one for one in moves]
        resolve(seed, decision, called, openings, faults)

    monkeypatch.setattr(server.step, "resolve", resolve_by_order)
    assert "its lock says otherwise" in report(server.play()).reason


def test_a_forgery_that_nobody_signed_fails_at_its_signature(honest: Played) -> None:
    def change(entries: list[Entry]) -> None:
        entries[7]["at"] = timestamp(milliseconds(entries[7]["at"]) - 1)

    found = report(honest, forge(honest, change, resign=False))
    assert (found.verdict, found.n) == ("FAIL", 8)
    assert "signature" in found.reason


def sealed_once(
    act: str = "commit", seq: int = 1, commitment: str | None = FOREIGN, head: str | None = None
) -> tuple[Played, JsonObject, int]:
    server = Server(seed=5)
    played = server.play()
    entries = entries_in(played.export)
    heads = [json.loads(line)["head"] for line in played.export.splitlines()]
    opened = first(entries, "opened", lambda body: body["sealed"])
    place = {"id": opened["body"]["decision"], "n": opened["n"], "head": heads[opened["n"] - 1]}
    standing = cast(Standing, place)
    extra = server.receipt(act, standing, 0, seq, commitment, "2026-11-21T08:00:00.000Z", head)
    locked = first(entries, "locked")["n"]
    return played, extra, locked


def test_a_lock_against_a_later_receipt_is_proof_of_fraud() -> None:
    played, extra, locked = sealed_once(act="replace", seq=2)
    found = report(played, receipts=[extra])
    assert (found.verdict, found.n) == ("FAIL", locked)


def test_a_lock_of_something_withdrawn_is_proof_of_fraud() -> None:
    played, extra, locked = sealed_once(act="withdraw", seq=2, commitment=None)
    found = report(played, receipts=[extra])
    assert (found.verdict, found.n) == ("FAIL", locked)


def test_two_receipts_with_one_number_are_proof_of_fraud() -> None:
    played, extra, _ = sealed_once(seq=1)
    assert report(played, receipts=[*played.receipts, extra]).verdict == "FAIL"


def test_two_heads_for_one_entry_are_proof_of_fraud() -> None:
    played, extra, _ = sealed_once(act="open", seq=9, head=b64(bytes(31) + b"\x01"))
    found = report(played, receipts=[extra])
    assert found.verdict == "FAIL"
    assert "two histories" in found.reason


def test_a_receipt_somebody_made_up_is_named_and_left_aside(honest: Played) -> None:
    """Anybody can write such receipts: an honest log is not refuted by them."""
    made_up = {**honest.receipts[0], "signature": b64(bytes(64))}
    found = report(honest, receipts=[made_up, honest.receipts[1], {"receipt": {"match": MATCH}, "signature": 5}])
    assert (found.verdict, found.receipts) == ("PASS", 1)
    assert [(one.number, one.reason.partition(":")[0]) for one in found.ignored] == [
        (1, "its signature does not hold for the given key"),
        (3, "it is no receipt"),
    ]


class Counted(list[Entry]):
    """A log that counts how many of its entries are looked at."""

    looks = 0

    def __iter__(self) -> Iterator[Entry]:
        for one in super().__iter__():
            self.looks += 1
            yield one


def test_comparing_receipts_does_not_search_the_log_for_each(honest: Played) -> None:
    # 2 MB of receipts against a log of 50,000 entries took the verifier minutes.
    transcript = Transcript(None)
    for line in read_export(honest.export):
        transcript.line(line)
    counted = Counted(transcript.entries)
    transcript.entries = counted
    receipts = Receipts(transcript, honest.check_signature)
    receipts.compare(honest.receipts * 5)
    assert receipts.compared == 5 * len(honest.receipts)
    assert counted.looks <= len(counted)


WRONG_MEMBERS: list[JsonObject] = [
    {"n": -9_999}, {"n": 0}, {"n": "1"}, {"n": None}, {"n": 10**400}, {"seq": []}, {"decision": []}, {"seat": 10**9},
    {"seat": True}, {"act": "wink"}, {"act": ["commit"]}, {"commitment": "sc1_"}, {"commitment": None}, {"more": 1},
    {"received": "soon"}, {"head": 7}, {"match": None}, {"custody": "absent"},
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG_MEMBERS, ids=str)
def test_a_receipt_of_the_wrong_form_is_named_and_left_aside(honest: Played, wrong: JsonObject) -> None:
    receipt = {**honest.receipts[0]["receipt"], **wrong}
    found = report(honest, receipts=[{**honest.receipts[0], "receipt": receipt}])
    assert (found.verdict, found.receipts) == ("PASS", 0)
    (ignored,) = found.ignored
    assert "/receipt/" + next(iter(wrong)) in ignored.reason or "commitment" in ignored.reason


@pytest.mark.parametrize("nothing", [None, 7, "receipt", [], {}, {"receipt": []}], ids=str)
def test_what_is_no_receipt_at_all_is_left_aside(honest: Played, nothing: JsonObject) -> None:
    found = report(honest, receipts=[nothing])
    assert (found.verdict, len(found.ignored)) == ("PASS", 1)


def test_without_a_key_no_receipt_counts(honest: Played) -> None:
    found = verify(honest.export, receipts=honest.receipts)
    assert (found.verdict, found.receipts, len(found.ignored)) == ("INCOMPLETE", 0, len(honest.receipts))


def test_receipts_of_other_matches_are_left_aside(honest: Played) -> None:
    other = Server(seed=3, match=OTHER).play(rounds=2)
    found = report(honest, receipts=other.receipts)
    assert (found.verdict, found.receipts) == ("PASS", 0)
    assert {one.reason for one in found.ignored} == {"it is of another match"}


def test_one_server_seed_in_two_matches_is_noticed() -> None:
    one, two = Server(seed=3), Server(seed=3, match=OTHER)
    assert one.server_seed == two.server_seed
    reports = [verify(server.play().export) for server in (one, Server(seed=3), Server(seed=4, match=THIRD), two)]
    assert conflicting_seeds(reports) == [(MATCH, OTHER)]


def test_the_log_of_another_match_does_not_verify_under_this_ones_receipts(honest: Played) -> None:
    other = Server(seed=3, match=OTHER).play()
    assert unb64(json.loads(other.export.splitlines()[0])["head"]) != unb64(
        json.loads(honest.export.splitlines()[0])["head"]
    )
    lines = honest.export.splitlines(keepends=True)
    mixed = lines[:10] + other.export.splitlines(keepends=True)[10:]
    found = report(honest, b"".join(mixed))
    assert (found.verdict, found.n) == ("FAIL", 11)


def extended(entries: list[Entry], change: int, *, after: str = "opened") -> int:
    """Add an extension of the first decision to be locked after its entry of some type, with its times moved by ``change``."""
    decision = first(entries, "locked")["body"]["decision"]
    place = entries.index(first(entries, after, lambda body: body["decision"] == decision))
    opened = first(entries, "opened", lambda body: body["decision"] == decision)["body"]
    moved = {name: timestamp(milliseconds(opened[name]) + change) for name in ("deadline", "opening_deadline")}
    body = {"by": "server", "decision": decision, "lost": [], **moved}
    entries.insert(place + 1, {"n": 0, "at": entries[place]["at"], "type": "extended", "body": body})
    for number, entry in enumerate(entries, start=1):
        entry["n"] = number
    return place + 2


@pytest.mark.parametrize(
    ("change", "after", "reason"),
    [(-1, "opened", "shortened"), (1, "locked", "after its lock"), (1, "resolved", "does not stand")],
)
def test_time_is_only_ever_added_and_only_before_the_lock(honest: Played, change: int, after: str, reason: str) -> None:
    places: list[int] = []
    found = report(honest, forge(honest, lambda entries: places.append(extended(entries, change, after=after))), [])
    assert (found.verdict, found.n) == ("FAIL", places[0])
    assert reason in found.reason


def test_an_extension_itself_is_no_fault(honest: Played) -> None:
    places: list[int] = []
    found = report(honest, forge(honest, lambda entries: places.append(extended(entries, 60_000))), [])
    assert found.n is None or found.n > places[0]
