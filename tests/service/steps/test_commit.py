"""The commit that an installation names: as git itself says it, wherever git keeps it, and nothing where it is unknown."""

import subprocess
from pathlib import Path

import pytest

from service.commit import PACKAGE, commit

NAME = ("-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "init.defaultBranch=main")


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *NAME, "-C", str(folder), *arguments], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_the_commit_is_what_git_says_in_every_form_of_a_checkout(tmp_path: Path) -> None:
    clone, beside = tmp_path / "clone", tmp_path / "beside"
    (package := clone / "service").mkdir(parents=True)
    git(clone, "init")
    git(clone, "commit", "--allow-empty", "-m", "one")
    one = git(clone, "rev-parse", "HEAD")
    for arguments in ((), ("pack-refs", "--all"), ("checkout", "--detach")):
        if arguments:
            git(clone, *arguments)
        commit.cache_clear()
        assert commit(package) == one
    git(clone, "worktree", "add", "-b", "other", str(beside))
    git(beside, "commit", "--allow-empty", "-m", "two")
    assert commit(beside / "service") == git(beside, "rev-parse", "HEAD") != one
    (beside / "service").mkdir()
    (beside / "service" / "commit.txt").write_text(f"{one}\n")
    commit.cache_clear()
    assert commit(beside / "service") == one, "what the build noted goes first"


@pytest.mark.parametrize("noted", ["", "$Format:%H$\n", None])
def test_an_unknown_commit_is_empty(tmp_path: Path, noted: str | None) -> None:
    (tmp_path / "service").mkdir()
    if noted is not None:
        (tmp_path / "service" / "commit.txt").write_text(noted)
    assert commit(tmp_path / "service") == ""


def test_archives_have_the_commit_in_place_of_the_format() -> None:
    assert (PACKAGE / "commit.txt").read_text() == "$Format:%H$\n"
    said = git(PACKAGE.parent, "check-attr", "export-subst", "service/commit.txt")
    assert said.endswith(": set")
