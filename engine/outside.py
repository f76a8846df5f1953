"""Games of other people's packages, found by their entry points and checked before anybody plays them.

A distribution offers a game by an entry point of the group :data:`GROUP`: its name is the game's, as in rules ids, its value
the package that offers what :class:`engine.kit.rule_data.Package` asks for, and ``CONTRACT``. What cannot be used is put into
words that name the distribution and the remedy; nothing starts before it is mended (:func:`engine.registry.install_rule_data`).
"""

import importlib
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint
from typing import cast

from engine.contract import CONTRACT, Game
from engine.kit.rule_data import Package
from engine.kit.text.phrases import ENGLISH

GROUP = "siegelpost.games"
NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
LONGEST_NAME = 40
MEMBERS = (*Game.__annotations__, *(name for name in vars(Game) if not name.startswith("_")))
"""Members of every game, values and functions alike."""


@dataclass(frozen=True)
class Outsider:
    """A game of another distribution: the name of its package, the package itself, and distribution and version in words."""

    module: str
    package: Package
    distribution: str


@dataclass(frozen=True)
class Found:
    """The playable games of other distributions, and a line about each unplayable one."""

    games: list[Outsider] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def find(entry_points: Iterable[EntryPoint], built_in: Collection[str]) -> Found:
    """Import the games that distributions offer, in the order of their names.

    :param built_in: the names of the games that Siegelpost itself brings, which nobody else's may have.
    """
    offered: dict[str, list[EntryPoint]] = defaultdict(list)
    for one in entry_points:
        offered[one.name].append(one)
    found = Found()
    for name, entries in sorted(offered.items()):
        wrong = _clash(name, entries, built_in)
        if wrong is None:
            wrong = _take(found, entries[0])
        if wrong is not None:
            found.faults.append(wrong)
    return found


def _clash(name: str, entries: list[EntryPoint], built_in: Collection[str]) -> str | None:
    offering = " and ".join(sorted(_distribution(one) for one in entries))
    if name in built_in:
        return f"{offering}: offers the game {name}, which Siegelpost itself brings; {_remedy(entries[0])}"
    if len(entries) > 1:
        remedies = " or ".join(sorted(f"'pip uninstall {_project(one)}'" for one in entries))
        return f"{offering}: both offer the game {name}; keep one, and remove the other with {remedies}"
    if len(name) > LONGEST_NAME or NAME.fullmatch(name) is None:
        return (
            f"{offering}: its entry point {name!r} is not the name of a game (small letters, digits and hyphens, at most "
            f"{LONGEST_NAME}); {_remedy(entries[0])}"
        )
    return None


def _take(found: Found, entry: EntryPoint) -> str | None:
    """Import a package and record it; return what is wrong with it instead, or None."""
    try:
        module = importlib.import_module(entry.module)
        faults = list(_faults(entry.name, module))
    except Exception as error:
        # Whatever goes wrong while somebody else's code runs is told as that package's fault.
        told = (str(error).splitlines() or [""])[0]
        return f"{_distribution(entry)}: {entry.module} cannot be loaded ({type(error).__name__}: {told}); {_remedy(entry)}"
    if faults:
        return f"{_distribution(entry)}: {'; '.join(faults)}; {_remedy(entry)}"
    found.games.append(Outsider(entry.module, cast(Package, module), _distribution(entry)))
    return None


def _faults(name: str, module: object) -> Iterator[str]:
    """Yield the faults that make a package unplayable; only the first if it was made for another contract."""
    contract = getattr(module, "CONTRACT", None)
    if contract != CONTRACT:
        made_for = (
            "names no CONTRACT" if contract is None else f"was made for version {contract} of the contract of games"
        )
        yield f"{made_for}, and this Siegelpost has version {CONTRACT}: install a release of it that fits"
        return
    if not hasattr(module, "__path__"):
        yield "is a single module; a game is a package, a folder with __init__.py"
    package = cast(Package, module)
    if not hasattr(module, "DATA"):
        yield "offers no DATA (None if there is nothing for an owner to replace)"
    elif package.DATA is not None and package.DATA.folder != name:
        yield f"its DATA is for a folder {package.DATA.folder}, not {name}"
    if not hasattr(module, "VERSIONS") or not package.VERSIONS:
        yield "offers no VERSIONS, the games by version of their rules, the newest last"
        return
    for game in package.VERSIONS:
        lacking = [member for member in MEMBERS if not hasattr(game, member)]
        if lacking:
            yield f"its game lacks {', '.join(lacking)} of engine.contract.Game"
        else:
            yield from _faults_of_rules(name, game)


def _faults_of_rules(name: str, game: Game) -> Iterator[str]:
    rules = game.rules
    if re.fullmatch(rf"{name}@[1-9][0-9]{{0,3}}", rules.id) is None:
        yield f"its rules id is {rules.id}, not {name}@ and a number"
    if not rules.about.get(ENGLISH):
        yield f"{rules.id} does not say what it is about in English (Rules.about)"
    if "properties" not in rules.options:
        yield f"{rules.id}: the schema of its options has no properties"
    if rules.view.get("properties", {}).get("game", {}).get("const") != name:
        yield f"{rules.id}: the schema of its views has no member game that is always {name}"
    if not rules.events:
        yield f"{rules.id}: it publishes no schema of its events"


def _project(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.module


def _distribution(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else entry.module


def _remedy(entry: EntryPoint) -> str:
    return f"mend it, or remove it with 'pip uninstall {_project(entry)}'"
