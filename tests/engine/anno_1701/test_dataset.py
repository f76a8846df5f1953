"""The data file: what it must hold, and that everything wrong is named."""

import json
from collections.abc import Callable

import pytest

from engine.contract import Json
from engine.games.anno_1701.dataset import Book, read, shipped_text
from engine.kit.rule_data import BadData
from engine.kit.shape import Misfit, fit
from tests.engine.anno_1701.table import DATA


def raw() -> dict[str, Json]:
    data: dict[str, Json] = json.loads(shipped_text())
    return data


def problem(change: Callable[[dict[str, Json]], object]) -> str:
    """The message with which a changed dataset is refused."""
    data = raw()
    change(data)
    with pytest.raises(BadData) as caught:
        read(json.dumps(data), "cards.json")
    return str(caught.value)


def test_the_shipped_set_has_the_totals_of_the_rules() -> None:
    buildings = [card for card in DATA.cards.values() if card.building]
    assert (len(DATA.cards), len(buildings)) == (54, 42)
    totals = [sum(getattr(card, symbol) for card in buildings) for symbol in ("sails", "cannons", "bags", "happy")]
    assert totals == [7, 7, 7, 8]
    assert [sum(card.die == die for card in buildings) for die in range(1, 7)] == [3, 3, 2, 3, 3, 3]
    assert [len(DATA.stack(numeral)) for numeral in (1, 2, 3)] == [18, 18, 18]


def test_every_entry_carries_its_evidence() -> None:
    data = raw()
    entries = [*data["expansion"], *data["voyage"], *data["eventDie"], *data["residents"]]
    entries += [land for side in data["sides"].values() for land in side["landscapes"]]
    assert all(entry["evidence"] for entry in entries)
    assert "RECONSTRUCTION" in data["status"]


@pytest.mark.parametrize(("counts", "voyages"), [((8, 6, 4), 14), ((8, 7, 3), 14), ((8, 8, 4), 12)])
def test_every_split_of_the_32_cards_is_accepted(counts: tuple[int, int, int], voyages: int) -> None:
    data = raw()
    for one, count in zip(data["residents"], counts, strict=True):
        one["count"] = count
    data["voyage"] = data["voyage"][:voyages]
    assert len(read(json.dumps(data), "x").voyage) == voyages


def test_an_owners_file_needs_no_marks_and_no_english_names() -> None:
    data = raw()
    for entry in (*data["expansion"], *data["voyage"]):
        del entry["evidence"], entry["en"]
    assert read(json.dumps(data), "x").names["farm"] == {"de": "Farm", "en": "Farm"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data["expansion"].pop(), "/expansion: stack 3 needs 18 cards, found 17"),
        (lambda data: data["voyage"].pop(), "120 cards are needed, found 119"),
        (lambda data: data["expansion"][6].update(cost="HZ"), "/expansion/6/cost: the rule book prints H, Z and W"),
        (
            lambda data: data["expansion"][0].update(dice=[1, 7]),
            "/expansion/0/dice/1: should be a whole number from 1 to 6",
        ),
        (lambda data: data["expansion"][9].update(op="explode"), "/expansion/9/op: should be one of steal_gold"),
        (lambda data: data["voyage"][0].update(op="sing"), "/voyage/0/op: should be one of buy"),
        (lambda data: data["expansion"][0].update(colour="red"), "/expansion/0/colour: is unknown here"),
        (lambda data: data["expansion"][20].update(limit=2), "needs limit 1"),
        (lambda data: data["sides"]["lion"]["landscapes"][4].update(start=1), "must sum to 5"),
        (lambda data: data["sides"]["lion"]["landscapes"][4].update(pos="top-1"), "two cards lie on one position"),
        (lambda data: data["sides"]["lion"]["landscapes"][0].update(centre=1), "landscapes/0/centre: top-1 lies at"),
        (lambda data: data["eventDie"][0].update(face=2), "/eventDie: each of the faces"),
        (lambda data: data["expansion"][9].update(against=False), "/expansion/9/against: should be true"),
        (lambda data: data["expansion"][9].pop("max"), "/expansion/9: steal_gold needs exactly: max"),
        (lambda data: data["start"].update(hand=4), "/start/hand: should be one of 3"),
        (lambda data: data["voyage"][13]["table"].pop(), "/voyage/13/table: each roll from 1 to 6 once"),
        (lambda data: data["residents"][0].pop("cost"), "/residents/0: cost is missing"),
    ],
)
def test_what_is_wrong_is_named(change: Callable[[dict[str, Json]], object], said: str) -> None:
    assert said in problem(change)


def test_a_file_that_is_not_json_or_repeats_a_key_is_refused() -> None:
    for text in ("{", '{"dataset": 1, "dataset": 2}', "[]"):
        with pytest.raises(BadData):
            read(text, "x")


def test_other_data_have_another_hash() -> None:
    data = raw() | {"status": "an owner's transcription"}
    assert Book.read(json.dumps(data)).digest != Book.shipped().digest


@pytest.mark.parametrize("value", [True, 1.0, "1", None, 7])
def test_a_whole_number_is_not_a_boolean_a_float_or_a_string(value: object) -> None:
    with pytest.raises(Misfit):
        fit({"type": "integer", "minimum": 0, "maximum": 6}, value)


def test_a_pattern_ends_where_the_text_ends() -> None:
    fit({"type": "string", "pattern": "^[A-Z][0-9]$"}, "L4")
    with pytest.raises(Misfit):
        fit({"type": "string", "pattern": "^[A-Z][0-9]$"}, "L4\n")
