"""``siegelpost data``: copying the package's files, checking one's own, verifying matches played with them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.protocol.canon import b64
from engine.registry import KONTOR, install_rule_data
from service.cli import main
from tests.engine.playing import Server
from tests.given.rule_data import RED_SWAPPED, another_process, kontor_with, write


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("SIEGELPOST_RULE_DATA", raising=False)
    with another_process():
        yield


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(one) for one in arguments])


def test_a_copy_can_be_played_with_as_it_is_and_is_the_same_data(tmp_path: Path) -> None:
    assert run("data", "copy", tmp_path / "own", "--game", "kontor").exit_code == 0
    assert sorted(one.name for one in (tmp_path / "own" / "kontor").iterdir()) == [
        "cards.csv", "layouts.toml", "presets.toml",
    ]  # fmt: skip
    found = run("data", "check", tmp_path / "own")
    assert found.exit_code == 0
    assert f"data {KONTOR.rules.data} (the same as the package's)" in found.output


def test_a_copy_never_overwrites_what_the_owner_has_corrected(tmp_path: Path) -> None:
    folder = write(tmp_path / "own", {"kontor": RED_SWAPPED})
    found = run("data", "copy", folder)
    assert found.exit_code == 1
    assert "exists" in found.output
    assert (folder / "kontor" / "cards.csv").read_text() == RED_SWAPPED["cards.csv"]


def test_a_check_says_everything_that_is_wrong_and_fails(tmp_path: Path) -> None:
    broken = kontor_with("C43,43,canal", "C43,43.5,lake")
    found = run("data", "check", write(tmp_path / "own", {"kontor": broken, "anno-1701": {"cards.json": "{"}}))
    assert found.exit_code == 1
    assert "anno-1701/cards.json: not JSON" in found.output
    assert "kontor/cards.csv, row 45, column type: 'lake' should be" in found.output


def test_verify_takes_the_owners_cards_and_says_when_they_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIEGELPOST_DATA", str(tmp_path / "data"))
    folder = write(tmp_path / "own", {"kontor": RED_SWAPPED})
    with another_process():
        install_rule_data([{"kontor": RED_SWAPPED}])
        played = Server(seed=7).play()
    (tmp_path / "match.jsonl").write_bytes(played.export)
    key = b64(played.public_key)
    without = run("verify", tmp_path / "match.jsonl", "--key", key)
    assert without.exit_code == 1
    assert "the match cannot be played again: the rule data" in without.output
    with_them = run("verify", tmp_path / "match.jsonl", "--key", key, "--rule-data", folder)
    assert with_them.output.startswith("PASS\n")
