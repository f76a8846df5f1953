"""The game told: both languages say the same, and the text and the picture show what there is to play from."""

import random
import re
import tomllib
from importlib.resources import files
from string import Formatter
from xml.etree import ElementTree

import pytest

from engine.contract import Decision, Game, Language, Move, State, View
from engine.games.anno_1701 import GAME
from engine.kit.text.phrases import flat
from engine.protocol.chance import Draws
from tests.engine import laws
from tests.engine.anno_1701.table import Table, given

NAMES = ["Ada", "Bo"]
SVG = "{http://www.w3.org/2000/svg}"


def phrases(language: Language) -> dict[str, str]:
    text = (files("engine.games.anno_1701") / "text" / f"{language}.toml").read_bytes().decode()
    return {key: value for key, value in flat(tomllib.loads(text)).items() if isinstance(value, str)}


def places(phrase: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(phrase) if name}


def test_both_languages_say_the_same_things() -> None:
    english, german = phrases("en"), phrases("de")
    assert list(english) == list(german)
    assert {key: places(one) for key, one in english.items()} == {key: places(one) for key, one in german.items()}


def test_french_has_a_name_for_every_thing_and_says_several_of_it() -> None:
    said = phrases("fr")
    assert [what for what, names in GAME.data.names.items() if f"name.{names['en']}" not in said] == []
    assert GAME.words.move({"type": "give", "goods": ["N", "L4", "L5"]}, "fr") == "céder 1 nourriture, 2 briques"


def test_every_kind_of_decision_has_a_question() -> None:
    assert {key.split(".")[1] for key in phrases("en") if key.startswith("question.")} == set(GAME.rules.moves)


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ({"type": "build", "card": "schauspielhaus-3-1"}, "build theatre III"),
        ({"type": "bank", "give": "Z", "take": "L3"}, "bank: 3 brick for 1 L3 (food)"),
        ({"type": "offer", "give": "ZZG", "take": "T"}, "offer 2 brick, 1 gold for cloth"),
        ({"type": "play", "card": "revoluzzer-3-1", "centre": 0}, "play agitator III against the left village centre"),
        ({"type": "give", "goods": ["N", "L4"]}, "give up 1 food, 1 brick"),
        ({"type": "take", "slot": 0}, "take card 1 of the hand"),
        ({"type": "voyage", "card": "kapitaen-1-1"}, "set sail with captain I"),
    ],
)
def test_moves_are_put_into_words(move: Move, said: str) -> None:
    assert GAME.words.move(move, "en") == said


def test_a_move_that_names_no_real_card_can_still_be_put_into_words() -> None:
    assert GAME.words.move({"type": "build", "card": "castle-9-9"}, "de") == "castle-9-9 bauen"


def test_events_are_put_into_german() -> None:
    table = given({"goods": "HZZ", "hand": "kapelle-1-1"}).answer("build", card="kapelle-1-1")
    said = [GAME.words.event(event, NAMES, "de") for event in table.events]
    assert said == ["Ada baut: Kapelle I und erhält 1 Gold."]


def test_an_event_of_the_dice_says_when_nothing_comes_of_it() -> None:
    table = given({}).roll(1, "pirate_hunt")
    said = [GAME.words.event(event, NAMES, "de") for event in table.events if event["type"] == "rolled"]
    assert said and said[0].endswith(
        "und Piratenjagd. Wer die Seemacht hat, bekommt eine Ware nach Wahl; hat sie niemand, geschieht nichts."
    )
    for name in ("fire", "trade_advantage", "discontent"):
        assert "nothing happens" in phrases("en")[f"event.rolled-{name}"]


def test_who_has_little_gold_is_warned_before_it_is_spent() -> None:
    advice = GAME.terminal.advice
    poor, rich = given({"gold": [1, 1]}), given({"gold": [3, 2]})
    assert advice(poor.view(0), "de") == (
        "Du hast 2 Gold. Ein Angriff nimmt bis zu 2, und wer dadurch keins mehr hat, hat verloren."
    )
    assert (
        advice(rich.view(0), "en") is None
        and advice(poor.view(1), "en") is None
        and advice(poor.view(None), "en") is None
    )


def test_piles_are_called_what_the_picture_calls_them() -> None:
    assert GAME.words.move({"type": "draw", "pile": "2a"}, "en").endswith("IIa")
    assert GAME.words.move({"type": "settle", "pile": "1b"}, "de") == "mit Karten von Stapel Ib beginnen"


def test_a_revealed_trader_says_what_it_sells() -> None:
    table = given({}, kind="close", voyage_=["V06"]).answer("voyage").answer("reveal")
    said = [GAME.words.event(event, NAMES, "en") for event in table.events]
    assert said == ["Ada meets: foreign people: 1 rum or tobacco for 2 gold."]
    assert "1 rum or tobacco for 2 gold" in told(table)


def told(table: Table, viewer: int | None = 0, language: Language = "en") -> str:
    """The table as text, in one line."""
    return " ".join(GAME.words.table(table.view(viewer), NAMES, language).split())


def test_the_table_as_text_shows_everything_to_play_from() -> None:
    table = given(
        {"goods": "ZZ", "hand": "farm-1-1", "buildings": "kapelle-1-1", "gold": [0, 3]}, {"hand": "schule-2-1"},
        discard="spion-1-1 taschendieb-1-1",
    )  # fmt: skip
    shown = told(table)
    for fact in (
        "Turn 11 of 200 at most: Ada's", "Rolled: 1 and tax", "Ada, the lion: 0 points",
        "Goods: 2 brick; warehouses: 0 rum, 0 tobacco", "5 unhappy, 1 happy",
        "At the left village centre, unrest, these give nothing to their die: L1 cloth 0 (die 4), L2 wood 0 (die 2)",
        "At the right village centre, gold 3: L4 brick 2 (die 3), L6 tools 0 (die 5)",
        "At none: L5 brick 0 (die 6), L3 food 0 (die 1)",
        "Ship: state 2 of 4 (die 6); speed 3, cannons 0; money bags 0",
        "Buildings, 1 of 16: chapel I: happy inhabitants 1; 1 gold when built",
        "Hand: farm I: +1 food on 2; costs 1 wood, 1 brick", "Hand cards: II", "Trade power: nobody (money bags: Ada 0, Bo 0)",
        "Piles: Ia", "settler: 8 left, 2 food, 2 cloth", "merchant: 3 left, 2 food, 2 rum, 2 tobacco",
        "Discard, top last: spy I, pickpocket I: attack: take up to 2 gold from the other player",
        "Waiting for Ada: Build, trade and end your turn",
    ):  # fmt: skip
        assert fact in shown, fact


def test_the_text_counts_equal_buildings_and_shows_powers_wrecks_and_uses() -> None:
    table = given({"buildings": "kontor-3-1 kontor-3-2 loge-3-1 anlegestelle-3-2", "ship": 0}, {}, discard="spion-1-1")
    table.state |= {"powers": {"trade": 0, "sea": None}, "dock": 1, "lodge": 1}
    shown = told(table)
    assert "2 × trading post III: money bags 2" in shown
    assert "Trade power: Ada (money bags: Ada 4, Bo 0)" in shown
    assert "Ship: wrecked, no die" in shown
    assert "The landing stage can move a good: 1 left The lodge can change a card: 1 left" in shown


def test_the_text_says_what_a_question_is_about() -> None:
    attack = given({"hand": "revoluzzer-3-1"}, {"buildings": "schauspielhaus-3-1"})
    attack.answer("play", card="revoluzzer-3-1", centre=1)
    assert "Waiting for Bo: Cancel the attack? (agitator III, right village centre)" in told(attack)
    offer = given({"goods": "ZZ"}, {"goods": "T"}).answer("offer", give="ZZ", take="T")
    assert "Waiting for Bo: Answer the offer (2 brick for 1 cloth)" in told(offer)
    assert "(2 Ziegel für 1 Tuch)" in told(offer, language="de")
    fire = given({"goods": "NNNTTTHHH"}).roll(1, "fire")
    assert "Waiting for Ada: Choose the goods that burn (4)" in told(fire)


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("V07", "free trader under siege: fight strength 3 or sail on; won: rum or tobacco; lost: ship -1"),
        ("V10", "pirate demands tribute: pay 3 gold or fight strength 5; won: 2 gold; lost: ship -2"),
        ("V13", "whirlwind: ship -2 if it is slower than the other"),
        ("V15", "castaways: 1 gold if the ship is faster than the other"),
        ("V14", "1/2 ship -1; 3/4 food, cloth, wood, brick or tools; 5/6 rum or tobacco"),
    ],
)
def test_the_text_says_what_a_voyage_card_asks_and_threatens(card: str, said: str) -> None:
    table = given({"gold": [4, 4]}, kind="close", voyage_=[card]).answer("voyage").answer("reveal")
    assert said in told(table)
    assert max(map(len, GAME.words.table(table.view(0), NAMES, "de").splitlines())) <= 72


def test_the_text_shows_the_result() -> None:
    table = given({"residents": [2, 2, 2, 0], "goods": "NNTT"}).answer("upgrade", resident=3)
    assert "The match is over, seven points. Ahead: Ada." in told(table)


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_card_says_what_it_does_in_no_more_than_72_columns(language: Language) -> None:
    for card in GAME.data.cards:
        cards = {"buildings": card} if GAME.data.cards[card].building else {"hand": card}
        shown = GAME.words.table(given(cards, {}).view(0), NAMES, language)
        assert max(map(len, shown.splitlines())) <= 72
        name = GAME.words.move({"type": "play", "card": card}, language)
        [line] = [one for one in shown.splitlines() if ": " in one and one.strip().partition(":")[0] in name]
        assert len(line.partition(": ")[2]) > 5


def test_long_names_and_line_breaks_do_not_break_up_the_text() -> None:
    shown = GAME.words.table(given().view(0), ["x" * 300, "a\nb"], "de")
    assert max(map(len, shown.splitlines())) <= 72
    assert "a b" in shown


def texts(view: View) -> list[str]:
    return texts_of(GAME.picture(view))


def texts_of(svg: str) -> list[str]:
    return [one.text or "" for one in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def pointed(view: View, language: Language = "en") -> dict[str, str]:
    """Return the titles of the spots by their names."""
    root = ElementTree.fromstring(GAME.picture(view, language))
    spots = [one for one in root.iter() if one.get("id", "").startswith("spot-")]
    return {one.get("id", "")[5:]: one.findtext(f"{SVG}title", "") for one in spots}


def test_the_picture_shows_amounts_buildings_hands_and_rolls() -> None:
    table = given({"land": {"L4": 3}, "hand": "farm-1-1", "gold": [0, 3], "ship": 0}, {"hand": "schule-2-1"})
    own = texts(table.view(0))
    assert {"unrest", "wrecked", "Farm I", "+1 food on 2", "Hand cards:", "Turn 11: 1 and tax"} <= set(own)
    titles = pointed(table.view(0))
    assert titles["land-L4"] == "L4 (brick), die 3: 3 of 3."
    assert titles["land-L1"].endswith("Unrest: it yields nothing at its die.")
    spectator = texts(table.view(None))
    assert "Farm I" not in spectator
    assert spectator.count("Hand cards:") == 2


def test_every_card_says_on_the_picture_what_it_does_and_costs() -> None:
    for card in GAME.data.cards.values():
        view = given({"hand": card.id}).view(0)
        root = ElementTree.fromstring(GAME.picture(view))
        without = view | {"players": [view["players"][0] | {"hand": []}, view["players"][1]]}
        signs = [one.get("href", "")[5:] for one in root.iter(f"{SVG}use")]
        others = [one.get("href", "")[5:] for one in ElementTree.fromstring(GAME.picture(without)).iter(f"{SVG}use")]
        pairs = enumerate(zip(signs, [*others, ""], strict=False))
        before = next((n for n, (one, other) in pairs if one != other), len(signs))
        own = signs[before : before + len(signs) - len(others)]
        assert "".join(sorted(one for one in own if len(one) == 1)) == "".join(sorted(card.cost)), card.id
        assert pointed(view)[f"hand-{card.id}"].partition(": ")[2], card.id


def test_what_can_be_paid_is_marked() -> None:
    """Ticked is a building for which the goods are there, and no other."""
    cost = GAME.data.cards["farm-1-1"].cost

    def ticks(goods: str) -> int:
        root = ElementTree.fromstring(GAME.picture(given({"hand": "farm-1-1", "goods": goods}).view(0)))
        return len([one for one in root.iter(f"{SVG}use") if one.get("href") == "#two-tick"])

    assert (ticks(cost), ticks(cost[1:])) == (1, 0)


def test_copies_of_a_card_with_different_dice_are_told_apart() -> None:
    said = {GAME.words.move({"type": "build", "card": one}, "de") for one in ("farm-1-1", "farm-1-2")}
    dice = {GAME.data.cards[one].die for one in ("farm-1-1", "farm-1-2")}
    assert len(said) == len(dice)


def test_a_layout_is_told_in_goods() -> None:
    swapped = GAME.moves(GAME.setup(GAME.options({}, 2), 2, Draws(laws.seed_of(1))), 0, "t0.settle")[1]
    said = GAME.words.move(swapped, "de")
    assert "Schiff" in said and "Ziegel (" in said and not re.search(r"[LD][0-9]", said)


def test_the_viewers_settlement_comes_first() -> None:
    for seat, side in ((0, "Lion"), (1, "Dragon")):
        drawn = [one for one in texts(given().view(seat)) if one.partition(" ")[0] in ("Lion", "Dragon", "you")]
        assert drawn[:2] == ["you", side] or drawn[:2] == [side, "you"]
        named = [one for one in texts_of(GAME.picture(given().view(seat), "en", ["Ada", "Ben"])) if " · " in one]
        assert named[0] == f"{('Ada', 'Ben')[seat]} · {side}"


@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_drawn_lies_within_the_picture_and_is_legible(language: Language) -> None:
    chance = Draws(laws.seed_of(9))

    def bot(game: Game, state: State, seat: int, decision: Decision, moves: list[Move]) -> Move:
        return game.bot(game.view(state, seat), decision, moves, chance)

    match = laws.play(GAME, {"turn_limit": 60}, 2, laws.seed_of(9), bot)
    for state in random.Random(1).sample(match.states, 8):
        root = ElementTree.fromstring(GAME.picture(GAME.view(state, 0), language))
        width, height = map(float, root.get("viewBox", "").split()[2:])
        shown = [one for group in root.findall(f"{SVG}g") for one in group.iter()]
        for one in shown:
            x, y, size = (float(one.get(name, 0)) for name in ("x", "y", "font-size"))
            assert x >= 0 and x + float(one.get("width", 0)) <= width
            assert y >= 0 and y + float(one.get("height", 0)) <= height
            if one.tag == f"{SVG}text":
                assert size * 390 / width >= 8.5, one.text
                broad = 0.5 * size * len(one.text or "")
                left = {"middle": x - broad / 2, "end": x - broad}.get(one.get("text-anchor", ""), x)
                assert left >= 0 and left + broad <= width, one.text


def test_a_voyage_that_has_met_nothing_promises_no_list() -> None:
    view = {**given().view(0), "voyage": {"speed": 3, "strength": 2, "seen": []}}
    german, english = GAME.words.table(view, NAMES, "de"), GAME.words.table(view, NAMES, "en")
    assert "noch 3 Karten" in german and "bisher:" not in german
    assert "3 cards to come" in english and "met so far:" not in english
