"""An owner's cards from a folder to the table: read strictly, played with, and never confused with other cards."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import registry
from engine.kit.rule_data import BadData, data_of
from engine.registry import OtherData, newest
from engine.verifier.replay import verify
from service.config.owned_data import hold_folders, read_folder
from service.config.settings import Settings
from service.context import Context
from service.keys.signing import new_match_id, verify_signature
from service.matches import acts
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from tests.given.contexts import account, account_of, dealt, loaded, open_context
from tests.given.json_object import JsonObject
from tests.given.rule_data import RED_SWAPPED, another_process, write
from workers import run
from workers.clock.loop import take_up_again
from workers.resolve.drain import drain_once


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    with another_process():
        yield


def begun(context: Context) -> str:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    match = new_match_id()
    creation.create(context, ann, NewMatch(rules="kontor", grace=0), match)
    lobby.join(context, match, ben, seat=None, invitation=None)
    drain_once(context)
    return match


def play_card(context: Context, match: str) -> None:
    record = loaded(context, match)
    for seat in (0, 1):
        acts.commit(
            context,
            record,
            seat,
            acts.SeatAct("r1.choose", move={"type": "play", "card": dealt(record)["hands"][seat][0]}),
        )
    drain_once(context)


def test_the_setting_is_a_list_of_folders_like_path() -> None:
    env = {"REDIS_URL": "redis://x", "SIEGELPOST_RULE_DATA": "/a/own:/a/older"}
    assert [str(one) for one in Settings.from_environment(env).rule_data] == ["/a/own", "/a/older"]
    assert Settings.from_environment({"REDIS_URL": "redis://x"}).rule_data == ()


def test_a_match_is_played_and_proved_with_the_owners_cards(redis_url: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "cards", {"kontor": RED_SWAPPED})
    context = open_context(redis_url, tmp_path / "keys", rule_data=(folder,))
    match = begun(context)
    table = loaded(context, match).table
    own, shipped = registry.game(newest("kontor")).rules, registry.KONTOR.rules
    assert table["data"] == data_of(own, table["options"]) != data_of(shipped, table["options"])
    lobby.resign(context, match, account_of(context, "ann@players.example"))
    drain_once(context)
    export = b"".join(context.store.lines(match))
    public = context.signer.public_bytes
    assert verify(export, check_signature=lambda text, sig: verify_signature(public, text, sig)).verdict == "PASS"


def test_a_match_begun_before_the_owner_came_goes_on_with_its_cards(redis_url: str, tmp_path: Path) -> None:
    context = open_context(redis_url, tmp_path / "keys")
    match = begun(context)
    hold_folders([write(tmp_path / "cards", {"kontor": RED_SWAPPED})])
    before = loaded(context, match).n
    play_card(context, match)
    assert loaded(context, match).n > before
    assert context.store.parked() == {}


def test_a_process_without_a_matchs_cards_refuses_it_and_it_goes_on_when_they_come(
    redis_url: str, tmp_path: Path
) -> None:
    folder = write(tmp_path / "cards", {"kontor": RED_SWAPPED})
    context = open_context(redis_url, tmp_path / "keys", rule_data=(folder,))
    match = begun(context)
    record = loaded(context, match)
    cards = [dealt(record)["hands"][seat][0] for seat in (0, 1)]
    for seat in (0, 1):
        acts.commit(context, record, seat, acts.SeatAct("r1.choose", move={"type": "play", "card": cards[seat]}))
    with another_process():
        with pytest.raises(OtherData):
            acts.commit(context, record, 0, acts.SeatAct("r1.choose", move={"type": "pass"}, replaces=1))
        drain_once(context)
        data = record.table["data"]
        assert context.store.parked()[match].reason == f"without rule data {newest('kontor')} {data}"
        assert loaded(context, match).n == record.n, "nothing was played with the wrong cards"
    take_up_again(context.store)
    drain_once(context)
    assert context.store.parked() == {}
    assert loaded(context, match).n > record.n


def test_bytes_that_are_no_text_are_told_with_their_row(tmp_path: Path) -> None:
    folder = write(tmp_path / "cards", {"kontor": {}})
    (folder / "kontor" / "cards.csv").write_bytes(b"id,number\nA,\xfc\n")
    with pytest.raises(BadData, match=r"kontor/cards.csv, row 2: not UTF-8; save the file as UTF-8"):
        read_folder(folder)


def test_the_mark_a_spreadsheet_writes_is_no_fault(tmp_path: Path) -> None:
    folder = write(tmp_path / "cards", {"kontor": {"cards.csv": "\ufeff" + RED_SWAPPED["cards.csv"]}})
    assert read_folder(folder) == {"kontor": RED_SWAPPED}


def test_notes_and_what_editors_leave_behind_are_no_data(tmp_path: Path) -> None:
    folder = write(tmp_path / "cards", {"kontor": RED_SWAPPED, ".git": {"head": "x"}})
    (folder / "README.md").write_text("my copy of 1999")
    (folder / "kontor" / "cards.csv~").write_text("")
    assert read_folder(folder) == {"kontor": RED_SWAPPED}


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"contor": {"cards.csv": ""}}, "contor: belongs to no game; lay files into a folder kontor, packet-row, anno"),
        ({}, "holds no data; lay files into a folder kontor"),
    ],
)
def test_a_folder_that_belongs_to_no_game_is_told(tmp_path: Path, files: JsonObject, says: str) -> None:
    (tmp_path / "cards").mkdir()
    with pytest.raises(BadData, match=says):
        read_folder(write(tmp_path / "cards", files))


def test_a_missing_folder_and_one_without_data_are_said_together(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadData) as refused:
        hold_folders([tmp_path / "none", tmp_path / "empty"])
    assert len(refused.value.faults) == 2
    assert "there is no such folder" in refused.value.faults[0]


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An installation whose rule data cannot be played with."""
    folder = write(tmp_path / "cards", {"kontor": {"cards.csv": RED_SWAPPED["cards.csv"].replace("C43,43", "C43,x")}})
    monkeypatch.setenv("SIEGELPOST_RULE_DATA", str(folder))
    return "kontor/cards.csv, row 45, column number: 'x' should be a whole number"


def test_a_worker_does_not_start_with_data_that_cannot_be_played_with(
    broken: str, redis_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("REDIS_URL", redis_url)
    assert run.main(["resolve"]) == 2
    assert broken in caplog.text


def test_serve_says_what_is_wrong_and_opens_nothing(broken: str, tmp_path: Path) -> None:
    folder = tmp_path / "var"
    program = str(Path(sys.executable).with_name("siegelpost"))
    command = [program, "serve", "--data", str(folder), "--port", "0", "--no-demo"]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (ended.returncode, broken in ended.stderr) == (1, True), ended
    assert not (folder / "log" / "api.log").exists()
