"""A match depends on the data of its own preset: others may come and change, and it goes on."""

from collections.abc import Iterator

import pytest

from engine import registry
from engine.contract import Game
from engine.games.kontor import DATA, GAME
from engine.games.kontor.book import shipped_texts
from engine.kit.rule_data import data_of
from engine.registry import OtherData, game_with

TILSIT, BASIC = {"preset": "tilsit"}, {"preset": "goldsieber-basic"}


def release(**changed: str) -> Game:
    """Return the game of a release whose file of this name has the text."""
    texts = shipped_texts()
    names = {"presets": "presets.toml", "layouts": "layouts.toml", "cards": "cards.reconstructed.csv"}
    return DATA.make({**texts, **{names[name]: text for name, text in changed.items()}}, {})[-1]


def presets(old: str = "", new: str = "", more: str = "") -> str:
    text = shipped_texts()["presets.toml"]
    assert not old or old in text
    return text.replace(old, new, 1) + more if old else text + more


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    monkeypatch.setattr(registry, "_also", {})
    yield monkeypatch


def test_a_new_match_names_the_data_of_its_preset() -> None:
    assert data_of(GAME.rules, TILSIT) == GAME.rules.preset_data["tilsit"] != GAME.rules.data
    assert len(set(GAME.rules.preset_data.values())) == len(GAME.rules.preset_data)


def test_a_release_that_adds_a_preset_parks_nobody(only: pytest.MonkeyPatch) -> None:
    tilsit = presets().partition("[tilsit]")[2].partition("\n[")[0]
    grown = release(presets=presets(more="\n[evening]\n" + tilsit.replace("money = 3", "money = 2")))
    assert "evening" in grown.rules.presets and grown.rules.data != GAME.rules.data
    only.setitem(registry.GAMES, "kontor@1", grown)
    assert game_with("kontor@1", data_of(GAME.rules, TILSIT), TILSIT) is grown


def test_a_release_that_changes_a_preset_parks_its_matches_and_no_others(only: pytest.MonkeyPatch) -> None:
    money = "[tilsit]" + presets().partition("[tilsit]")[2].partition("money = 3")[0] + "money = 3"
    changed = release(presets=presets(money, money.replace("money = 3", "money = 2")))
    only.setitem(registry.GAMES, "kontor@1", changed)
    with pytest.raises(OtherData):
        game_with("kontor@1", data_of(GAME.rules, TILSIT), TILSIT)
    assert game_with("kontor@1", data_of(GAME.rules, BASIC), BASIC) is changed


def test_cards_of_one_edition_do_not_affect_the_other(only: pytest.MonkeyPatch) -> None:
    """The pubs C86 and C87 are in the Goldsieber box alone."""
    text = shipped_texts()["cards.reconstructed.csv"]
    swapped = text.replace("C86,86,pub,black", "C86,86,pub,red").replace("C87,87,pub,red", "C87,87,pub,black")
    changed = release(cards=swapped)
    only.setitem(registry.GAMES, "kontor@1", changed)
    with pytest.raises(OtherData):
        game_with("kontor@1", data_of(GAME.rules, BASIC), BASIC)
    assert game_with("kontor@1", data_of(GAME.rules, TILSIT), TILSIT) is changed


def test_titles_and_evidence_are_not_rules() -> None:
    renamed = release(presets=presets('title = "Goldsieber 1999: basic game"', 'title = "Basic"'))
    assert renamed.rules.preset_data == GAME.rules.preset_data
