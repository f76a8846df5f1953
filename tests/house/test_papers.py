"""What the papers name is there: files, folders, modules, headings, commands, settings, and what a module is said to hold."""

import re
import tomllib
from pathlib import Path

import click
import pytest

from service.cli.command import main

ROOT = Path(__file__).parents[2]
PAPERS = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "engine" / "games").glob("*/RULES.md"),
        ROOT / "engine/contract.py",
    ]
)
NAMED = re.compile(r"`((?:engine|service|workers|tests|checks|docs|deploy|openapi|requirements)/[\w./-]*)`")
LINKED = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def named(text: str) -> list[str]:
    """Return the paths in backticks; the last segment of one like ``engine/games/<game>/`` names no file and is left out."""
    return [one for one in NAMED.findall(text) if "<" not in one]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_paper_names_is_there(paper: Path) -> None:
    text = paper.read_text(encoding="utf-8")
    missing = [one for one in named(text) if not (ROOT / one).exists() and not list(ROOT.glob(one + ".*"))]
    missing += [one for one in LINKED.findall(text) if not (paper.parent / one).exists()]
    assert missing == []


def test_a_missing_file_would_be_found() -> None:
    assert named("see `service/api/matches/representations.py` and `engine/games/<game>/RULES.md`") == [
        "service/api/matches/representations.py"
    ]


LINKED_HEADING = re.compile(r"\]\(([^)#:]*)#([^)]+)\)")
HELD_BY = re.compile(r"`(\w+)`(?: \(\w+\))? in `([\w/]+\.(?:py|toml|lua))`")
MAKE = re.compile(r"(?:`|^    )make ([a-z]+)", re.MULTILINE)
COMMAND = re.compile(r"(?:`|^ {4}(?: {3})?|bin/)siegelpost ([a-z][^`\n]*)", re.MULTILINE)
RUN = re.compile(r"python -m ([a-z_]+(?:\.[a-z_]+)+)")
READ_FROM = re.compile(r'"((?:SIEGELPOST|REDIS|QUEUE|SMTP)_[A-Z_]+)"')
SET_BY_US = {"SIEGELPOST_STARTING", "SIEGELPOST_SUPERVISOR"}
"""What ``siegelpost serve`` sets for its own processes."""


def headings(text: str) -> set[str]:
    """Return the anchors of a paper's headings, as GitHub makes them."""
    lines = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in lines}


def fault_of_command(line: str) -> str:
    """Return the word of a command line that the command does not know: a command or an option; empty if it knows all."""
    command: click.Command = main
    for word in re.split(r"[ ,;|)&]+", line.partition(" #")[0].partition(" > ")[0]):
        if word.startswith("--") and word != "--":
            known = {one for param in command.params for one in (*param.opts, *param.secondary_opts)} | {"--help"}
            if word.partition("=")[0] not in known:
                return f"siegelpost {line}: {word}"
        elif isinstance(command, click.Group) and re.fullmatch(r"[a-z][a-z-]*", word):
            found = command.get_command(click.Context(command), word)
            if found is None:
                return f"siegelpost {line}: {word}"
            command = found
    return ""


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("admin keys rotate signing --data var --why x", ""),
        ("admin mend", ""),
        ("admin keep MATCH", "keep"),
        ("halt WHY --till 2026", "--till"),
        ("new --hold", ""),
        ("serve --daat var", "--daat"),
    ],
)
def test_a_command_or_an_option_that_is_none_would_be_found(line: str, fault: str) -> None:
    assert fault_of_command(line).removeprefix(f"siegelpost {line}: ") == fault


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_paper_says_of_the_code_is_so(paper: Path) -> None:
    text = paper.read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    wrong = [f"make {one}" for one in MAKE.findall(text) if f"\n{one}:" not in makefile]
    wrong += [fault for one in COMMAND.findall(text) if (fault := fault_of_command(one))]
    wrong += [one for one in RUN.findall(text) if not _runs(ROOT / one.replace(".", "/"))]
    wrong += [f"{name} in {path}" for name, path in HELD_BY.findall(text) if not _holds(path, name)]
    for path, anchor in LINKED_HEADING.findall(text):
        other = paper if not path else paper.parent / path
        wrong += [] if anchor in headings(other.read_text(encoding="utf-8")) else [f"{path}#{anchor}"]
    assert wrong == []


def _runs(place: Path) -> bool:
    """Return whether ``python -m`` runs a module or package."""
    return place.with_suffix(".py").is_file() or (place / "__main__.py").is_file()


def _holds(path: str, name: str) -> bool:
    return bool(re.search(rf"\b{name}\b", (ROOT / path).read_text(encoding="utf-8")))


SOUGHT = {
    "Kontor's tax": "engine/games/kontor/rules/laying.py",
    "a missed deadline": "workers/resolve/openings.py",
    "a mail held off": "service/notifications/notices.py",
    "a card stays hidden": "engine/games/kontor/rules/view.py",
    "a receipt's signature": "service/matches/receipts.py",
    "the guard that makes a step happen once": "service/store/lua/matches/transition.lua",
    "what every game must offer": "(adding-a-game.md)",
    "every kind of notification": "(adding-a-notification.md)",
}
"""What a newcomer looks for, and the exact place."""


@pytest.mark.parametrize(("sought", "place"), SOUGHT.items())
def test_a_newcomer_is_two_steps_from_it(sought: str, place: str) -> None:
    assert "(docs/architecture.md#where-things-are)" in (ROOT / "README.md").read_text(encoding="utf-8")
    table = (ROOT / "docs/architecture.md").read_text(encoding="utf-8").partition("## Where things are")[2]
    [row] = [one for one in table.splitlines() if sought in one]
    assert place in row


def test_the_readme_lists_every_setting() -> None:
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Settings")[2].partition("\n## ")[0]
    listed = set(re.findall(r"`([A-Z_]+)`", "".join(line.split("|")[1] for line in table.splitlines() if "|" in line)))
    read = {
        name
        for package in ("service", "workers")
        for path in (ROOT / package).rglob("*.py")
        for name in READ_FROM.findall(path.read_text(encoding="utf-8"))
    }
    assert read - SET_BY_US - listed == set()
    assert {name for name in listed if name.startswith("SIEGELPOST_")} <= read


def test_the_readme_names_every_dependency_of_the_product() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [*project["dependencies"], *extras["server"], *extras["mcp"], *extras["otel"]]
    named = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Dependencies")[2].lower()
    assert [one for one in asked if not re.search(rf"\b{re.split(r'[<>=]', one)[0]}\b", named)] == []


@pytest.mark.parametrize("game", sorted(one.parent.name for one in (ROOT / "engine" / "games").glob("*/rules")))
def test_a_game_says_which_module_has_which_rule(game: str) -> None:
    said = (ROOT / "engine" / "games" / game / "__init__.py").read_text(encoding="utf-8")
    modules = {one.stem for one in (ROOT / "engine" / "games" / game / "rules").glob("*.py")} - {"__init__"}
    assert {one for one in modules if f"``{one}``" not in said} == set()
