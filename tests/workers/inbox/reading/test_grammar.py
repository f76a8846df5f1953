"""The grammar: what lines mean, and that whatever is not clear means nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.kit.ahead import Ahead, Wish
from workers.inbox import naming
from workers.inbox.commands import NotUnderstood, Picks
from workers.inbox.grammar import MOST, ORDERS, Grammar, after_greeting, order_of, understand
from workers.inbox.naming import LONGEST, Vocabulary
from workers.inbox.words import folded, words_of

CHOICES = {
    1: ["play 36 (Tea, Coin)", "36 (Tee, Münze) spielen", "play C36", "play 36"],
    2: ["play 5", "5 spielen"],
    3: ["pass and take a coin", "passen und eine Münze nehmen", "pass"],
    4: ["play 5"],
}


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["3"], Picks((3,))),
        (["3¹"], Picks((3,))),
        (["[3]"], Picks((3,))),
        (["#3"], Picks((3,))),
        (["3."], Picks((3,))),
        (["Nr. 3"], Picks((3,))),
        (["PASS"], Picks((3,))),
        (["Play 36"], Picks((1,))),
        (["passen und eine münze nehmen."], Picks((3,))),
        (["１"], Picks((1,))),
        (["1", "3", "Ann"], Picks((1, 3))),
        (["3", "3"], Picks((3,))),
        (["3", "Viele Grüße, Ann"], Picks((3,))),
        (["3", "2026-03-02 12:00 Siegelpost <post@example.org>:"], Picks((3,))),
        (["ZURÜCK"], Picks((), frozenset({"undo"}))),
        (["zuru\u0308ck"], Picks((), frozenset({"undo"}))),
        (["Status", "help"], Picks((), frozenset({"status", "help"}))),
        (["2", "WAIT"], Picks((2,), frozenset({"wait"}))),
    ],
)
def test_lines_that_are_understood(lines: list[str], wanted: Picks) -> None:
    assert Grammar(CHOICES).parse(lines) == wanted


@pytest.mark.parametrize(
    "lines",
    [
        [], ["9"], ["0"], ["Hello"], ["Hello", "3"], ["3", "99"], ["3", "2 please"], ["play 5"], ["play 37"], ["3", "play 37"],
        ["³"], ["-3"], ["3.5"], ["3 1"], ["３０００"], ["pas"], ["UNDO please"], [str(10**30)], ["3"] * (MOST + 1),
    ],
)  # fmt: skip
def test_lines_that_are_not_clear_mean_nothing(lines: list[str]) -> None:
    assert isinstance(Grammar(CHOICES).parse(lines), NotUnderstood)


WORDS = some.one_of(
    some.text(max_size=40),
    some.sampled_from([*ORDERS, "1", "[2]", "play 36", "pass", "9", "> 3", "3", "Ann", "wrote:"]),
)


@given(some.lists(WORDS, max_size=20))
def test_nothing_is_picked_that_is_not_listed_and_nothing_breaks(lines: list[str]) -> None:
    found = Grammar(CHOICES).parse(lines)
    if isinstance(found, Picks):
        assert set(found.numbers) <= set(CHOICES)
        assert found.orders <= set(ORDERS.values())
        assert len(set(found.numbers)) == len(found.numbers)
        assert found.numbers or found.orders
    else:
        assert set(found.line.split()) <= {word for line in lines for word in line.split()}


@given(
    some.lists(some.sampled_from(["1", "2", "pass", "WAIT"]), min_size=1, max_size=4),
    some.lists(some.text(max_size=30)),
)
def test_what_comes_after_the_commands_never_adds_to_them(commands: list[str], rest: list[str]) -> None:
    alone, longer = Grammar(CHOICES).parse(commands), Grammar(CHOICES).parse([*commands, "Regards", *rest])
    assert alone == longer


PLACES = (Wish("0,-1", "(0, -1)"), Wish("1,0", "(1, 0)"), Wish("2,0", "(2, 0)"))
OFFERED = [
    Ahead("place", ("AT",), "If it is laid:", PLACES),
    Ahead("place", ("AN", "AUF"), "Wird sie gelegt:", PLACES),
    Ahead("ship", ("SHIP",), "The ship:", (Wish("stay", "leave it", "STAY"), Wish("1,0", "(1, 0)"))),
    Ahead("ship", ("SCHIFF",), "Das Schiff:", (Wish("stay", "liegen lassen", "BLEIBT"), Wish("1,0", "(1, 0)"))),
]
KNOWN = {"place": {"0,-1", "1,0", "2,0"}, "ship": {"stay", "1,0"}}


def said_with(number: int) -> Vocabulary:
    """Cards say where they go; a pass says nothing."""
    return Vocabulary.of(OFFERED) if number in (1, 2) else Vocabulary()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["1 AT (0, -1)"], {"place": ("0,-1",)}),
        (["1 AT (0, -1) ELSE (1, 0) ELSE 2/0"], {"place": ("0,-1", "1,0", "2,0")}),
        (["play 36, at 0,\u22121 else at 1;0"], {"place": ("0,-1", "1,0")}),
        (["PLAY 36 AN 0,-1 SONST AN (1,0) UND SCHIFF BLEIBT."], {"place": ("0,-1", "1,0"), "ship": ("stay",)}),
        (["36 (Tee, Münze) spielen, auf (1, 0) oder (2, 0)"], {"place": ("1,0", "2,0")}),
        (["1 SHIP STAY AT 2,0"], {"ship": ("stay",), "place": ("2,0",)}),
        (["1", "AT (1, 0)", "Ann"], {"place": ("1,0",)}),
        (["1 AT (0, -1) ELSE (1,", "0) ELSE", "(2, 0)", "Ann"], {"place": ("0,-1", "1,0", "2,0")}),
        (["1 AT 1,0 ELSE 1,0"], {"place": ("1,0",)}),
    ],
)
def test_what_may_follow_is_said_behind_a_choice(lines: list[str], said: dict[str, tuple[str, ...]]) -> None:
    assert Grammar(CHOICES, said_with).parse(lines) == Picks((1,), ahead={1: said})


@pytest.mark.parametrize(
    "lines",
    [
        ["1 AT"], ["1 AT 9,9"], ["1 AT 1,0 ELSE"], ["1 ELSE 1,0"], ["1 AT ELSE 1,0"], ["1 AT 1,0 please"], ["1 AT 1,0 2,0"],
        ["1 AT 1,0 AT 2,0"], ["1 SHIP 2,0"], ["3 AT 1,0"], ["1 2 AT 1,0"], ["AT 1,0"], ["3", "AT 1,0 please"],
        ["1", "AT nowhere"], ["1 AT 1,0", "AT 2,0"], ["1 AT 1,0", "1 AT 2,0"], ["1 AT 1,0" + " ELSE 1,0" * LONGEST],
        ["1 AT STAY"], ["1 AT - 1,0"], ["1 AT 1.0"], ["1 AT 10"],
    ],
)  # fmt: skip
def test_what_is_not_clear_behind_a_choice_means_nothing_at_all(lines: list[str]) -> None:
    assert isinstance(Grammar(CHOICES, said_with).parse(lines), NotUnderstood) or lines == ["3", "AT 1,0 please"]


PIECES = some.one_of(
    some.sampled_from(
        ["1", "2", "3", "play 36", "at", "AN",
          "auf", "else", "SONST", "oder", "and", "und", "ship", "BLEIBT", "stay", "(0,", "-1)",
         "0,-1", "1/0", "(2, 0)", "\u2212", ",", "same", "WAIT", "UNDO", "At", "9,9"]
    ),
    some.text(max_size=6),
)  # fmt: skip


@given(some.lists(some.lists(PIECES, max_size=14).map(" ".join), max_size=6))
def test_only_what_is_offered_with_a_picked_choice_is_ever_said(lines: list[str]) -> None:
    found = Grammar(CHOICES, said_with).parse(lines)
    if isinstance(found, Picks):
        assert set(found.ahead) <= set(found.numbers) & {1, 2}
        for said in found.ahead.values():
            assert said
            assert all(wishes and set(wishes) <= KNOWN[part] for part, wishes in said.items())
            assert all(len(set(wishes)) == len(wishes) for wishes in said.values())


def test_a_line_as_long_as_may_be_is_read_quickly() -> None:
    line = "1 at " + "1 " * (LONGEST // 2 - 3)
    assert isinstance(Grammar(CHOICES, said_with).parse([line] * MOST), NotUnderstood)


PLAIN = {
    1: ["take: Banker", "nehmen: Bankier"],
    2: ["take: Money bag (5 $)", "nehmen: Geldsack (5 $)"],
    3: ["take nothing here", "hier nichts nehmen", "decline"],
    4: ["play 44 (Tea)", "44 (Tee) spielen", "play 44", "44", "card 44", "karte 44"],
    5: ["pass and take a coin", "passen und eine Münze nehmen", "pass", "passe"],
}
BESIDE = {
    -1: ["play 44 (Tea), even if the opponent passes", "44 (Tee) spielen, auch wenn der Gegner passt"],
    -2: ["take: Orphanage", "nehmen: Waisenhaus"],
}


def said_of(number: int) -> Vocabulary:
    return Vocabulary.of(OFFERED) if number in (4, -1) else Vocabulary()


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["Hallo!", "2"], Picks((2,))),
        (["Hallo zusammen,", "2", "Viele Grüße", "Dora"], Picks((2,))),
        (["Liebes Siegelpost-Team,", "2", "Danke!"], Picks((2,))),
        (["Guten Tag", "passe"], Picks((5,))),
        (["Hi Ben", "2"], Picks((2,))),
        (["Ich wähle 2."], Picks((2,))),
        (["1, danke!"], Picks((1,))),
        (["dann 5"], Picks((5,))),
        (["nehme 2"], Picks((2,))),
        (["I'd choose: 2"], Picks((2,))),
        (["I choose 2, thanks"], Picks((2,))),
        (["zwei"], Picks((2,))),
        (["No. 2"], Picks((2,))),
        (["2 <3"], Picks((2,))),
        (["ich nehm mal die 2"], Picks((2,))),
        (["nehmen bankier"], Picks((1,))),
        (["Bankier"], Picks((1,))),
        (["1 Bankier"], Picks((1,))),
        (["Passen"], Picks((5,))),
        (["ich passe"], Picks((5,))),
        (["Waisenhaus, bitte"], Picks((-2,))),
        (["ich nehme den Bankier"], Picks((1,))),
        (["take the Money bag"], Picks((2,))),
        (["44"], Picks((4,))),
        (["Karte 44"], Picks((4,))),
        (["44 an (1,0)"], Picks((4,), ahead={4: {"place": ("1,0",)}})),
        (["Tee"], Picks((4,))),
        (["4 auch wenn der Gegner passt"], Picks((-1,))),
        (["4, even if the opponent passes"], Picks((-1,))),
        (["4", "auch wenn der Gegner passt"], Picks((-1,))),
        (["4 auch wenn der Gegner passt AN (1, 0)"], Picks((-1,), ahead={-1: {"place": ("1,0",)}})),
        (["2 WARTEN"], Picks((2,), frozenset({"wait"}))),
        (["4 AN (1,0) WARTEN"], Picks((4,), frozenset({"wait"}), {4: {"place": ("1,0",)}})),
        (["Mehr Zeit bitte"], Picks((), frozenset({"time"}))),
        (["Stand?"], Picks((), frozenset({"status"}))),
        (["undo, please"], Picks((), frozenset({"undo"}))),
    ],
)
def test_what_can_mean_one_thing_only_is_understood(lines: list[str], wanted: Picks | NotUnderstood) -> None:
    assert understand(lines, PLAIN, said_of, lambda: BESIDE) == wanted


@pytest.mark.parametrize(
    ("line", "candidates"),
    [
        ("nicht 2", ()), ("2 oder 3", ()), ("Bankier oder 2", ()), ("2?", ()), ("kein Bankier", ()), ("no banker", ()),
        ("6", ()), ("2,5", ()), ("-2", ()), ("2 Bankier", (1, 2)),
        ("nehmen", (-2, 1, 2, 3, 5)),
        ("no 2", ()), ("<3", ()), ("2 mal", ()), ("zwei mal", ()),
        ("Bankier Geldsack", ()), ("2 WARTEN 3", ()), ("Zug", ()), ("die", ()), ("5 $", ()),
    ],
)  # fmt: skip
def test_what_may_mean_two_things_means_nothing_and_names_them(line: str, candidates: tuple[int, ...]) -> None:
    assert understand([line], PLAIN, said_of, lambda: BESIDE) == NotUnderstood(line, candidates)


NUMBERED_NAMES = {
    1: ["steal from Steady (bot)", "von Steady (Bot) stehlen"],
    2: ["steal from Steady 3 (bot)", "von Steady 3 (Bot) stehlen"],
    3: ["steal from Steady 2 (bot)", "von Steady 2 (Bot) stehlen"],
    4: ["play 2 (Tea)", "2 (Tee) spielen", "play 2", "card 2", "karte 2"],
}


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Steady 3", Picks((2,))), ("von Steady 3 stehlen", Picks((2,))), ("Steady 3, bitte", Picks((2,))),
        ("steal from Steady 2", Picks((3,))), ("ich stehle von Steady 2 (Bot)", Picks((3,))), ("3", Picks((3,))),
        ("Steady", NotUnderstood("Steady", (1, 2, 3))), ("Steady 3 2", Picks((2,))),
        ("Steady 4", NotUnderstood("Steady 4", (1, 2, 3, 4))), ("3 Steady 2", Picks((3,))),
        ("1 Steady 3", NotUnderstood("1 Steady 3", (1, 2))), ("Steady 3 oder 1", NotUnderstood("Steady 3 oder 1")),
        ("spiele 2", NotUnderstood("spiele 2", (2, 4))),
    ],
)  # fmt: skip
def test_a_number_in_a_name_is_no_other_choice_s(line: str, wanted: Picks | NotUnderstood) -> None:
    assert understand([line], NUMBERED_NAMES) == wanted


ONE_OF = some.sampled_from(sorted(PLAIN)).flatmap(
    lambda number: some.sampled_from([str(number), *PLAIN[number]]).map(lambda name: (number, name))
)
BETWEEN = some.sampled_from([" ", ", ", " und ", " oder ", " and ", " bitte ", "; ", " sonst ", " dann ", ", danke "])


@given(ONE_OF, BETWEEN, ONE_OF, some.sampled_from(["", " bitte", "!", " WARTEN", " AN (1,0)"]))
def test_no_line_that_names_two_choices_is_ever_taken(
    one: tuple[int, str], between: str, other: tuple[int, str], behind: str
) -> None:
    line = f"{one[1]}{between}{other[1]}{behind}"
    found = understand([line], PLAIN, said_of, lambda: BESIDE)
    if one[0] != other[0]:
        assert isinstance(found, NotUnderstood)
    else:
        assert isinstance(found, NotUnderstood) or found.numbers == (one[0],)


TURN = {
    1: ["build Weaving mill I", "Weberei I bauen"],
    2: ["end the own actions, then voyage or cards", "Aktionen beenden, dann Handelsfahrt oder Karten", "close"],
    3: ["end the turn, without voyage and without cards", "Zug beenden, ohne Handelsfahrt und ohne Karten", "finish"],
}
EXCHANGES = {
    -1: ["bank: 3 wood for 1 cloth", "Bank: 3 Holz gegen 1 Tuch"],
    -2: ["bank: 3 cloth for 1 wood", "Bank: 3 Tuch gegen 1 Holz"],
    -3: ["offer 1 wood for 1 cloth", "1 Holz gegen 1 Tuch anbieten"],
    -4: ["take cloth", "Tuch nehmen"],
}


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Bank 3 Holz gegen Tuch", -1),
        ("Bank: Holz gegen Tuch", -1),
        ("Bank 3 Tuch gegen 1 Holz, bitte", -2),
        ("bank wood for cloth", -1),
        ("Handelsfahrt", 2),
        ("ohne Handelsfahrt", 3),
        ("Zug beenden ohne Karten", 3),
    ],
)
def test_exchanges_have_a_direction_and_what_a_choice_is_without_it_is_not(line: str, wanted: int) -> None:
    assert understand([line], TURN, others=lambda: EXCHANGES) == Picks((wanted,))


@pytest.mark.parametrize(
    ("line", "candidates"),
    [
        ("3 Holz gegen Tuch", (-3, -1, 3)),  # the number of a choice, or how many
        ("Bank 3", (-2, -1, 3)),
        ("3 Bank: 3 Holz gegen 1 Tuch", (-1, 3)),
        ("Bank: 3 Holz gegen 1 Tuch 3", (-1, 3)),
        ("Bank: 3 Holz gegen 1 Tuch, Tuch nehmen", ()),
        ("Karten oder Handelsfahrt 3", (2, 3)),
    ],
)
def test_exchanges_that_may_be_two_things_are_none(line: str, candidates: tuple[int, ...]) -> None:
    assert understand([line], TURN, others=lambda: EXCHANGES) == NotUnderstood(line, candidates)


TRADES = {**TURN, **EXCHANGES}
ANY_TRADE = some.sampled_from(sorted(TRADES)).flatmap(
    lambda number: some.sampled_from(TRADES[number]).map(lambda name: (number, name))
)


@given(ANY_TRADE, BETWEEN, ANY_TRADE, some.sampled_from(["", " bitte", "!", " 3"]))
def test_no_line_that_names_two_exchanges_is_ever_taken(
    one: tuple[int, str], between: str, other: tuple[int, str], behind: str
) -> None:
    found = understand([f"{one[1]}{between}{other[1]}{behind}"], TURN, others=lambda: EXCHANGES)
    assert isinstance(found, NotUnderstood) or (one[0] == other[0] and found.numbers == (one[0],))


@given(some.lists(WORDS, max_size=6))
def test_what_the_strict_grammar_understands_stays_as_it_is(lines: list[str]) -> None:
    strict = Grammar(CHOICES).parse(lines)
    if isinstance(strict, Picks):
        assert understand(lines, CHOICES, others=lambda: BESIDE) == strict


def test_a_greeting_may_have_the_words_of_somebody_who_asks_for_help() -> None:
    assert after_greeting(["Hallo du,", "HILFE"]) == ["HILFE"]
    assert Grammar({}, plainly=True).parse(["Kannst du mir bitte helfen?"]) == Picks(orders=frozenset({"help"}))


def test_a_long_line_costs_no_more_than_the_names_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each way to take a line apart looked at all names anew: 24 choices of Seafarers took 1.4 seconds."""
    names = {number: [f"baue eine Straße an Feld {number}", f"build a road at field {number}"] for number in range(600)}
    looked = 0

    def counted(text: str) -> list[str]:
        nonlocal looked
        looked += 1
        return words_of(text)

    monkeypatch.setattr(naming, "words_of", counted)
    assert isinstance(understand([" ".join(["irgendwas"] * 49)], names), NotUnderstood)
    assert looked < 2 * 600 + 49 * 20


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("j'annule", "undo"), ("idem", "same"), ("toujours là", "here"), ("Je joue encore", "here"), ("accordé", "grant"),
        ("tous les choix", "more"), ("il me faudrait plus de temps svp", "time"),
        ("encore un jour", "ask"), ("encore 2 jours svp", "ask"), ("il me faudrait 2 jours de plus", "ask"),
        ("deux jours", None), ("encore toi", None), ("pas d'accord", None),
    ],
)  # fmt: skip
def test_an_order_is_given_as_french_players_write(line: str, order: str | None) -> None:
    assert order_of(folded(line)) == order
