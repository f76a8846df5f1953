"""Questions of every game answered in the words that people write: places alone, whole sentences, a letter mistyped."""

from __future__ import annotations

import pytest

from service.matches.numbering import answerable, numbered
from tests.workers.mail.letters import first_card_laid, opening_round
from tests.workers.mail.match import HOUR, Match
from workers.inbox.commands import NotUnderstood, Picks
from workers.inbox.grammar import understand
from workers.inbox.naming import UNDO, Reading, suggested
from workers.inbox.offered import Offered
from workers.inbox.words import ORDINARY, words_of

OTHERS = ("Cleo", "Dora", "Emil")


def asked(kind: str, rules: str = "kontor") -> Match:
    """Play with first moves until Ada is asked a question of a kind."""
    if rules == "kontor":
        match = opening_round()
    else:
        match = Match(rules=rules, others=OTHERS if rules == "seafarers" else ()).start().forget().later(HOUR)
    for _ in range(60):
        if any(one["kind"] == kind and 0 in one["seats"] for one in match.record.table["standing"]):
            return match
        match.play()
    raise AssertionError(f"{rules}: Ada is never asked for {kind}")


def reads(match: Match, *lines: str) -> Picks | NotUnderstood:
    """Return what a mail with these lines means in answer to the letter about what Ada is asked now."""
    standings = answerable(match.record, 0)
    offered = Offered(match.record, 0, numbered(match.record, 0, standings))
    return understand(lines, offered.listed(), offered.vocabulary, offered.unlisted, opponents=("Ben",))


def called(match: Match, found: Picks | NotUnderstood) -> str:
    """Return what the one choice that was understood is called in German."""
    assert isinstance(found, Picks), found
    [number] = found.numbers
    standings = answerable(match.record, 0)
    offered = Offered(match.record, 0, numbered(match.record, 0, standings))
    return ({**offered.listed(), **offered.unlisted()})[number][1]


def called_in_french(match: Match, line: str) -> str | NotUnderstood:
    """Return what the one choice that a line of a French reader means is called in their letter."""
    offered = Offered(match.record, 0, numbered(match.record, 0, answerable(match.record, 0)), "fr")
    found = understand((line,), offered.listed(), offered.vocabulary, offered.unlisted, opponents=("Ben",))
    if not isinstance(found, Picks):
        return found
    [number] = found.numbers
    return ({**offered.listed(), **offered.unlisted()})[number][2].replace("\u00a0", " ")


@pytest.fixture(scope="module")
def place() -> Match:
    """Kontor: Ada is asked where card 15 (spice, coin) goes."""
    return first_card_laid()


@pytest.fixture(scope="module")
def choose() -> Match:
    """Kontor: Ada is asked for a card: 15, 21, 23, 47, 77, or to pass."""
    return opening_round()


@pytest.mark.parametrize(
    "line",
    [
        "auf (1,1)", "an (1,1)", "1,1", "(1,1)", "( 1 , 1 )", "auf 1 , 1", "(1;1)", "1|1", "auf (1, 1), danke",
        "die Karte auf (1,1) legen", "Ich lege sie auf (1,1).", "Setze die Karte bitte auf 1,1", "leg die Karte 15 auf (1,1)",
        "Gewürz auf (1,1)", "Spalte 1, Zeile 1", "Spalte 1 Zeile 1", "to (1,1)", "lay it at 1,1", "put the card at (1, 1)",
    ],
)  # fmt: skip
def test_a_place_alone_is_the_choice_that_goes_there(place: Match, line: str) -> None:
    assert called(place, reads(place, line)) == "die Karte auf (1, 1) legen"


def test_a_minus_belongs_to_the_place(place: Match) -> None:
    assert called(place, reads(place, "auf (-1,2)")) == "die Karte auf (-1, 2) legen"
    assert called(place, reads(place, "(1,\u22121)")) == "die Karte auf (1, -1) legen"


@pytest.mark.parametrize(
    "line", ["(1,1) oder (1,-1)", "nicht (1,1)", "(9,9)", "1,2,3", "auf (1,1)?", "wenn es geht (1,1)", "(1,1) (1,2)"]
)
def test_a_place_that_is_denied_or_one_of_two_is_none_and_nothing_is_suggested(place: Match, line: str) -> None:
    assert reads(place, line) == NotUnderstood(line)


@pytest.mark.parametrize(("line", "named"), [("15 auf (1,1)", (12, 15)), ("2 (0,-3)", (1, 2))])
def test_a_number_that_may_be_another_choice_is_asked_about_with_the_place_that_was_meant(
    place: Match, line: str, named: tuple[int, ...]
) -> None:
    assert reads(place, line) == NotUnderstood(line, named)


def test_whoever_sails_a_card_is_asked_whether_he_lays_it(place: Match) -> None:
    assert reads(place, "fahre auf (1,1)") == NotUnderstood("fahre auf (1,1)", meant=12)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Dann nehme ich die 2.", Picks((2,))),
        ("die 21 ausspielen bitte, danke dir", Picks((2,))),
        ("hm, dann halt die 21", Picks((2,))),
        ("2 danke, bis morgen!", Picks((2,))),
        ("Ich muss leider passen", Picks((6,))),
        ("Ich glaube, ich passe", Picks((6,))),
        ("Ich nehm die 21 \U0001f600 viel erfolg ben", Picks((2,))),
        ("2 und viel Glück euch allen!", Picks((2,))),
        ("Die 21. Gutes Gelingen dir, Ben", Picks((2,))),
        ("2, have fun Ben", Picks((2,))),
        ("ich setze diesmal aus", Picks((6,))),
        ("Aussetzen", Picks((6,))),
        ("Ich möchte diesmal aussetzen, danke", Picks((6,))),
        ("21 -> (1,-2)", Picks((2,), ahead={2: {"place": ("1,-2",)}})),
        ("21 auf (1,-2) \U0001f642", Picks((2,), ahead={2: {"place": ("1,-2",)}})),
        ("Karte 21, Feld (1, -2)", Picks((2,), ahead={2: {"place": ("1,-2",)}})),
        ("I'll take 2 please", Picks((2,))),
        ("I'm going with 2", Picks((2,))),
        ("Ich passe diesmal.", Picks((6,))),
        ("Na gut, dann passe ich halt", Picks((6,))),
        ("Dann spiele ich mal den Tee.", Picks((3,))),
        ("ok dann die 21 an (1,-2)", Picks((2,), ahead={2: {"place": ("1,-2",)}})),
        ("Kanal 47 an (0,-3)", Picks((4,), ahead={4: {"place": ("0,-3",)}})),
        ("spiele 15, lege sie auf (1,1)", Picks((1,), ahead={1: {"place": ("1,1",)}})),
        ("Karte 21 (Gewürz) an (1,-2) sonst (1,1)", Picks((2,), ahead={2: {"place": ("1,-2", "1,1")}})),
        ("21 to (1,1)", Picks((2,), ahead={2: {"place": ("1,1",)}})),
        ("21 an (1,-2), danke.", Picks((2,), ahead={2: {"place": ("1,-2",)}})),
        ("21 an (1,-2) sonst (1,1). Vielen Dank!", Picks((2,), ahead={2: {"place": ("1,-2", "1,1")}})),
        ("Danke für die Erklärung! Ich spiele die 21, bitte auf (1,-2).", Picks((2,), ahead={2: {"place": ("1,-2",)}})),
        ("Hallo Siegelpost, ich spiele bitte die 21. Viele Grüße und danke", Picks((2,))),
        ("Thanks for the explanation! I play 21, please", Picks((2,))),
        ("21 to (1,-2) please, thank you", Picks((2,), ahead={2: {"place": ("1,-2",)}})),
        ("die 21 mit dem Gewürz auf (1,-2)", Picks((2,), ahead={2: {"place": ("1,-2",)}})),
        ("Können Sie mir bitte die Regeln schicken?", Picks(orders=frozenset({"rules"}))),
        ("Could you please send me the rules?", Picks(orders=frozenset({"rules"}))),
        ("Was habe ich denn jetzt gespielt?", Picks(orders=frozenset({"status"}))),
        ("Wie steht's?", Picks(orders=frozenset({"status"}))),
        ("Wer ist dran?", Picks(orders=frozenset({"status"}))),
        ("Was kann ich tun?", Picks(orders=frozenset({"help"}))),
        ("STAUTS", Picks(orders=frozenset({"status"}))),
        ("Bitte zurücknehmen!", Picks(orders=frozenset({"undo"}))),
        ("Ich nehme meine Karte zurück", Picks(orders=frozenset({"undo"}))),
        ("Please take it back", Picks(orders=frozenset({"undo"}))),
        ("Ich spiele die 21. Liebe Grüße, Jens", Picks((2,))),
        ("21 (Gewürz) spielen. Gruß Karla Maria", Picks((2,))),
        ("I play 21. Best regards, Tom", Picks((2,))),
        ("ich nehm den Tee", Picks((3,))),
        ("Ich nehme Gewürz mit Münze", Picks((1,))),
        ("Wie viele Punkte habe ich?", Picks(orders=frozenset({"status"}))),
        ("Bis wann muss ich antworten?", Picks(orders=frozenset({"status"}))),
        ("Zeig mir den Tisch", Picks(orders=frozenset({"status"}))),
        ("Auf Ben warten", Picks(orders=frozenset({"wait"}))),
        ("I'd rather wait for Ben.", Picks(orders=frozenset({"wait"}))),
        ("Den Platz von Ben einem Bot geben", Picks(orders=frozenset({"bot"}))),
        ("End the match and take the win", Picks(orders=frozenset({"win"}))),
        ("Ich bräuchte leider noch einen Tag länger, sorry", Picks(orders=frozenset({"ask"}), seconds=86_400)),
        ("I need 2 more days", Picks(orders=frozenset({"ask"}), seconds=2 * 86_400)),
        ("Bitte gib mir noch 2 Tage", Picks(orders=frozenset({"ask"}), seconds=2 * 86_400)),
        ("Noch 1 Tag bitte", Picks(orders=frozenset({"ask"}), seconds=86_400)),
        ("noch zwei Stunden", Picks(orders=frozenset({"ask"}), seconds=7_200)),
        ("Nehm die Karte bitte zurück, ich hab mich verklickt!", Picks(orders=frozenset({"undo"}))),
        ("Ich möchte meinen Zug zurücknehmen, das war ein Versehen", Picks(orders=frozenset({"undo"}))),
        ("Sorry, that was a mistake, please take it back", Picks(orders=frozenset({"undo"}))),
        ("Ich bin wieder da", Picks(orders=frozenset({"here"}))),
        ("Bin wieder da!", Picks(orders=frozenset({"here"}))),
        ("I'm back", Picks(orders=frozenset({"here"}))),
        ("I’m still here.", Picks(orders=frozenset({"here"}))),
        ("spiel die 21 und leg sie auf (1,-2)", Picks((2,), ahead={2: {"place": ("1,-2",)}})),
        (
            "Ich spiele die Karte 21 und lege sie dann auf (1,-2), sonst auf (1,1)",
            Picks((2,), ahead={2: {"place": ("1,-2", "1,1")}}),
        ),
        ("I play 21 and put it at (1,-2)", Picks((2,), ahead={2: {"place": ("1,-2",)}})),
        ("Ich entscheide mich für die 2.", Picks((2,))),
        ("Zug: 2", Picks((2,))),
        ("Mein Zug ist 2.", Picks((2,))),
        ("nehme 2 :-)", Picks((2,))),
        ("ich passe ;)", Picks((6,))),
        ("Möglichkeit 2", Picks((2,))),
        ("Die 2. Option", Picks((2,))),
        ("die 2 wäre super", Picks((2,))),
        ("Sorry für die Verspätung! 2", Picks((2,))),
        ("die erste", Picks((1,))),
        ("Ich nehme die zweite, danke", Picks((2,))),
        ("The second one, please", Picks((2,))),
        ("Die 21 soll auf (1,-2)", Picks((2,), ahead={2: {"place": ("1,-2",)}})),
        ("spiele [2] 21 (Gewürz) spielen", Picks((2,))),
        ("Jetzt aber: 6", Picks((6,))),
        ("So, jetzt aber die 21 auf (1,-2)!", Picks((2,), ahead={2: {"place": ("1,-2",)}})),
        ("But now: pass", Picks((6,))),
        ("2 pls", Picks((2,))),
        ("Definitiv die 2!", Picks((2,))),
        ("number one", Picks((1,))),
        ("I take one", Picks((1,))),
        ("Am liebsten 2", Picks((2,))),
        ("am liebsten würde ich passen", Picks((6,))),
        ("Ich passe diese Runde", Picks((6,))),
        ("In dieser Runde passe ich.", Picks((6,))),
        ("I pass this round", Picks((6,))),
        ("2 for this round, thanks", Picks((2,))),
        ("Auf jeden Fall 2", Picks((2,))),
        ("Ich bleibe bei 2", Picks((2,))),
        ("2, dann bis morgen", Picks((2,))),
        ("2, see you tomorrow!", Picks((2,))),
        ("Mine is 2", Picks((2,))),
        ("Wir nehmen 2", Picks((2,))),
        ("Nehmen wir die 2!", Picks((2,))),
        ("Ich spiele Möglichkeit 2", Picks((2,))),
        ("Es soll die 2 sein.", Picks((2,))),
        ("2 soll es sein", Picks((2,))),
        ("2 passt", Picks((2,))),
        ("We'll take 2", Picks((2,))),
        ("Let me take 2", Picks((2,))),
        ("2 works for me", Picks((2,))),
        ("Korrektur: 2", Picks((2,))),
        ("Sorry, ich meinte 2", Picks((2,))),
        ("Sorry, I meant 2", Picks((2,))),
        ("Actually 2 please", Picks((2,))),
        ("Sorry I'm late - 2", Picks((2,))),
        ("It's 2.", Picks((2,))),
        ("I'm choosing 2", Picks((2,))),
        ("Selecting option 2", Picks((2,))),
    ],
)
def test_a_sentence_around_what_is_meant_is_read(choose: Match, line: str, wanted: Picks) -> None:
    assert reads(choose, line) == wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Weiter, ich passe", 6), ("Nichts für mich dabei, ich passe.", 6), ("Die letzte, also passen", 6),
        ("sorry für die Verspätung, war auf Dienstreise. Ich spiele die 21.", 2), ("2 - weil ich sie brauche", 2),
        ("Option 6 (passen)", 6), ("Moin, ich spiel mal die 21, mal sehen was Ben macht", 2), ("la dernière", 6),
        ("guten morgen ich hätte gern die zwei dankeschön", 2), ("ich nehme die zwei punkt", 2), ("Ich spiele 2", 2),
        ("die letzte", 6), ("Sorry it took so long, I will play 21", 2), ("2 since Ben sailed away", 2),
    ],
)  # fmt: skip
def test_clauses_beside_a_choice_that_leave_it_as_it_is_do_not_matter(choose: Match, line: str, wanted: int) -> None:
    assert reads(choose, line) == Picks((wanted,))


def test_a_sentence_may_go_on_in_the_next_line(choose: Match) -> None:
    assert reads(choose, "Hallo Ben, bei mir war viel los. Ich spiele jetzt", "die 21") == Picks((2,))
    assert reads(choose, "War viel los bei uns.", "Ich nehme die 2") == Picks((2,))
    assert isinstance(reads(choose, "Lieber nicht.", "2"), NotUnderstood)


def test_goods_without_what_they_are_given_for_are_no_exchange() -> None:
    match = asked("act", "seafarers")
    offered = Offered(match.record, 0, numbered(match.record, 0, answerable(match.record, 0)))
    number, name = next((one, names[0]) for one, names in offered.listed().items() if " for " in names[0])
    goods = name.split()[-4]
    assert reads(match, name) == Picks((number,))
    assert isinstance(reads(match, f"1 {goods}"), NotUnderstood)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("PASE", 6), ("SPEILE 21", 2), ("Pasen bitte", 6), ("Ich passe, glaube ich", 6), ("ZURÜK", UNDO),
        ("Ich bin mir sicher: 2", 2), ("Ach nein, doch lieber die 21.", 2), ("Ich habe es mir anders überlegt.", UNDO),
        ("Ich habe es mir anders überlegt, ich möchte das zurücknehmen.", UNDO), ("Oh no, I play 21", 2),
    ],
)  # fmt: skip
def test_what_is_mistyped_or_holds_unknown_words_is_only_suggested(choose: Match, line: str, meant: int) -> None:
    assert reads(choose, line) == NotUnderstood(line, meant=meant)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("3 ... hm", 3), ("3, hmm", 3), ("2 tja", 2), ("die 21, na ja", 2), ("passe ... hm", 6), ("pass, ähm", 6), ("3 🤔", 3),
        ("passe 🤷", 6), ("§ 3", None), ("~3", None), ("≈ 3", None), ("3 §", None), ("= 3", None),
        ("& 3", None), ("3 👎", None), ("👎 passe", None), ("Lieber nicht", None), ("3 🤔 danke", 3), ("passe 🤷 lg", 6),
        ("3 👎 danke", None), ("Danke 👎. 3", None), ("3 ??? danke", None), ("3 🛑 viel Glück", None),
    ],
)  # fmt: skip
def test_a_hesitation_or_a_sign_beside_a_choice_is_asked_about(choose: Match, line: str, meant: int | None) -> None:
    assert reads(choose, line) == NotUnderstood(line, meant=meant)


@pytest.mark.parametrize("line", ["Hm, 3", "Tja, dann die 3", "ähm, 3", "• 3", "3 👍", "`3`", "#3", "-> 3", "3 ✓"])
def test_a_hesitation_before_a_choice_and_a_sign_of_lists_say_nothing(choose: Match, line: str) -> None:
    assert reads(choose, line) == Picks((3,))


@pytest.mark.parametrize(
    "line",
    [
        "Vielen Dank, das macht Spaß!", "Das macht Spaß", "Spaß!", "Passt!", "Das passt.", "Karten", "Alles passt so",
        "My mail", "Legend!", "Die Sonne scheint, kein Regen", "class", "Past", "Wir fassen zusammen", "Viel Spaß noch",
        "Ich spielte gestern", "Fun game, thanks", "Ich trage paase", "This one, please", "I'll take that one", "the one",
        "It is this one", "Jetzt aber nicht die 6", "Jetzt aber: 2 oder 3",
    ],
)  # fmt: skip
def test_a_word_of_everyday_language_is_none_mistyped(choose: Match, line: str) -> None:
    assert reads(choose, line) == NotUnderstood(line)


@pytest.mark.parametrize(("rules", "kind"), [("kontor", "choose"), ("anno-1701", "act")])
def test_nothing_is_suggested_for_a_single_everyday_word(rules: str, kind: str) -> None:
    match = asked(kind, rules)
    offered = Offered(match.record, 0, numbered(match.record, 0, answerable(match.record, 0)))
    names = {**offered.listed(), **offered.unlisted()}
    speech = Reading(names, offered.vocabulary)
    known = {word for called in names.values() for name in called for word in words_of(name)}
    assert {word: meant for word in ORDINARY - known if (meant := suggested(word, speech)) is not None} == {}


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("Ich spile die 21 auf (1, -2).", ("1,-2",)), ("Ich spile die 21 auf (1, -2), danke!", ("1,-2",)),
        ("Ich speile die 21 an (1,-2) sonst (1,1)", ("1,-2", "1,1")),
        ("Ach nein, ich nehme doch lieber die 21 auf (1,-2).", ("1,-2",)),
        ("die 21 mit dem Wein auf (1,-2)", ("1,-2",)),
    ],
)  # fmt: skip
def test_a_verb_mistyped_or_a_good_that_is_not_there_is_asked_about_with_all_that_is_said_ahead(
    choose: Match, line: str, place: tuple[str, ...]
) -> None:
    assert reads(choose, line) == NotUnderstood(line, meant=2, said={"place": place})


@pytest.mark.parametrize(
    "line",
    [
        "Ich passe nicht", "Ich nehme die 2, wenn er passt", "falls möglich 2", "not 2", "anything except 2", "2?",
        "Soll ich 2 nehmen?", "PASE nicht",
        "soll ich die 2 nehmen", "vielleicht 2", "Nein, nicht die 21", "Nein!", "21, auch wenn niemand passt",
        "keine Karte 21", "erst 2", "Nicht zurücknehmen", "zurück?", "Karte 21 zurück, ich hab mich verklickt",
        "Ich bin morgen wieder da", "Ich nehme nicht den Tee",
        "nicht auf Ben warten", "21. LG nicht Jens", "Ich brauche noch 2 Holz",
        "Wait for the deadline?",
        "Ich bin nicht da", "spiel die 21 und leg sie nicht auf (1,-2)",
        "die erste oder die zweite", "nicht die erste", "die erste?", "Die 21 soll nicht auf (1,-2)", "Was soll die 2",
    ],
)  # fmt: skip
def test_a_line_that_denies_asks_or_sets_a_condition_is_nothing_and_suggests_nothing(choose: Match, line: str) -> None:
    assert reads(choose, line) == NotUnderstood(line)


def test_nothing_is_suggested_beside_another_command(choose: Match) -> None:
    assert reads(choose, "PASE", "3") == NotUnderstood("PASE")


@pytest.mark.parametrize(
    ("rules", "kind", "line", "name"),
    [
        ("kontor", "ship", "nach (0,1)", "mit dem Schiff nach (0, 1) fahren"),
        ("kontor", "ship", "segeln nach 0,1", "mit dem Schiff nach (0, 1) fahren"),
        ("kontor", "ship", "stay", "das Schiff liegen lassen"),
        ("kontor", "ship", "Das Schiff bleibt liegen.", "das Schiff liegen lassen"),
        ("kontor", "ship", "das Schiff soll bleiben", "das Schiff liegen lassen"),
        ("kontor", "ship", "The ship should stay, please", "das Schiff liegen lassen"),
        ("anno-1701", "settle", "Stapel Ia", "mit Karten von Stapel Ia beginnen"),
        ("anno-1701", "settle", "Hallo, ich fange mit Stapel Ib an. Gruß Jens", "mit Karten von Stapel Ib beginnen"),
        (
            "packet-row",
            "ask",
            "Ich will nehmen: Vertrag (Spanien: 2 Baumwolle, 2 Tabak; 30 $).",
            "nehmen: Vertrag (Spanien: 2 Baumwolle, 2 Tabak; 30 $)",
        ),
        ("anno-1701", "act", "Ich baue das Markthaus.", "Markthaus I bauen"),
        ("anno-1701", "act", "Bank: Gold gegen Tuch", "Bank: 3 Gold gegen 1 Tuch"),
        ("anno-1701", "meet", "Dann kaufe ich den Rum.", "Rum kaufen"),
        ("packet-row", "open", "Ich wähle diesmal die Docks.", "die Docks wählen"),
        (
            "packet-row",
            "ask",
            "den Vertrag mit Spanien, bitte",
            "nehmen: Vertrag (Spanien: 2 Baumwolle, 2 Tabak; 30 $)",
        ),
        ("packet-row", "ask", "Ich lehne ab.", "hier nichts nehmen"),
        ("packet-row", "ask", "I decline, thanks", "hier nichts nehmen"),
        ("packet-row", "open", "Ich öffne die Bank", "die Bank wählen"),
        ("packet-row", "last", "Dann nehme ich den Kapitän", "nehmen: Kapitän"),
    ],
)
def test_all_games_take_places_routes_goods_and_contracts_in_plain_words(
    rules: str, kind: str, line: str, name: str
) -> None:
    match = asked(kind, rules)
    standings = answerable(match.record, 0)
    offered = Offered(match.record, 0, numbered(match.record, 0, standings))
    unasked = frozenset({"stay"})
    found = understand([line], offered.listed(), offered.vocabulary, offered.unlisted, unasked)  # type: ignore[arg-type]
    assert called(match, found) == name


SITE_8 = "eine Siedlung auf Bauplatz 8 gründen, mit einer Straße auf Kante 16"


def test_sites_and_edges_go_by_their_words_and_their_order() -> None:
    match = asked("found", "seafarers")
    for line in (
        "Siedlung Bauplatz 8, Straße Kante 16",
        "site 8 road edge 16",
        "Straße auf Kante 16, Siedlung Bauplatz 8",
    ):
        assert called(match, reads(match, line)) == SITE_8
    found = reads(match, "Siedlung auf 5, Straße auf 10")  # 5 and 10 are numbers of other choices, too
    assert isinstance(found, NotUnderstood)
    assert len(found.candidates) == 3
    assert {5, 10} < {*found.candidates}
    found = reads(match, "90")  # no choice, but a site with several edges, and an edge
    assert isinstance(found, NotUnderstood)
    assert len(found.candidates) > 1


@pytest.mark.parametrize(
    "line",
    [
        "Melde mich um 2 Uhr", "Morgen um 2", "2 h", "habe 2 Fragen", "2. Versuch", "Runde 2 war gut", "muss ich passen", "muss",
        "aus", "ich muss nicht passen",
    ],
)  # fmt: skip
def test_a_number_that_counts_or_tells_the_time_and_having_to_suggest_nothing(choose: Match, line: str) -> None:
    assert reads(choose, line) == NotUnderstood(line)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("2", Picks((2,))),
        ("Nr. 2, danke", Picks((2,))),
        ("ich nehme 2", Picks((2,))),
        ("Karte 2 spielen", Picks((1,))),
        ("ich spiele die 2", Picks((1,))),
        ("die 10 bitte", Picks((2,))),
        ("ich nehm die 2 :)", NotUnderstood("ich nehm die 2 :)", (1, 2))),
        ("hm, dann halt die 2", NotUnderstood("hm, dann halt die 2", (1, 2))),
        ("I'll take the 2", NotUnderstood("I'll take the 2", (1, 2))),
    ],
)
def test_the_2_is_asked_about_where_it_may_be_a_card_or_a_choice(line: str, wanted: Picks | NotUnderstood) -> None:
    choices = {
        choice: [f"play {card}", f"{card} spielen", f"spiele {card}", f"karte {card} spielen", str(card)]
        for choice, card in ((1, 2), (2, 10), (3, 41))
    }
    assert understand([line], choices) == wanted


@pytest.mark.parametrize(
    ("kind", "line", "said"),
    [
        ("open", "zum Markt bitte", "den Markt wählen"),
        ("open", "Ich möchte zur Bank gehen", "die Bank wählen"),
        ("ask", "passe", "hier nichts nehmen"),
        ("ask", "ich passe :)", "hier nichts nehmen"),
        ("ask", "Das Krankenhaus mit 15 Dollar", "nehmen: Krankenhaus [15 $, 6 Punkte]"),
    ],
)
def test_packet_row_is_answered_in_the_words_of_its_players(kind: str, line: str, said: str) -> None:
    match = asked(kind, "packet-row")
    assert called(match, reads(match, line)) == said


def test_the_whole_words_of_a_choice_with_a_please_mean_it_and_no_number_in_them_another() -> None:
    names = {1: ["den Zug beenden"], 2: ["Angebot 1 zurückziehen"], 3: ["Angebot 2 zurückziehen"]}
    assert understand(["Angebot 1 zurückziehen bitte"], names) == Picks((2,))
    assert understand(["Bitte Angebot 2 zurückziehen! LG Jens"], names) == Picks((3,))
    assert understand(["Angebot zurückziehen bitte"], names) == NotUnderstood("Angebot zurückziehen bitte", (2, 3))


@pytest.mark.parametrize(
    "line",
    [
        "je joue la 21", "Je joue la carte 21.", "la 2, svp", "2 s'il te plaît", "n°2", "D'accord, la 21", "euh, la 21",
        "j'aimerais jouer la 21", "2, bonne chance !", "2, bonne soirée à tous", "la deuxième", "Carte 21 s'il vous plaît",
        "Salut Ben, la 21", "Va pour la 2", "la 21 pour moi", "2 pour cette manche",
        "Pour moi ce sera la 2", "C'est la 21", "la 2, à demain",
        "Pardon, je voulais dire la 21", "On prend la 21", "2 pour cette fois", "Correction : la 21",
    ],
)  # fmt: skip
def test_a_card_is_chosen_as_french_players_write(choose: Match, line: str) -> None:
    assert called_in_french(choose, line) == "jouer 21 (épices)"


@pytest.mark.parametrize(
    "line",
    [
        "je passe",
        "Je passe mon tour.",
        "passe mon tour",
        "je passe, bonne journée",
        "Salut Ben, je passe",
        "je dois passer",
        "Je passe cette manche",
    ],
)
def test_french_players_pass(choose: Match, line: str) -> None:
    assert called_in_french(choose, line) == "passer et prendre une pièce"


@pytest.mark.parametrize(
    "line",
    ["sur (1,1)", "à (1,1)", "je la pose en (1,1)", "mets-la en (1,1)", "pose la carte en 1,1", "colonne 1, ligne 1"],
)
def test_a_place_is_named_as_french_players_write(place: Match, line: str) -> None:
    assert called_in_french(place, line) == "poser la carte en (1, 1)"


@pytest.mark.parametrize(
    ("kind", "line", "said"),
    [
        ("ask", "je refuse", "ne rien prendre ici"),
        ("ask", "Je ne prends rien", "ne rien prendre ici"),
        ("ask", "je prends l'hôpital", "prendre : Hôpital [15 $, 6 points]"),
        ("ask", "L’hôpital, merci", "prendre : Hôpital [15 $, 6 points]"),
        ("open", "j'ouvre le marché", "ouvrir le marché"),
        ("open", "au marché", "ouvrir le marché"),
        ("open", "à la banque svp", "ouvrir la banque"),
    ],
)
def test_packet_row_is_answered_as_french_players_write(kind: str, line: str, said: str) -> None:
    assert called_in_french(asked(kind, "packet-row"), line) == said


@pytest.mark.parametrize(
    "line",
    ["je ne passe pas", "2 ou 3", "la 21 si Ben passe", "je passe ?", "peut-être la 21", "à 2 heures", "pas la 21"],
)
def test_a_french_line_that_denies_asks_or_sets_a_condition_chooses_nothing(choose: Match, line: str) -> None:
    assert isinstance(called_in_french(choose, line), NotUnderstood)
