"""Standing orders in the words and the order in which people write them, in every game; what limits them is never passed over."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.contract import Language
from engine.kit.text.plan_sentences import Order, in_words, sentences_of
from engine.registry import game_of
from tests.workers.mail.match import Match
from workers.inbox.commands import Wrong
from workers.inbox.commands.plan_sentences import End, PlanLine, PlanReading, plan_lines, rest_of

OTHERS = ("Cleo", "Dora", "Emil")


@pytest.fixture(scope="module")
def tables() -> dict[str, Match]:
    """A running match of each game."""
    return {
        rules: Match(rules=rules, others=OTHERS if rules == "seafarers" else ()).start()
        for rules in ("kontor", "packet-row", "anno-1701", "seafarers")
    }


def lines_of(match: Match, *lines: str, language: Language = "de") -> Sequence[PlanLine]:
    state = match.record.state
    assert state is not None
    found, below = plan_lines(lines, PlanReading(sentences_of(game_of(match.record.table), state, 0, language)))
    assert not below, below
    return found


def meant(match: Match, line: str, language: Language) -> str | Wrong:
    """Return the order that a line is, in the reader's words, or what is wrong with it."""
    [found] = lines_of(match, f"PLAN {line}", language=language)
    if not isinstance(found.says, Order):
        assert isinstance(found.says, Wrong), found
        return found.says
    state = match.record.state
    assert state is not None
    kinds = {one.kind: one for one in sentences_of(game_of(match.record.table), state, 0, language)}
    return in_words(found.says, kinds[found.says.kind], language)


@pytest.mark.parametrize(
    ("rules", "lines", "order"),
    [
        ("kontor", ("lege die {card} auf (1,2)", "die {card} immer auf (1,2) legen", "Ich möchte die {card} auf (1, 2) legen",
                    "wenn ich die {card} lege, dann auf (1,2)"), "lege Karte {card} auf (1, 2)"),
        ("kontor", ("lege die {card} auf (1,2), sonst auf (0,3)", "{card} auf (1,2) und dann (0,3)",
                    "lege die {card} auf (1,2), ansonsten (0,3)"), "lege Karte {card} auf (1, 2), sonst (0, 3)"),
        ("kontor", ("alle Karten auf (1,2) und dann (0,3)", "lege alle Karten auf (1,2), sonst auf (0,3)"),
         "lege jede Karte auf (1, 2), sonst (0, 3)"),
        ("kontor", ("das Schiff soll bleiben", "das Schiff bleibt immer", "lass das Schiff liegen",
         "das Schiff bleibt, wo es ist"),
         "Schiff bleibt"),
        ("anno-1701", ("ich gebe höchstens 1 Nahrung für 1 Tuch", "gib höchstens 1 Nahrung für mindestens 1 Tuch",
                       "nimm 1 Tuch für 1 Nahrung", "tausche Nahrung gegen Tuch"),
         "nimm an, höchstens 1 Nahrung für mindestens 1 Tuch zu geben"),
        ("anno-1701", ("alle Angebote ablehnen", "nimm kein Angebot an", "Lehne immer alle Angebote ab.",
         "keine Angebote annehmen"),
         "lehne jedes Angebot ab, das sonst keine Zeile annimmt"),
        ("anno-1701", ("gib Nahrung nie her", "Nahrung niemals hergeben"),
         "lehne jedes Angebot ab, das eines davon verlangt: Nahrung"),
        ("anno-1701", ("bei Waren nach Wahl nimm Holz, dann Ziegel", "ich möchte Holz, sonst Ziegel als Ware nach Wahl",
                       "nimm Holz, sonst Ziegel als Waren nach Wahl"), "Waren nach Wahl: Holz, sonst Ziegel"),
        ("anno-1701", ("gib zuerst Holz ab, dann Tuch", "gib Holz, sonst Tuch ab"), "abzugebende Waren: Holz, sonst Tuch"),
        ("packet-row", ("nimm immer den Gehilfen", "nimm Gehilfe, wenn ich gefragt werde",
         "wenn ich gefragt werde, nimm Gehilfe"),
         "werde ich gefragt, nimm Gehilfe"),
        ("seafarers", ("lehne jedes Angebot ab", "Angebote ablehnen", "nimm kein Angebot an"), "lehne jedes andere Angebot ab"),
        ("seafarers", ("ich nehme 1 Lehm für 2 Holz", "ich gebe höchstens 2 Holz für 1 Lehm"),
         "nimm an, höchstens 2 Holz für mindestens 1 Lehm zu geben"),
        ("seafarers", ("würfle immer sofort", "immer sofort würfeln"),
         "würfle sofort, auch wenn ich vorher eine Karte spielen könnte"),
        ("seafarers", ("bei einer 7 gib Wolle, dann Erz ab", "Bei einer Sieben gebe ich Wolle, sonst Erz ab",
                       "gib bei einer Sieben zuerst Wolle ab, dann Erz"), "bei einer Sieben gib Wolle, sonst Erz ab"),
        ("seafarers", ("beim Goldfluss nehme ich Erz", "nimm am Goldfluss Erz"), "am Goldfluss nimm Erz"),
        ("seafarers", ("in der Sonderbauphase baue nichts", "baue nie in der Sonderbauphase",
         "in der Sonderbauphase nicht bauen"),
         "baue nichts in der Sonderbauphase"),
    ],
)  # fmt: skip
def test_an_order_is_read_in_the_words_that_people_write(
    tables: dict[str, Match], rules: str, lines: Sequence[str], order: str
) -> None:
    match = tables[rules]
    card = card_of(match)
    for line in lines:
        assert meant(match, line.format(card=card), "de") == order.format(card=card), line


@pytest.mark.parametrize(
    ("rules", "lines", "order"),
    [
        ("kontor", ("always lay {card} at (1,2)", "lay the {card} at (1, 2)"), "lay card {card} at (1, 2)"),
        ("kontor", ("all cards to (1,2), then (0,3)", "lay every card at (1,2), otherwise at (0,3)"),
         "lay any card at (1, 2), else (0, 3)"),
        ("kontor", ("the ship should stay", "leave the ship where it is"), "ship stays"),
        ("anno-1701", ("decline all offers", "accept no offers", "never accept an offer"),
         "reject every offer that no other line accepts"),
        ("anno-1701", ("accept 1 cloth for 1 food", "take at least 1 cloth for 1 food"),
         "accept to give at most 1 food for at least 1 cloth"),
        ("anno-1701", ("never give away food", "don't give away food"), "reject every offer that asks for food"),
        ("anno-1701", ("for goods of choice take wood, then brick", "take wood, else brick as goods of choice"),
         "goods of choice: wood, else brick"),
        ("packet-row", ("take the assistant if I am asked", "always take the assistant"), "when I am asked, take Assistant"),
        ("seafarers", ("reject all offers", "accept no offers"), "decline every other offer"),
        ("seafarers", ("accept 1 brick for 2 wood", "I'd give at most 2 wood for 1 brick"),
         "accept to give at most 2 wood for at least 1 brick"),
        ("seafarers", ("on a seven give up wool, then ore", "at a 7 discard wool, then ore"),
         "at a seven give up wool, else ore"),
        ("seafarers", ("never build in the special building phase", "don't build in the special building phase"),
         "build nothing in the special building phase"),
    ],
)  # fmt: skip
def test_an_order_is_read_in_english_words_too(
    tables: dict[str, Match], rules: str, lines: Sequence[str], order: str
) -> None:
    match = tables[rules]
    card = card_of(match)
    for line in lines:
        assert meant(match, line.format(card=card), "en") == order.format(card=card), line


def card_of(match: Match) -> str:
    """Return what a card of Kontor in the seat's hand is called; of other games nothing."""
    state = match.record.state
    assert state is not None
    if not match.record.table["rules"].startswith("kontor"):
        return ""
    sentences = sentences_of(game_of(match.record.table), state, 0, "de")
    lay = next(one for one in sentences if one.kind == "lay")
    assert lay.example is not None
    return lay.slots["card"].things[lay.example["card"][0].name][0]


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("anno-1701", "lehne heute alle Angebote ab"),
        ("anno-1701", "lehne diesmal alle Angebote ab"),
        ("anno-1701", "reject all offers this time"),
        ("anno-1701", "nimm nicht immer alle Angebote an"),
        ("anno-1701", "lehne nicht alle Angebote ab"),
        ("anno-1701", "nimm an 1 Nahrung für 1 Tuch"),
        ("seafarers", "würfle jetzt sofort"),
        ("seafarers", "roll at once today"),
        ("seafarers", "gib höchstens 2 Holz für 1 Lehm, aber nicht an Ben"),
        ("seafarers", "baue nicht nichts in der Sonderbauphase"),
        ("kontor", "lege nicht jede Karte auf (1,2)"),
        ("kontor", "lege jetzt jede Karte auf (1,2)"),
        ("kontor", "das Schiff soll nicht bleiben"),
        ("packet-row", "werde ich gefragt, nimm nicht Gehilfe"),
    ],
)
def test_words_that_limit_or_deny_an_order_make_nothing_of_it(tables: dict[str, Match], rules: str, line: str) -> None:
    assert isinstance(meant(tables[rules], line, "de"), Wrong)


def test_what_is_not_clear_is_quoted_as_it_was_written(tables: dict[str, Match]) -> None:
    wrong = meant(tables["kontor"], "lege die Zehn auf (1,2)", "de")
    assert isinstance(wrong, Wrong)
    assert wrong.said == "zehn"
    wrong = meant(tables["kontor"], "wenn ich gewinne lege Karte auf (1,2)", "de")
    assert isinstance(wrong, Wrong)
    assert "lay" not in wrong.said.split()


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("PLAN ENDE 1 und 2", [1, 2]), ("PLAN ENDE 1, 2", [1, 2]), ("PLAN end 1 and 3", [1, 3]), ("PLAN ENDE 2", [2]),
        ("alle Pläne beenden", [0]), ("Beende alle Daueranweisungen", [0]), ("end all plans", [0]),
        ("Lösche meine Daueranweisungen", [0]), ("cancel all standing orders", [0]), ("PLAN beende alle", [0]),
    ],
)  # fmt: skip
def test_orders_are_ended_in_the_words_that_people_write(
    tables: dict[str, Match], line: str, numbers: list[int]
) -> None:
    assert [one.says for one in lines_of(tables["anno-1701"], line)] == [End(number) for number in numbers]


@pytest.mark.parametrize(
    "line",
    ["Welche Pläne habe ich?", "welche Daueranweisungen gelten?", "which standing orders do I have?", "meine Daueranweisungen"],
)  # fmt: skip
def test_a_question_about_the_orders_lists_them(line: str) -> None:
    assert rest_of(line) == ""


@pytest.mark.parametrize(
    "line", ["Welchen Plan öffne ich?", "alle Karten", "beende den Zug", "welche Karten habe ich?"]
)
def test_other_questions_are_not_about_orders(line: str) -> None:
    assert rest_of(line) is None
