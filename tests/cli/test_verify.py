"""``siegelpost verify``: what it prints and how it ends, on exports of whole matches."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner, Result

from engine.kit.text.phrases import book_of
from engine.protocol.canon import b64, canonical, parse
from engine.verifier.replay import Code, Unproved
from service.cli import main
from service.cli.player.local_files import Keep
from service.cli.verifying.verify import told
from service.cli.verifying.whole import LEVELS, Whole
from tests.engine.playing import MATCH, Played, Server
from tests.engine.verifier.answers.test_locks_and_faults import SHORT
from tests.engine.verifier.matches import EveryCourse
from tests.engine.verifier.mutations import signed
from tests.engine.verifier.time import test_stopping


@pytest.fixture(scope="module")
def honest() -> Played:
    return Server(seed=3, silence=0.05, unopened=0.03).play()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, and a data folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SIEGELPOST_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("SIEGELPOST_SERVER", raising=False)
    monkeypatch.delenv("SIEGELPOST_TOKEN", raising=False)
    return tmp_path


def verify(*arguments: str, given: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["verify", *arguments], input=given)


def write(here: Path, played: Played, name: str = "match.jsonl", raw: bytes | None = None) -> str:
    (here / name).write_bytes(played.export if raw is None else raw)
    return name


def test_an_honest_finished_match_passes_with_exit_code_0(here: Path, honest: Played) -> None:
    found = verify(write(here, honest), "--key", b64(honest.public_key))
    assert found.exit_code == 0
    assert found.output.startswith("PASS\n")
    assert MATCH in found.output


def test_receipts_are_compared_and_counted(here: Path, honest: Played) -> None:
    lines = "".join(json.dumps(one) + "\n" for one in honest.receipts)
    (here / "receipts.jsonl").write_text(lines)
    found = verify(write(here, honest), "--key", b64(honest.public_key), "--receipts", "receipts.jsonl")
    assert found.exit_code == 0
    assert f"{len(honest.receipts)} receipts compared" in found.output


def test_a_key_file_does_as_well_as_the_key(here: Path, honest: Played) -> None:
    (here / "key.txt").write_text(b64(honest.public_key) + "\n")
    assert verify(write(here, honest), "--key", "key.txt").exit_code == 0


def test_the_export_may_come_through_a_pipe(here: Path, honest: Played) -> None:
    assert verify("-", "--key", b64(honest.public_key), given=honest.export).exit_code == 0


def test_without_a_key_the_verdict_is_incomplete_and_says_what_is_missing(here: Path, honest: Played) -> None:
    found = verify(write(here, honest))
    assert found.exit_code == 3
    assert found.output.startswith(f"INCOMPLETE up to {len(honest.export.splitlines())}: no key was given")
    assert "--key" in found.output


def test_a_key_pinned_on_this_machine_is_trusted(here: Path, honest: Played) -> None:
    Keep(here / "data", "https://siegelpost.example").pin_key(b64(honest.public_key))
    assert verify(write(here, honest)).exit_code == 0


def test_a_running_match_is_incomplete(here: Path) -> None:
    going_on = Server(seed=3).play(rounds=5)
    found = verify(write(here, going_on), "--key", b64(going_on.public_key))
    assert found.exit_code == 3
    assert "the match is not closed" in found.output


def test_one_flipped_byte_fails_with_the_entry_and_a_reason(here: Path, honest: Played) -> None:
    lines = honest.export.splitlines(keepends=True)
    position = len(lines[11]) // 2
    lines[11] = lines[11][:position] + bytes([lines[11][position] ^ 1]) + lines[11][position + 1 :]
    found = verify(write(here, honest, raw=b"".join(lines)), "--key", b64(honest.public_key))
    assert found.exit_code == 1
    assert found.output.startswith("FAIL at entry 12: ")


def test_another_key_fails_at_the_first_entry(here: Path, honest: Played) -> None:
    found = verify(write(here, honest), "--key", b64(bytes(31) + b"\x01"))
    assert found.exit_code == 1
    assert found.output.startswith("FAIL at entry 1: ")


def test_several_exports_end_with_the_worst_verdict(here: Path, honest: Played) -> None:
    key = b64(honest.public_key)
    unfinished = write(here, honest, "going-on.jsonl", Server(seed=3).play(rounds=5).export)
    assert verify(write(here, honest), unfinished, "--key", key).exit_code == 3
    broken = write(here, honest, "broken.jsonl", b"{}\n")
    assert verify(write(here, honest), unfinished, broken, "--key", key).exit_code == 1


def test_one_server_seed_in_two_matches_fails(here: Path) -> None:
    other = "118f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"
    one, two = Server(seed=5).play(), Server(seed=5, match=other).play()
    found = verify(write(here, one), write(here, two, "two.jsonl"), "--key", b64(one.public_key))
    assert found.exit_code == 1
    assert f"FAIL: matches {MATCH} and {other} were dealt from one server seed" in found.output


def test_the_same_match_twice_is_no_fraud(here: Path, honest: Played) -> None:
    again = write(here, honest, "again.jsonl")
    assert verify(write(here, honest), again, "--key", b64(honest.public_key)).exit_code == 0


def test_json_output_is_one_object_per_export(here: Path, honest: Played) -> None:
    found = verify(write(here, honest), "--json", "--key", b64(honest.public_key))
    report = json.loads(found.output)
    assert (report["verdict"], report["match"], report["n"]) == ("PASS", MATCH, None)


def test_beside_pass_stands_what_was_not_proved(here: Path, honest: Played) -> None:
    found = verify(write(here, honest), "--key", b64(honest.public_key))
    assert "Not proved (you believe the server in this):" in found.output
    assert "0 of 2 seats gave entropy" in found.output
    assert "Only the server signed it; 0 receipts of players were compared." in found.output
    assert "Seats without a receipt here: seat 0, seat 1." in found.output


def test_it_is_told_in_german_too(here: Path, honest: Played) -> None:
    found = verify(write(here, honest), "--key", b64(honest.public_key), "--language", "de")
    assert found.exit_code == 0
    assert "Nicht bewiesen (darin glaubt man dem Server):" in found.output
    assert "Ohne Quittung hier: Platz 0, Platz 1." in found.output


def test_what_was_not_proved_stands_in_the_json_with_its_facts(here: Path, honest: Played) -> None:
    report = json.loads(verify(write(here, honest), "--json", "--key", b64(honest.public_key)).output)
    by_code = {one["code"]: one for one in report["unproved"]}
    assert by_code["chance"] == {
        "code": "chance", "client_seats": [], "escrow_seats": [], "seats": 2, "beacon": 0, "chain": "",
    }  # fmt: skip
    assert by_code["acts"]["without_receipts"] == [0, 1]
    assert {"history", "terms", "people", "open-answers", "times"} <= set(by_code)


def test_every_line_has_words_in_both_languages() -> None:
    keys = set(get_args(Code)) - {"chance", "ending"}
    keys |= {"ending-resigned", "ending-resigned-signed", "ending-cancelled", "ending-expired", "history-witnessed"}
    keys |= {"ending-abandoned", "ending-stopped", "ending-unrevealed", "chance-few", "chance-two", "chance-beacon"}
    assert {key for key, _ in book_of("service.cli", "en").below("unproved")} == keys
    some = Unproved("chance", {"client_seats": [1], "escrow_seats": [], "seats": 2, "beacon": 0, "chain": ""})
    assert "1 of 2 seats gave entropy (held by the seat itself: seat 1;" in told([some], "en")[0]
    assert "1 von 2 Plätzen" in told([some], "de")[0]


def test_what_seats_have_signed_is_not_called_the_servers_word() -> None:
    acts = Unproved("acts", {"answers": 3, "without_receipts": [1], "signing": [0]})
    assert told([acts], "en")[0].endswith("Signed by the seats' own keys, so that none of theirs is invented: seat 0.")
    assert told([acts], "de")[0].endswith(
        "Mit eigenen Schlüsseln unterschrieben, also nicht erfunden, sind die von: Platz 0."
    )
    ending: dict[str, Any] = {"reason": "resigned", "seats": [0], "signing": [0, 1]}
    assert "their own keys have signed" in told([Unproved("ending", ending)], "en")[0]
    assert "Only the receipt for resigning shows it" in told([Unproved("ending", {**ending, "signing": [1]})], "en")[0]


def test_an_opening_shows_what_was_sealed_where_the_log_blames_its_player(here: Path) -> None:
    one = EveryCourse(**SHORT, courses={1: ("illegal", "called-unopened")}).play()
    bodies = [json.loads(line)["entry"]["body"] for line in one.export.splitlines()]
    (mine,) = (fault["opening"] for body in bodies for fault in body.get("faults", ()) if "opening" in fault)
    (here / "openings.jsonl").write_text(
        json.dumps({"commitment": "", "custody": "client", "opening": mine}) + "\n{broken\n"
    )
    found = verify(write(here, one), "--key", b64(one.public_key), "--openings", "openings.jsonl")
    assert found.exit_code == 0, found.output
    assert "seat 0 was locked in r1.choose (entry " in found.output
    assert 'with {"type": "nothing of the kind"}; the log calls it illegal' in found.output
    assert "That 1 seals were really not opened" in found.output, "anybody judges the other"


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"client_seats": [0], "escrow_seats": [], "beacon": 0, "chain": ""}, "less than two"),
        ({"client_seats": [0], "escrow_seats": [1], "beacon": 0, "chain": ""}, "joined last"),
        ({"client_seats": [], "escrow_seats": [1], "beacon": 1, "chain": "quicknet"}, "the beacon quicknet"),
    ],
)
def test_it_is_said_who_gave_what_to_the_seed(facts: dict[str, Any], said: str) -> None:
    (sentence,) = told([Unproved("chance", {"seats": 2, **facts})], "en")
    assert said in sentence
    assert f"{len(facts['client_seats'] + facts['escrow_seats'])} of 2 seats gave entropy" in sentence
    assert ("held by the seat itself: seat 0" in sentence) == bool(facts["client_seats"])


def test_a_receipt_that_does_not_count_is_named_and_an_honest_log_still_passes(here: Path, honest: Played) -> None:
    forged = {**honest.receipts[1], "signature": b64(bytes(64))}
    lines = [json.dumps(honest.receipts[0]), json.dumps(forged), "{broken", "[" * 100_000, '{"receipt": [1e9]}']
    (here / "receipts.jsonl").write_text("\n".join(lines))
    found = verify(write(here, honest), "--key", b64(honest.public_key), "--receipts", "receipts.jsonl")
    assert (found.exit_code, found.output.partition("\n")[0]) == (0, "PASS")
    assert "1 receipts compared" in found.output
    assert "receipt 2 is left aside: its signature does not hold for the given key" in found.output
    assert found.output.count("is left aside: it is no receipt") == 3


def test_a_match_that_names_another_key_fails(here: Path, honest: Played) -> None:
    """Whoever signs with the trusted key but wrote another into the match means to be believed twice."""
    server = Server(seed=3)
    other = b64(bytes(range(32)))
    entries = [json.loads(line)["entry"] for line in server.play().export.splitlines()]
    entries[0]["body"]["key"] = other
    found = verify(write(here, honest, raw=signed(MATCH, entries)), "--key", b64(honest.public_key))
    assert (found.exit_code, found.output.startswith("FAIL at entry 1: created: the match names another key")) == (
        1,
        True,
    )


@pytest.mark.parametrize(
    "arguments",
    [[], ["nowhere.jsonl"], ["match.jsonl", "--key", "short"], ["match.jsonl", "--receipts", "match.jsonl"]],
    ids=["no export", "no such file", "a bad key", "bad receipts"],
)
def test_wrong_usage_ends_with_2(here: Path, honest: Played, arguments: list[str]) -> None:
    write(here, honest)
    found = verify(*arguments)
    assert found.exit_code == 2
    assert "Error" in found.output


def test_a_server_that_is_not_there_ends_with_4(here: Path, unused_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.cli.player.transport.PATIENCE", 0.1)
    found = verify(f"http://127.0.0.1:{unused_port}/v1/matches/{MATCH}/log.jsonl")
    assert found.exit_code == 4
    assert "does not answer" in found.output


def whole(played: Played, **changes: Any) -> bytes:
    """A match as one file."""
    of = Whole("https://siegelpost.example", ["Ada", "Ben"], [], played.export, list(played.receipts), [], None)
    return canonical(parse(of.written(), depth=LEVELS, limit=1 << 24) | changes, depth=LEVELS)


def replay(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["replay", *arguments])


def test_a_whole_match_in_one_file_brings_its_receipts_along(here: Path, honest: Played) -> None:
    found = verify(write(here, honest, raw=whole(honest)), "--key", b64(honest.public_key))
    assert (found.exit_code, f"{len(honest.receipts)} receipts compared" in found.output) == (0, True)


@pytest.mark.parametrize(("language", "over"), [("en", "The match is over"), ("de", "Die Partie ist zu Ende")])
def test_a_whole_match_is_played_again_without_a_server(
    here: Path, honest: Played, language: str, over: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIEGELPOST_LANGUAGE", language)
    file = write(here, honest, raw=whole(honest))
    found = replay(file, "--key", b64(honest.public_key))
    assert found.exit_code == 0
    assert over in found.output
    assert "Ada" in found.output
    assert "PASS\n" in found.output
    early = replay(file, "--at", "12")
    assert early.exit_code == 3  # nobody vouches for the key that the file itself names
    assert over not in early.output
    assert len(early.output) < len(found.output)
    assert replay(write(here, honest), "--key", b64(honest.public_key)).output.count("Ada") == 0


def test_a_whole_match_is_told_only_if_the_rules_were_kept(here: Path, honest: Played) -> None:
    lines = [json.loads(line) for line in honest.export.splitlines()]
    lines[-1]["entry"]["body"]["outcome"]["scores"] = [99, 0]
    found = replay(write(here, honest, raw=whole(honest, log=lines)))
    assert (found.exit_code, "Ada" in found.output) == (1, False)
    assert f"FAIL at entry {len(lines)}" in found.output
    unfinished = replay(
        write(here, honest, raw=whole(honest, log=[json.loads(one) for one in honest.export.splitlines()[:9]]))
    )
    assert (unfinished.exit_code, "is not over" in unfinished.output) == (1, True)


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "siegelpost-match/2"}, {"log": "x"}, {"log": [[1]]}, {"log": []}, {"names": [1]}, {"names": None},
        {"receipts": None}, {"openings": {}}, {"proof": 1}, {"server": None}, {"taken_over": [{"n": 1}]}, {"taken_over": [1]},
        {"taken_over": [{"n": True, "seat": 0, "before": "Ann"}]},
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_in_words(here: Path, honest: Played, changes: dict[str, Any]) -> None:
    file = write(here, honest, raw=whole(honest, **changes))
    for found in (replay(file), verify(file)):
        assert (found.exit_code, isinstance(found.exception, SystemExit)) == (1, True), found


def test_names_and_seats_that_somebody_made_up_do_no_harm(here: Path, honest: Played) -> None:
    made_up = {
        "names": ["\x1b[2J"],
        "taken_over": [{"n": 99, "seat": 7, "before": "Ann"}, {"n": 9, "seat": -9, "before": ""}],
    }
    found = replay(write(here, honest, raw=whole(honest, **made_up)), "--key", b64(honest.public_key))
    assert (found.exit_code, "\x1b" in found.output, "?[2J" in found.output) == (0, False, True), found


def test_who_verifies_a_match_that_its_operator_ended_reads_it_first(tmp_path: Path) -> None:
    played = test_stopping.honest()
    log = tmp_path / "match.jsonl"
    log.write_bytes(played.export)

    done = CliRunner().invoke(main, ["verify", str(log), "--key", b64(played.public_key)])

    assert done.exit_code == 0, done.output
    assert "PASS" in done.output
    assert "The operator ended this match; nobody has won or lost. The reason: Das Regelwerk" in " ".join(
        done.output.split()
    )
