"""The check for known vulnerabilities: what it says with an export of OSV's records, an old one, and with none."""

import json
import runpy
import subprocess
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parents[2]
Main = Callable[[list[str]], int]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Main:
    """The check in a folder of its own, where one package is locked."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADVISORIES", raising=False)
    (tmp_path / "requirements").mkdir()
    (tmp_path / ".ci").mkdir()
    (tmp_path / "requirements/dev.txt").write_text("some-thing==1.4.2 \\\n    --hash=sha256:00\n")
    main: Main = runpy.run_path(str(HERE / ".ci/advisories"))["main"]
    return main


def export(folder: Path, *, days: int = 1, **affected: Any) -> list[str]:
    """Write an export with one record that old; return the arguments that name it."""
    changed = (datetime.now(UTC) - timedelta(days=days)).isoformat()
    about = {"package": {"ecosystem": "PyPI", "name": "Some_Thing"}, **affected}
    file = folder / "all.zip"
    with zipfile.ZipFile(file, "w") as made:
        made.writestr("X-1.json", json.dumps({"id": "X-1", "modified": changed, "affected": [about]}))
    return ["--osv", str(file)]


@pytest.mark.parametrize(
    ("affected", "weak"),
    [
        ({"versions": ["1.4.2"]}, True),
        ({"versions": ["1.4.1"]}, False),
        ({"ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "1.4.3"}]}]}, True),
        ({"ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "1.4.2"}]}]}, False),
        ({"ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "1.5"}]}]}, False),
        ({"ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "1.0"}, {"last_affected": "1.4.2"}]}]}, True),
    ],
)
def test_an_export_says_which_locked_versions_are_affected(
    check: Main, tmp_path: Path, capsys: pytest.CaptureFixture[str], affected: dict[str, Any], weak: bool
) -> None:
    assert check(export(tmp_path, **affected)) == int(weak)
    said = capsys.readouterr().out
    assert ("some-thing 1.4.2: X-1" in said) == weak
    assert "an export that is 1 days old" in said


def test_old_data_pass_a_check_and_fail_a_release(
    check: Main, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = export(tmp_path, days=61)
    assert check(old) == 0
    assert "TOO OLD" in capsys.readouterr().out
    assert check([*old, "--release"]) == 1
    assert check([*export(tmp_path, days=59), "--release"]) == 0


def test_a_record_from_the_future_makes_no_export_fresh(check: Main, tmp_path: Path) -> None:
    """One false date would hide how old all the others are."""
    assert check([*export(tmp_path, days=-400), "--release"]) == 1


def audited(*packages: dict[str, Any]) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return what runs the auditor, which says this of packages."""
    said = json.dumps({"dependencies": packages})
    return lambda *_, **__: subprocess.CompletedProcess([], 0, stdout=said)


def test_an_index_that_knows_some_packages_only_is_no_check_for_a_release(
    check: Main, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a mirror that has advisories for one of two hundred packages, and a release that asks it."""
    known = {"name": "some-thing", "version": "1.4.2", "vulns": []}
    monkeypatch.setattr(subprocess, "run", audited(known, {"name": "other", "skip_reason": "unknown here"}))
    assert check([]) == 0
    assert "1 of 2 locked packages" in capsys.readouterr().out
    assert check(["--release"]) == 1
    monkeypatch.setattr(subprocess, "run", audited(known))
    assert check(["--release"]) == 0


def test_where_nobody_can_say_it_says_since_when(
    check: Main, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 1, stdout=""))
    (tmp_path / ".ci/advisories-checked").write_text("2026-08-01\n")
    assert check([]) == 0
    assert "NOT CHECKED since 2026-08-01" in capsys.readouterr().out
    assert check(["--release"]) == 1
    (tmp_path / "no.zip").write_text("nothing")
    assert check(["--osv", "no.zip", "--release"]) == 1
