"""Every command of the pages for operators, integrators and players is run by a test, or marked as not run, with the reason."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.deploy.files import ROOT

PAGES: Mapping[str, Mapping[str, Sequence[str]]] = tomllib.loads(
    Path(__file__).with_name("commands.toml").read_text(encoding="utf-8")
)
NOT_RUN = "not run: "
FOR_CONTRIBUTORS = ("docs/adding-a-", "docs/architecture.md", "docs/simulation.md")


def lines_of(text: str) -> list[str]:
    """Return the different lines of a page's blocks of commands, also in numbered lists; lines that continue one are left out.

    Programs stand between fences.
    """
    outside = re.sub(r"(?ms)^```.*?^```$", "", text)
    return list(dict.fromkeys(re.findall(r"(?m)^(?: {4}| {7})(?! )(.+)$", outside)))


def unclear(lines: Sequence[str], listed: Sequence[str]) -> list[str]:
    """Return the lines that no listed beginning, or several, tell, and the beginnings that tell no line or several."""
    told = {line: [one for one in listed if line.startswith(one)] for line in lines}
    return [
        *(line for line, by in told.items() if len(by) != 1),
        *(one for one in listed if sum(line.startswith(one) for line in lines) != 1),
    ]


@pytest.mark.parametrize("page", PAGES)
def test_each_command_of_a_page_is_run_or_marked_as_not_run(page: str) -> None:
    lines = lines_of((ROOT / page).read_text(encoding="utf-8"))
    assert unclear(lines, [one for some in PAGES[page].values() for one in some]) == []


def test_a_new_command_and_one_that_has_gone_would_be_found() -> None:
    lines = lines_of("    sudo apt install git\n\ntext\n\n1. text\n\n       siegelpost halt x\n    new one\n")
    assert lines == ["sudo apt install git", "siegelpost halt x", "new one"]
    assert unclear(lines, ["sudo apt", "siegelpost halt", "gone"]) == ["new one", "gone"]
    assert unclear([*lines[:2], "sudo apt purge git"], ["sudo apt", "siegelpost"]) == ["sudo apt"]


def test_every_page_with_commands_is_listed() -> None:
    """Of those who write code of ours, the pages are not."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    named = {str(one.relative_to(ROOT)) for one in pages if lines_of(one.read_text(encoding="utf-8"))}
    assert {one for one in named if not one.startswith(FOR_CONTRIBUTORS)} == PAGES.keys()


@pytest.mark.parametrize("verdict", sorted({verdict for page in PAGES.values() for verdict in page}))
def test_who_carries_it_out_reads_the_page_or_has_the_line(verdict: str) -> None:
    if verdict.startswith(NOT_RUN):
        assert len(verdict) > len(NOT_RUN) + 10, "a reason"
        assert all((ROOT / one).exists() for one in re.findall(r"tests/[\w/.]+\w", verdict))
        return
    text = (ROOT / verdict).read_text(encoding="utf-8")
    imported = re.findall(r"(?m)^from (tests\.[\w.]+) import", text)
    modules = [(ROOT / one.replace(".", "/")).with_suffix(".py") for one in imported]
    text += "".join(one.read_text("utf-8") for one in modules if one.exists())  # others are folders
    for page in (name for name, by in PAGES.items() if verdict in by):
        assert Path(page).name in text, f"{verdict} does not read {page}"
