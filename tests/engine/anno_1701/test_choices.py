"""What is offered to who sees the table says what a newcomer has to know: names, prices, strengths, places."""

import pytest

from engine.contract import Json, Language, Move
from engine.games.anno_1701 import GAME
from engine.kit.text.particulars import Seen, choice_in_words, particulars_of
from tests.engine.anno_1701.table import Table, given, start

NAMES = ("Ada", "Bo")
SAID = particulars_of(GAME)


def seen(table: Table, kind: str | None = None, language: Language = "de") -> Seen:
    decision = table.decision(kind)
    return Seen(decision, table.view(decision["seats"][0]), language, NAMES)


def said(table: Table, kind: str | None = None, language: Language = "de") -> list[str]:
    """The choices of the first decision (of a kind), as they are offered."""
    return [choice_in_words(GAME, move, seen(table, kind, language)) for move in table.moves(kind)]


def about(table: Table, kind: str | None = None) -> str:
    return SAID.about(seen(table, kind)) or ""


def test_who_searches_a_pile_chooses_among_cards_with_their_costs() -> None:
    table = given({"gold": [3, 3], "hand": "farm-1-1"}, kind="close").answer("search", pile="1a")
    names = {GAME.words.move({"type": "build", "card": one}, "de").split(" bauen")[0] for one in table.pile("1a")}
    found = said(table)
    assert len(found) == len(table.moves()) > 3
    assert not any("Zettel" in one for one in found)
    assert {one.split(" nehmen (")[0] for one in found} <= names
    assert any("kostet 1 Holz" in one for one in found) and all(one.endswith(")") for one in found)


def test_a_spy_takes_a_card_by_its_name_and_what_it_does() -> None:
    table = given({"hand": "spion-1-1"}, {"hand": "farm-1-1 taschendieb-1-1"}).answer("play", card="spion-1-1")
    assert said(table) == [
        "Farm I nehmen (+1 Nahrung bei 2; kostet 1 Holz, 1 Ziegel)",
        "Taschendieb I nehmen (Angriff: dem anderen bis zu 2 Gold nehmen)",
    ]


def test_a_card_pushed_under_a_pile_has_its_name() -> None:
    table = given({"hand": "farm-1-1 farm-1-2 kapelle-1-1"}, kind="close")
    farms = {f"Farm I (Würfel {die}) unter Stapel Ia schieben, dafür eine andere nehmen" for die in (2, 4)}
    assert farms <= set(said(table))
    assert "Kapelle I unter Stapel Ib schieben, dafür eine andere nehmen" in said(table)
    assert about(table) == "Entweder Handelsfahrt oder Karten, nicht beides. Danach ist Bo am Zug."
    lodge = given({"hand": "farm-1-1"}, discard="spion-1-1")
    lodge.state["lodge"] = 1
    assert "Loge: Farm I (Würfel 2) unter Stapel Ia schieben" in said(lodge)


def test_prices_stand_where_one_decides() -> None:
    closing = given({"gold": [3, 3]}, kind="close")
    assert "Stapel Ia durchsehen (1 Gold)" in said(closing)
    assert SAID.price({"type": "search", "pile": "1a"}, seen(closing)) == "Danach hast du 5 Gold."
    trader = given({"gold": [3, 3]}, kind="close", voyage_=["V06"]).answer("voyage").answer("reveal")
    assert about(trader) == "Fremdes Volk: 1 Rum oder Tabak für 2 Gold"
    assert {"Rum kaufen (2 Gold)", "Tabak kaufen (2 Gold)", "weiterfahren"} == set(said(trader))
    assert SAID.price({"type": "buy", "good": "R"}, seen(trader)) == "Danach hast du 1 Rum, 4 Gold."
    pirate = given({"gold": [3, 3], "buildings": "kanonengiesserei-1-1"}, kind="close", voyage_=["V10"])
    pirate.answer("voyage").answer("reveal")
    assert set(said(pirate)) == {"zahlen (3 Gold)", "kämpfen (du 1 gegen 5, dazu je ein Würfel)"}
    assert "3 Gold zahlen oder gegen Kampfkraft 5 kämpfen" in about(pirate)
    assert SAID.price({"type": "pay"}, seen(pirate)) == "Danach hast du 3 Gold."


def test_a_voyage_is_begun_and_goes_on_with_the_answer_before() -> None:
    """What is offered with a choice are legal answers to the questions that come then."""

    def offered(table: Table, **move: Json) -> dict[str, list[tuple[str, Move]]]:
        return {one.words: [*one.answers] for one in SAID.follow_ups(move, seen(table))}

    reveal = ("voyage", {"type": "reveal"})
    table = given({"hand": "kapitaen-1-1 farm-1-1"}, voyage_=["V10"])
    captain = ("close", {"type": "voyage", "card": "kapitaen-1-1"})
    assert offered(table, type="close") == {
        "auf Handelsfahrt gehen und die erste Karte aufdecken": [("close", {"type": "voyage"}), reveal],
        "mit Kapitän I auf Handelsfahrt gehen und die erste Karte aufdecken": [captain, reveal],
    }
    assert offered(table, type="fill") == offered(table, type="build", card="farm-1-1") == {}
    table.answer("close")
    assert captain[1] in table.moves()
    assert offered(table, **captain[1]) == {"die erste Karte aufdecken": [reveal]}
    table.answer("voyage")
    assert offered(table, type="reveal") == {"weiter aufdecken, bis eine Karte etwas fragt": [reveal, reveal]}
    table.answer("reveal")
    assert offered(table, type="pay") == {"die nächste Karte aufdecken": [reveal]}
    wreck = given({"ship": 0})
    assert offered(wreck, type="close") == {}


def test_every_end_of_a_turn_says_what_follows() -> None:
    table = given({"hand": "farm-1-1"})
    moves = {str(one["type"]): one for one in table.moves()}
    told = {end: SAID.price(moves[end], seen(table)) for end in ("close", "fill", "finish")}
    assert told == {
        "close": "Gebaut und gehandelt wird dann nicht mehr. Als Nächstes wählst du: auf Handelsfahrt gehen oder Karten nehmen.",
        "fill": "Du ziehst auf 3 Karten nach, von den höchsten erlaubten Stapeln.",
        "finish": f"Du nimmst keine Karte mehr. Danach ist {seen(table).names[1]} am Zug.",
    }
    after = table.answer("close")
    offered = {str(one["type"]) for one in after.moves()}
    assert {"voyage", "draw"} <= offered and not {"build", "bank", "offer"} & offered


@pytest.mark.parametrize("card", ["V06", "V10"])
def test_what_is_left_at_sea_is_what_the_choice_said(card: str) -> None:
    table = given({"gold": [3, 3]}, kind="close", voyage_=[card]).answer("voyage").answer("reveal")
    move: Move = {"type": "buy", "good": "R"} if card == "V06" else {"type": "pay"}
    told = SAID.price(move, seen(table, language="en"))
    table.answer(**{"type_" if key == "type" else key: value for key, value in move.items()})
    assert told is not None and told.endswith(f"{sum(table.player(0)['gold'])} gold.")


def test_before_the_next_card_one_knows_how_far_the_ship_is() -> None:
    table = given({"gold": [2, 3]}, kind="close", voyage_=["V11"]).answer("voyage")
    assert about(table) == "Aufgedeckt: 0 von 3. Dein Schiff: Zustand 2 von 4, Kampfkraft 0. Dein Gold: 5."
    assert about(table.answer("reveal")).startswith("Aufgedeckt: 1 von 3. Dein Schiff: Zustand 1 von 4")


def test_a_voyage_says_how_the_ship_stands_and_which_cards_may_still_come_but_not_in_which_order() -> None:
    table = given({"gold": [2, 3]}, kind="close", voyage_=["V11"])
    assert GAME.under_way(GAME.view(table.state, 0), "en", ["Ann", "Ben"]) is None
    table.answer("voyage").answer("reveal")
    own, other = (GAME.under_way(GAME.view(table.state, seat), "en", ["Ann", "Ben"]) for seat in (0, None))
    assert own is not None and other is not None
    assert (own.title, other.title) == ("Your voyage", "Voyage of Ann")
    assert own.facts == ["cards revealed: 1 of 3", "ship: state 1 of 4", "strength: 0", "gold: 5"] == other.facts
    assert "(14 cards)" in own.ahead_title
    shuffled = given({"gold": [2, 3]}, kind="close", voyage_=["V11", "V02", "V01"]).answer("voyage").answer("reveal")
    again = GAME.under_way(GAME.view(shuffled.state, 0), "en", ["Ann", "Ben"])
    assert again == own, "the order of what is to come is hidden"


def test_an_upgrade_says_who_becomes_what_and_what_it_brings() -> None:
    table = given({"goods": "NNTT", "luxury": {"R": 2, "B": 1}, "residents": [0, 1, 0, 0]})
    assert {
        "Pionier links außen zum Siedler machen (1 Gunstpunkt mehr)",
        "Siedler links innen zum Bürger machen (1 Gunstpunkt mehr)",
    } <= set(said(table))
    table.answer("upgrade", resident=0)
    assert [GAME.words.event(one, NAMES, "de") for one in table.events] == ["Ada wertet auf: Siedler links außen."]


def test_settling_says_what_another_order_changes_and_why_one_would() -> None:
    table = start()
    player = table.player(0)
    beside = [one for one in player["landscapes"] if one["at"] in ("bottom-1", "bottom-2")]
    swapped = said(table)[1]
    assert swapped.startswith("mit Karten von Stapel Ia beginnen und umordnen: ")
    assert swapped.count("(") == len(beside) == 2
    assert "ans linke Dorfzentrum" in swapped and "weg davon" in swapped
    assert "Aufruhr" in about(table) and "Die übliche Ordnung ist gut" in about(table)


def test_goods_that_are_lost_are_counted_with_the_reason() -> None:
    assert "4 Waren ab, die Hälfte" in about(given({"goods": "NNNTTTHHH"}).roll(1, "fire"))
    assert "1 Ware ab, weil" in about(given({"goods": "NNTT"}).roll(1, "discontent"))


def test_offers_say_how_many_for_how_many() -> None:
    table = given({"goods": "ZZ"}, {"goods": "T"})
    assert "1 Ziegel für 1 Tuch anbieten" in said(table)


def test_a_form_for_offers_knows_the_goods_and_how_many_there_are() -> None:
    """Clients put offers together from letters (``ZZG``): what those are called, and what the player has of each."""
    table = given({"goods": "ZZ"}, {"goods": "T"})
    assert SAID.held(seen(table).view)["Z"] == 2
    assert {SAID.called("de")[letter] for letter in "NTHZWG"} == {
        "Nahrung",
        "Tuch",
        "Holz",
        "Ziegel",
        "Werkzeug",
        "Gold",
    }
    assert SAID.held(GAME.view(table.state, None)) == {}


def test_a_turn_is_chosen_in_groups_and_ends_last() -> None:
    table = given({"goods": "NNTTTHZW", "hand": "farm-1-1 spion-1-1"}, {"goods": "T", "hand": "farm-1-2"})
    groups = [SAID.group(move, seen(table)) for move in table.moves()]
    places = {one.title: one.place for one in groups if one is not None}
    assert None not in groups
    assert sorted(places, key=lambda title: places[title]) == [
        "Einwohner aufwerten", "Bauen", "Aktionskarten spielen", "Schiff verbessern",
        "Bei der Bank tauschen", "Dem anderen etwas anbieten", "Zug beenden",
    ]  # fmt: skip
    meeting = given({}, kind="close", voyage_=["V06"]).answer("voyage")
    assert {SAID.group(move, seen(meeting)) for move in meeting.moves()} == {None}


def test_what_happens_without_a_question_says_why() -> None:
    poor = given({"gold": [2, 1]}, kind="close", voyage_=["V03"]).answer("voyage").answer("reveal")
    assert "das letzte gibt man nie aus" in GAME.words.event(poor.events[-1], NAMES, "de")
    robbed = given({"gold": [2, 1]}, kind="close", voyage_=["V10"]).answer("voyage").answer("reveal")
    fought = next(one for one in robbed.events if one["type"] == "fought")
    assert GAME.words.event(fought, NAMES, "de").startswith("Ada kann den Tribut nicht zahlen")
    assert GAME.words.event({**fought, "forced": False}, NAMES, "de").startswith("Ada kämpft")


def test_whom_an_attack_or_a_refusal_concerns_is_named() -> None:
    theft = given({"hand": "taschendieb-1-1"}, {}).answer("play", card="taschendieb-1-1")
    assert "Ada nimmt Bo 2 Gold weg." in [GAME.words.event(one, NAMES, "de") for one in theft.events]
    offer = given({"goods": "Z"}, {"goods": "T"}).answer("offer", give="Z", take="T").answer("reject", of="offer")
    assert [GAME.words.event(one, NAMES, "de") for one in offer.events] == ["Bo lehnt das Angebot von Ada ab."]
