"""Games of other distributions: which are taken, and what an operator is told about those that cannot be."""

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint, distributions
from pathlib import Path

import pytest

from engine import outside, registry
from engine.contract import CONTRACT
from engine.kit.rule_data import BadData
from engine.registry import install_rule_data

FINGERS = "from tests.engine.fingers.siegelpost_fingers import *\n"
PROJECT = "siegelpost-fingers"

Offer = Callable[..., None]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that Python imports from; what was imported from it is forgotten afterwards."""
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("other_")]:
        del sys.modules[name]


@pytest.fixture
def offer(folder: Path) -> Offer:
    """Install a distribution that offers a game."""

    def install(
        source: str,
        name: str = "fingers",
        *,
        project: str = PROJECT,
        module: str = "other_fingers",
        single: bool = False,
    ) -> None:
        if single:
            (folder / f"{module}.py").write_text(source)
        else:
            (folder / module).mkdir()
            (folder / module / "__init__.py").write_text(source)
        about = folder / f"{project.replace('-', '_')}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[{outside.GROUP}]\n{name} = {module}\n")

    return install


def found_in(folder: Path) -> outside.Found:
    entries: list[EntryPoint] = [one for held in distributions(path=[str(folder)]) for one in held.entry_points]
    return outside.find(entries, {"kontor"})


def test_a_sound_package_is_taken(folder: Path, offer: Offer) -> None:
    offer(FINGERS)
    found = found_in(folder)
    assert found.faults == []
    [game] = found.games
    assert (game.module, game.distribution) == ("other_fingers", "siegelpost-fingers 1.0")
    assert [one.rules.id for one in game.package.VERSIONS] == ["fingers@1"]


SPOILT = {
    "an import that fails": (
        "import no_such_module\n",
        "siegelpost-fingers 1.0: other_fingers cannot be loaded (ModuleNotFoundError: No module named 'no_such_module'); "
        "mend it, or remove it with 'pip uninstall siegelpost-fingers'",
    ),
    "a mistake in its code": ("1 / 0\n", "cannot be loaded (ZeroDivisionError: division by zero)"),
    "a newer contract": (
        f"CONTRACT = {CONTRACT + 1}\n",
        f"siegelpost-fingers 1.0: was made for version {CONTRACT + 1} of the contract of games, and this Siegelpost has version "
        f"{CONTRACT}: install a release of it that fits",
    ),
    "no contract": (f"{FINGERS}del CONTRACT\n", "names no CONTRACT, and this Siegelpost has version"),
    "no games": (f"{FINGERS}VERSIONS = ()\n", "offers no VERSIONS"),
    "no data": (f"{FINGERS}del DATA\n", "offers no DATA"),
    "half a game": (
        f"{FINGERS}class Half:\n    rules = GAME.rules\n    words = GAME.words\nVERSIONS = (Half(),)\n",
        "its game lacks options, setup, decisions, moves, check, resolve, fallback, consult, check_orders, view, channels, "
        "partners, outcome, picture, bot of engine.contract.Game",
    ),
    "VERSIONS that are none": (f"{FINGERS}VERSIONS = 7\n", "cannot be loaded (TypeError: "),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_package_that_cannot_be_used_is_told_with_its_distribution_and_the_remedy(
    name: str, folder: Path, offer: Offer
) -> None:
    source, told = SPOILT[name]
    offer(source)
    found = found_in(folder)
    assert found.games == []
    [fault] = found.faults
    assert told in fault
    assert fault.startswith("siegelpost-fingers 1.0: ")
    assert fault.endswith("remove it with 'pip uninstall siegelpost-fingers'")


RULES = {
    "another id": ('id="gloves@1"', "its rules id is gloves@1, not fingers@ and a number"),
    "no version": ('id="fingers"', "its rules id is fingers, not fingers@ and a number"),
    "no English": ('about={"de": "Ein Spiel."}', "fingers@1 does not say what it is about in English (Rules.about)"),
    "options of any kind": ('options={"type": "object"}', "fingers@1: the schema of its options has no properties"),
    "views without a name": ("view={}", "fingers@1: the schema of its views has no member game that is always fingers"),
    "no events": ("events={}", "fingers@1: it publishes no schema of its events"),
}


@pytest.mark.parametrize("name", RULES)
def test_rules_that_the_service_could_not_show_are_refused(name: str, folder: Path, offer: Offer) -> None:
    change, told = RULES[name]
    spoilt = f"class Spoilt(Fingers):\n    rules = replace(GAME.rules, {change})\nVERSIONS = (Spoilt(),)\n"
    offer(f"from dataclasses import replace\n{FINGERS}{spoilt}")
    [fault] = found_in(folder).faults
    assert told in fault


def test_a_single_module_is_refused(folder: Path, offer: Offer) -> None:
    offer(FINGERS, single=True)
    assert "is a single module; a game is a package" in found_in(folder).faults[0]


def test_two_distributions_that_offer_one_game_are_both_named_and_neither_is_played(folder: Path, offer: Offer) -> None:
    offer(FINGERS)
    offer(FINGERS, project="more-fingers", module="other_more")
    found = found_in(folder)
    assert (found.games, found.faults) == (
        [],
        [
            "more-fingers 1.0 and siegelpost-fingers 1.0: both offer the game fingers; keep one, and remove the other with "
            "'pip uninstall more-fingers' or 'pip uninstall siegelpost-fingers'"
        ],
    )


def test_a_game_that_siegelpost_brings_cannot_be_replaced(folder: Path, offer: Offer) -> None:
    offer(FINGERS, "kontor")
    found = found_in(folder)
    assert found.games == []
    assert found.faults[0].startswith(
        "siegelpost-fingers 1.0: offers the game kontor, which Siegelpost itself brings; "
    )


@pytest.mark.parametrize("name", ["Fingers", "fin_gers", "fingers@1", "-", "f" * 41])
def test_a_name_that_rules_ids_cannot_have_is_refused(name: str, folder: Path, offer: Offer) -> None:
    offer(FINGERS, name)
    assert f"its entry point {name!r} is not the name of a game" in found_in(folder).faults[0]


def test_one_broken_package_does_not_hide_what_is_wrong_with_another(folder: Path, offer: Offer) -> None:
    offer("1 / 0\n")
    offer("2 / 0\n", "gloves", project="gloves", module="other_gloves")
    assert [fault.partition(":")[0] for fault in found_in(folder).faults] == ["siegelpost-fingers 1.0", "gloves 1.0"]


def test_nothing_starts_while_a_package_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "OUTSIDE", outside.Found(faults=["siegelpost-fingers 1.0: is broken"]))
    with pytest.raises(BadData) as refused:
        install_rule_data([])
    assert refused.value.faults == ("siegelpost-fingers 1.0: is broken",)
