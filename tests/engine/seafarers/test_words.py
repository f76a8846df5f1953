"""Everything that happens, can be answered and is asked is a sentence, in both languages."""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from string import Formatter
from typing import Any, cast, get_args

import pytest

from engine.contract import Event, Language, Move
from engine.games.seafarers.schemas import MOVES
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.types.events import SeafarersEvent
from engine.games.seafarers.types.view import SeafarersView
from engine.kit.text.particulars import answer_in_words, events_in_words, quiet_answer
from engine.kit.text.phrases import LANGUAGES, flat
from tests.engine.seafarers.seen import NAMES, PRESETS, match_of
from tests.engine.seafarers.table import GAME

WORDS = GAME.words

EVENTS: list[tuple[Event, str, str]] = [
    ({"type": "harbour", "seat": 0, "edge": 9, "kind": "any"},
     "Ada lays a harbour at edge 9: any 3:1.", "Ada legt einen Hafen an Kante 9: beliebig 3:1."),
    ({"type": "founded", "seat": 1, "node": 3, "edge": 9, "piece": "ship"},
     "Ben founds a settlement on site 3 with a ship on edge 9.",
     "Ben gründet eine Siedlung auf Bauplatz 3 mit einem Schiff auf Kante 9."),
    ({"type": "turn", "seat": 1, "turn": 4}, "Turn 4: Ben.", "Zug 4: Ben."),
    ({"type": "rolled", "seat": 1, "dice": [3, 6]}, "Ben rolls 3 and 6: 9.", "Ben würfelt 3 und 6: 9."),
    ({"type": "produced", "seat": 1, "cards": {"wood": 1, "ore": 2}}, "Ben gets 1 wood, 2 ore.",
     "Ben erhält 1 Holz, 2 Erz."),
    ({"type": "produced", "seat": 1, "cards": {"wool": 1}, "founding": True},
     "Ben gets 1 wool for the second settlement.", "Ben erhält 1 Wolle für die zweite Siedlung."),
    ({"type": "shortage", "resource": "brick"}, "The bank is short of brick.", "In der Bank ist zu wenig Lehm."),
    ({"type": "gold", "seat": 0, "cards": {"ore": 1}}, "Ada takes 1 ore at the gold river.",
     "Ada nimmt am Goldfluss 1 Erz."),
    ({"type": "discarded", "seat": 0, "cards": {"ore": 4}}, "Ada gives up 4 ore.", "Ada gibt 4 Erz ab."),
    ({"type": "robber", "seat": 0, "hex": 7}, "Ada moves the robber to hex 7.", "Ada setzt den Räuber auf Feld 7."),
    ({"type": "pirate", "seat": 0, "hex": 70}, "Ada moves the pirate to hex 70.", "Ada setzt den Piraten auf Feld 70."),
    ({"type": "stolen", "seat": 0, "victim": 2}, "Ada steals a card from Cem.", "Ada raubt Cem eine Karte."),
    ({"type": "loot", "seat": 0, "victim": 2, "card": "ore", "to": [0, 2]},
     "The card that Ada stole from Cem: ore.", "Ada hat Cem 1 Erz geraubt."),
    ({"type": "road", "seat": 0, "edge": 5}, "Ada builds a road on edge 5.", "Ada baut eine Straße auf Kante 5."),
    ({"type": "ship", "seat": 0, "edge": 5, "free": True}, "Ada places a free ship on edge 5.",
     "Ada setzt ein kostenloses Schiff auf Kante 5."),
    ({"type": "settlement", "seat": 0, "node": 5}, "Ada builds a settlement on site 5.",
     "Ada baut eine Siedlung auf Bauplatz 5."),
    ({"type": "city", "seat": 0, "node": 5}, "Ada builds a city on site 5.", "Ada baut eine Stadt auf Bauplatz 5."),
    ({"type": "moved", "seat": 0, "edge": 5, "to_edge": 6}, "Ada moves a ship from edge 5 to edge 6.",
     "Ada versetzt ein Schiff von Kante 5 auf Kante 6."),
    ({"type": "discovered", "seat": 0, "hex": 5, "terrain": "sea", "number": 0}, "Ada discovers hex 5: sea.",
     "Ada entdeckt Feld 5: Meer."),
    ({"type": "discovered", "seat": 0, "hex": 5, "terrain": "wood", "number": 8},
     "Ada discovers hex 5: forest, wood, number 8.", "Ada entdeckt Feld 5: Wald, Holz, Zahl 8."),
    ({"type": "discovered", "seat": 0, "hex": 5, "terrain": "ore", "number": 8, "card": "ore"},
     "Ada discovers hex 5: mountains, ore, number 8, and gets 1 ore.",
     "Ada entdeckt Feld 5: Gebirge, Erz, Zahl 8, und erhält 1 Erz."),
    ({"type": "chip", "seat": 0, "hex": 5, "number": 4}, "Ada brings a 4 from the bag to hex 5.",
     "Ada bringt eine 4 aus dem Beutel auf Feld 5."),
    ({"type": "chip", "seat": 0, "hex": 5, "number": 4, "from_hex": 30}, "Ada moves the 4 of hex 30 to hex 5.",
     "Ada legt die 4 von Feld 30 auf Feld 5."),
    ({"type": "bought", "seat": 0}, "Ada buys a development card.", "Ada kauft eine Entwicklungskarte."),
    ({"type": "drawn", "seat": 0, "card": "victory", "to": [0]}, "Ada's new development card: victory point.",
     "Die neue Entwicklungskarte von Ada: Siegpunkt."),
    ({"type": "played", "seat": 0, "card": "knight"}, "Ada plays a card: knight.", "Ada spielt eine Karte: Ritter."),
    ({"type": "invention", "seat": 0, "cards": {"ore": 2}}, "Ada takes 2 ore from the bank.",
     "Ada nimmt 2 Erz aus der Bank."),
    ({"type": "monopoly", "seat": 0, "resource": "ore", "given": [0, 2, 0, 1, 0, 0]}, "Ada gets all ore: Ben 2, Dora 1.",
     "Ada erhält von allen Erz: Ben 2, Dora 1."),
    ({"type": "bank", "seat": 0, "give": {"ore": 4}, "take": {"wood": 1}}, "Ada trades with the bank: 4 ore for 1 wood.",
     "Ada tauscht mit der Bank: 4 Erz für 1 Holz."),
    ({"type": "offer", "seat": 0, "offer": 1, "give": {"ore": 1}, "take": {"wood": 1}, "seats": [1, 2, 3]},
     "Ada makes offer 1 to Ben, Cem and Dora: 1 ore for 1 wood.",
     "Ada macht Angebot 1 an Ben, Cem und Dora: 1 Erz für 1 Holz."),
    ({"type": "offer", "seat": 0, "offer": 1, "give": {"ore": 1}, "take": {"wood": 1}, "seats": [1, 2, 3, 4, 5]},
     "Ada makes offer 1 to everybody: 1 ore for 1 wood.", "Ada macht Angebot 1 an alle: 1 Erz für 1 Holz."),
    ({"type": "accepted", "seat": 1, "offer": 1}, "Ben accepts offer 1.", "Ben nimmt Angebot 1 an."),
    ({"type": "declined", "seat": 1, "offer": 1}, "Ben declines offer 1.", "Ben lehnt Angebot 1 ab."),
    ({"type": "countered", "seat": 1, "offer": 1, "give": {"ore": 1}, "take": {"wood": 2}},
     "Ben counters offer 1: 1 ore for 2 wood.", "Ben macht ein Gegenangebot zu Angebot 1: 1 Erz für 2 Holz."),
    ({"type": "traded", "seat": 0, "partner": 1, "give": {"ore": 1}, "take": {"wood": 1}},
     "Ada and Ben trade: 1 ore for 1 wood.", "Ada und Ben tauschen: 1 Erz für 1 Holz."),
    ({"type": "withdrawn", "seat": 0, "offer": 1}, "Offer 1 of Ada no longer stands.", "Angebot 1 von Ada gilt nicht mehr."),
    ({"type": "route", "seat": 0, "size": 6}, "Ada has the longest trade route, 6 long.",
     "Ada hat die längste Handelsroute, Länge 6."),
    ({"type": "route", "seat": -1, "size": 0}, "Nobody has the longest trade route any more.",
     "Niemand hat mehr die längste Handelsroute."),
    ({"type": "army", "seat": 0, "size": 3}, "Ada has the largest army, 3 knights.",
     "Ada hat die größte Rittermacht, 3 Ritter."),
    ({"type": "points", "seat": 0, "points": 1, "zone": 4}, "Ada settles on a new island and gets 1 special point.",
     "Ada besiedelt eine neue Insel und erhält 1 Sonderpunkt."),
    ({"type": "points", "seat": 0, "points": 2, "zone": 4}, "Ada settles on a new island and gets 2 special points.",
     "Ada besiedelt eine neue Insel und erhält 2 Sonderpunkte."),
    ({"type": "line", "seat": 0, "start": 4, "end": 60}, "Ada has a trade line from site 4 to site 60.",
     "Ada hat eine Handelslinie von Bauplatz 4 nach Bauplatz 60."),
    ({"type": "line-lost", "seat": 0, "start": 4, "end": 60}, "Ada's trade line from site 4 to site 60 no longer counts.",
     "Die Handelslinie von Ada von Bauplatz 4 nach Bauplatz 60 zählt nicht mehr."),
    ({"type": "ended", "seat": 0}, "Ada ends the turn.", "Ada beendet den Zug."),
    ({"type": "over", "winners": [1], "scores": [3, 12], "victory": [0, 1], "reason": "goal"},
     "The match is over. Ben reaches the goal. Points: Ada 3, Ben 12.",
     "Die Partie ist zu Ende. Ben erreicht das Ziel. Punkte: Ada 3, Ben 12."),
    ({"type": "over", "winners": [0, 1], "scores": [7, 7], "victory": [0, 1], "reason": "turn-limit"},
     "The match is over, the last turn has been played. Ahead: Ada and Ben. Points: Ada 7, Ben 7.",
     "Die Partie ist zu Ende, der letzte Zug ist gespielt. Vorn: Ada und Ben. Punkte: Ada 7, Ben 7."),
]  # fmt: skip

SAID: list[tuple[Move, str, str]] = [
    ({"type": "harbour", "edge": 3}, "lay the harbour at edge 3", "den Hafen an Kante 3 legen"),
    ({"type": "found", "node": 3, "edge": 4, "piece": "road"}, "found a settlement on site 3 with a road on edge 4",
     "eine Siedlung auf Bauplatz 3 gründen, mit einer Straße auf Kante 4"),
    ({"type": "roll"}, "roll the dice", "würfeln"),
    ({"type": "discard", "cards": {"ore": 2, "wool": 2}}, "give up 2 wool, 2 ore", "2 Wolle, 2 Erz abgeben"),
    ({"type": "random"}, "give up cards drawn by lot", "ausgeloste Karten abgeben"),
    ({"type": "gold", "take": ["ore", "ore", "wood"]}, "take 2 ore, 1 wood", "2 Erz, 1 Holz nehmen"),
    ({"type": "gold", "take": []}, "take whatever the bank has most of", "nehmen, wovon die Bank am meisten hat"),
    ({"type": "robber", "hex": 3, "victim": 0}, "move the robber to hex 3 and rob player 1",
     "den Räuber auf Feld 3 setzen und Spieler 1 berauben"),
    ({"type": "pirate", "hex": 3}, "move the pirate to hex 3", "den Piraten auf Feld 3 setzen"),
    ({"type": "chip", "hex": 3}, "take the chip of hex 3", "den Zahlenchip von Feld 3 nehmen"),
    ({"type": "accept"}, "accept the offer", "das Angebot annehmen"),
    ({"type": "decline"}, "decline the offer", "das Angebot ablehnen"),
    ({"type": "counter", "give": {"ore": 1}, "take": {"wood": 2}}, "counter: give 1 ore for 2 wood",
     "Gegenangebot: 1 Erz für 2 Holz"),
    ({"type": "road", "edge": 3}, "build a road on edge 3", "eine Straße auf Kante 3 bauen"),
    ({"type": "ship", "edge": 3, "step": 2}, "build a ship on edge 3", "ein Schiff auf Kante 3 bauen"),
    ({"type": "settlement", "node": 3}, "build a settlement on site 3", "eine Siedlung auf Bauplatz 3 bauen"),
    ({"type": "city", "node": 3}, "build a city on site 3", "eine Stadt auf Bauplatz 3 bauen"),
    ({"type": "move", "edge": 3, "to": 4}, "move the ship from edge 3 to edge 4",
     "das Schiff von Kante 3 auf Kante 4 versetzen"),
    ({"type": "buy"}, "buy a development card", "eine Entwicklungskarte kaufen"),
    ({"type": "knight"}, "play a knight", "einen Ritter spielen"),
    ({"type": "roads"}, "play road building", "Straßenbau spielen"),
    ({"type": "invention", "take": ["ore", "wool"]}, "play invention: take 1 ore, 1 wool",
     "Erfindung spielen: 1 Erz, 1 Wolle nehmen"),
    ({"type": "monopoly", "resource": "wool"}, "play monopoly: all wool", "Monopol spielen: Wolle von allen"),
    ({"type": "bank", "give": "ore", "take": "wood"}, "trade ore for 1 wood with the bank",
     "mit der Bank tauschen: Erz für 1 Holz"),
    ({"type": "offer", "give": {"ore": 1}, "take": {"wood": 1}}, "offer all others 1 ore for 1 wood",
     "allen anderen anbieten: 1 Erz für 1 Holz"),
    ({"type": "offer", "give": {"ore": 1}, "take": {"wood": 1}, "to": [1, 3]}, "offer 1 ore for 1 wood to players 2, 4",
     "anbieten: 1 Erz für 1 Holz, an die Spieler 2, 4"),
    ({"type": "deal", "offer": 1, "seat": 2}, "trade with player 3 on offer 1", "mit Spieler 3 nach Angebot 1 tauschen"),
    ({"type": "withdraw", "offer": 1}, "withdraw offer 1", "Angebot 1 zurückziehen"),
    ({"type": "end"}, "end the turn or pass", "den Zug beenden oder passen"),
    ({"type": "list", "do": [{"type": "buy"}, {"type": "end"}]}, "buy a development card; then end the turn or pass",
     "eine Entwicklungskarte kaufen; dann den Zug beenden oder passen"),
]  # fmt: skip


def phrases_of(language: Language) -> dict[str, str]:
    text = (files("engine.games.seafarers") / "text" / f"{language}.toml").read_text(encoding="utf-8")
    return {key: str(value) for key, value in flat(tomllib.loads(text)).items()}


def places(phrase: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(phrase) if name}


def types_of_events() -> set[str]:
    """Return the types of all events that the game has, from their TypedDicts."""
    from typing import get_type_hints

    return {name for one in get_args(SeafarersEvent) for name in get_args(get_type_hints(one)["type"])}


def types_of_moves(schema: Any) -> Iterator[str]:
    """Yield every type of move in a schema, those in lists of actions too."""
    if isinstance(schema, dict):
        kind = schema.get("properties", {}).get("type", {}).get("const")
        if kind is not None:
            yield kind
        for one in schema.values():
            yield from types_of_moves(one)
    if isinstance(schema, list):
        for one in schema:
            yield from types_of_moves(one)


def test_both_languages_say_the_same_things_with_the_same_places() -> None:
    english, german = phrases_of("en"), phrases_of("de")
    assert list(english) == list(german)
    for key in english:
        assert places(english[key]) == places(german[key]), key


@pytest.mark.parametrize(("event", "english", "german"), EVENTS)
def test_events(event: Event, english: str, german: str) -> None:
    assert WORDS.event(event, NAMES, "en") == english
    assert WORDS.event(event, NAMES, "de") == german


def test_every_type_of_event_is_among_them() -> None:
    assert {event["type"] for event, _, _ in EVENTS} == types_of_events()


@pytest.mark.parametrize(("move", "english", "german"), SAID)
def test_moves(move: Move, english: str, german: str) -> None:
    assert WORDS.move(move, "en") == english
    assert WORDS.move(move, "de") == german


END: Move = {"type": "end"}
LIST: Move = {"type": "list", "do": [{"type": "buy"}, END]}


@pytest.mark.parametrize(
    ("kind", "move", "english", "german"),
    [
        ("act", END, "end the turn", "den Zug beenden"),
        ("special", END, "build nothing", "nichts bauen"),
        ("act", LIST, "buy a development card; then end the turn",
         "eine Entwicklungskarte kaufen; dann den Zug beenden"),
        ("special", LIST, "buy a development card; then build nothing more",
         "eine Entwicklungskarte kaufen; dann nichts weiter bauen"),
    ],
)  # fmt: skip
def test_the_end_is_called_by_what_ends(kind: str, move: Move, english: str, german: str) -> None:
    assert answer_in_words(WORDS, move, "en", kind=kind, names=NAMES) == english
    assert answer_in_words(WORDS, move, "de", kind=kind, names=NAMES) == german


def test_a_move_among_people_names_them() -> None:
    for move, english, german in (
        ({"type": "robber", "hex": 3, "victim": 1}, "move the robber to hex 3 and rob Ben",
         "den Räuber auf Feld 3 setzen und Ben berauben"),
        ({"type": "deal", "offer": 1, "seat": 2}, "trade with Cem on offer 1", "mit Cem nach Angebot 1 tauschen"),
        ({"type": "offer", "give": {"ore": 1}, "take": {"wood": 1}, "to": [1, 3]},
         "offer 1 ore for 1 wood to Ben and Dora", "anbieten: 1 Erz für 1 Holz, an Ben und Dora"),
    ):  # fmt: skip
        assert answer_in_words(WORDS, move, "en", kind="act", names=NAMES) == english
        assert answer_in_words(WORDS, move, "de", kind="act", names=NAMES) == german


def test_a_pass_is_told_as_what_somebody_did() -> None:
    assert quiet_answer(WORDS, END, "en", kind="special", name="Ben") == "Ben passes."
    assert quiet_answer(WORDS, END, "de", kind="special", name="Ben") == "Ben passt."


@pytest.mark.parametrize("preset", PRESETS)
def test_whatever_no_event_tells_is_told_as_what_somebody_did(preset: str) -> None:
    quiet = [step for step in match_of(preset).steps if not any("to" not in event for event in step.events)]
    assert quiet or preset == "base-19"
    for step in quiet:
        for seat, move in step.answers.items():
            said = quiet_answer(WORDS, move, "en", kind=step.decision["kind"], name=NAMES[seat])
            assert said is not None, (step.decision["kind"], move)


def test_what_one_roll_brings_is_one_sentence() -> None:
    events: list[Event] = [
        {"type": "rolled", "seat": 1, "dice": [3, 6]},
        {"type": "produced", "seat": 0, "cards": {"wood": 1, "brick": 1}},
        {"type": "produced", "seat": 1, "cards": {"wool": 1}},
        {"type": "shortage", "resource": "ore"},
    ]
    assert events_in_words(WORDS, events, NAMES, "en") == [
        "Ben rolls 3 and 6: 9.", "Cards for Ada: 1 wood, 1 brick; for Ben: 1 wool.", "The bank is short of ore.",
    ]  # fmt: skip
    assert events_in_words(WORDS, events, NAMES, "de") == [
        "Ben würfelt 3 und 6: 9.", "Karten für Ada: 1 Holz, 1 Lehm; für Ben: 1 Wolle.", "In der Bank ist zu wenig Erz.",
    ]  # fmt: skip
    alone = [events[2]]
    assert events_in_words(WORDS, alone, NAMES, "de") == ["Ben erhält 1 Wolle."]


def test_a_place_to_build_and_a_place_at_the_table_are_not_called_alike() -> None:
    german = phrases_of("de")
    assert not [key for key, phrase in german.items() if re.search(r"\bPl(a|ä)tz", phrase)]


def test_the_game_has_its_german_name_in_german() -> None:
    assert GAME.rules.title_in("de") == "Seefahrer"
    assert all("SEAFARERS" not in phrase for phrase in phrases_of("de").values())


def test_every_type_of_move_is_among_them() -> None:
    assert {move["type"] for move, _, _ in SAID} == set(types_of_moves(cast(Any, MOVES)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_decision_has_a_question_that_fits_a_subject_line(language: Language) -> None:
    asked = {key.split(".")[1] for key in phrases_of(language) if key.startswith("question.")}
    assert asked == set(GAME.rules.moves)
    for kind in asked:
        decision = {"id": "t1.x", "kind": kind, "seats": [0], "sealed": False, "optional": False}
        assert 5 < len(WORDS.question(cast(Any, decision), language)) < 60


def test_an_event_that_the_game_does_not_have_is_an_error() -> None:
    with pytest.raises(KeyError):
        WORDS.event({"type": "earthquake", "seat": 0}, NAMES, "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_everything_that_happens_in_a_match_can_be_put_into_words(preset: str, language: Language) -> None:
    for step in match_of(preset).steps:
        assert WORDS.question(step.decision, language)
        for move in step.answers.values():
            assert "{" not in WORDS.move(move, language)
        for event in step.events:
            said = WORDS.event(event, NAMES, language)
            assert said.endswith(".") and "{" not in said and "None" not in said
            if event.get("seat", -1) >= 0:
                assert NAMES[event["seat"]] in said


def test_a_name_with_a_line_break_stays_on_its_line() -> None:
    assert WORDS.event({"type": "bought", "seat": 0}, ["A\nda"], "en") == "A da buys a development card."


@pytest.mark.parametrize(
    ("scenario", "title", "said"),
    [
        ("ozeanien-6", "Ozeanien/6", {"en": "Oceania", "de": "Ozeanien", "fr": "Océanie"}),
        ("grosse-insel", "Große Insel", {"en": "The Great Island", "de": "Große Insel", "fr": "La grande île"}),
        ("ozeanien-6", "Our sea/6", dict.fromkeys(LANGUAGES, "Our sea")),
        ("ours", "Our sea", dict.fromkeys(LANGUAGES, "Our sea")),
    ],
)
def test_a_scenario_is_called_in_the_language_unless_its_owner_has_named_it(
    scenario: str, title: str, said: dict[Language, str]
) -> None:
    view = cast(SeafarersView, {"scenario": scenario, "title": title})
    assert {language: Phrases(language).scenario(view) for language in LANGUAGES} == said
