"""Pictures say who is who, in the reader's language, and everything drawn for a player explains itself."""

import re
from xml.etree import ElementTree

import pytest

from engine.contract import View
from engine.kit.drawing.names import ELLIPSIS, letters, shortened, wide
from engine.registry import GAMES, game, newest
from tests.engine.told.test_spots import AT_SOME_TABLES, SVG, asked, spots_in

PEOPLE = ["Ada", "Maximiliane-Charlotte von Hohenlohe", "Ben 🦊", "محمد الفاتح", "Zoë", "<b>&amp;"]
OF_EVERY_GAME = pytest.mark.parametrize("rules", sorted({newest(rules) for rules in GAMES}))
UNNAMED = re.compile(r"(Rot|Blau|Grün|Orange|Lila|Weiß|Gelb|Rosa|Schwarz) \(\d\)")


def drawn(rules: str, view: View, names: list[str] | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(game(rules).picture(view, "de", PEOPLE if names is None else names))


def labels(root: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in root.iter(f"{SVG}text")]


def told(root: ElementTree.Element) -> list[str]:
    """Return what things say about themselves: those with a name, and those that nobody can choose."""
    things = (one for one in root.iter() if one.get("class") == "told" or (one.get("id") or "").startswith("spot-"))
    return [title.text or "" for one in things for title in one.iter(f"{SVG}title")]


def is_name(said: str, name: str) -> bool:
    """Return whether a label is a name, or as much of it as there is room for; a side of the table may stand behind it."""
    begun, cut, _ = said.partition(" · ")[0].partition(ELLIPSIS)
    return begun == name or (bool(cut) and len(begun) > 4 and name.startswith(begun))


@AT_SOME_TABLES
def test_players_are_called_by_their_names(rules: str, table: int) -> None:
    for moment in asked(rules, table)[:3]:
        root = drawn(rules, moment.view)
        seats = len(moment.view["players"] if "players" in moment.view else moment.view["teams"])
        for name in PEOPLE[:seats]:
            assert any(is_name(said, name) for said in labels(root)), name
        assert not [one for one in labels(root) if UNNAMED.search(one)]
        assert spots_in(root) == spots_in(drawn(rules, moment.view, [])), "spots know no names"


@AT_SOME_TABLES
def test_whose_name_is_not_known_goes_by_colour_number_or_side(rules: str, table: int) -> None:
    view = asked(rules, table)[0].view
    whole = game(rules).picture(view, "de")
    assert game(rules).picture(view, "de", ["", ""]) == whole
    assert not set(PEOPLE[:1]) & set(labels(ElementTree.fromstring(whole)))


@AT_SOME_TABLES
def test_what_is_drawn_for_players_explains_itself_in_both_languages(rules: str, table: int) -> None:
    for moment in asked(rules, table)[:3]:
        german, english = (
            told(ElementTree.fromstring(game(rules).picture(moment.view, language, PEOPLE)))
            for language in ("de", "en")
        )
        assert len(german) == len(english)
        assert len(german) >= 4 * len(moment.view["players"] if "players" in moment.view else moment.view["teams"])
        assert all(said.strip() for said in german + english)
        assert not [said for said in german + english if "{" in said]


@pytest.mark.parametrize(
    ("rules", "signs"),
    [
        ("kontor", ["Punkte von Ada", "Münzen von Ada", "Kaikarten auf der Hand von Ada", "Kaistapel von Ada"]),
        ("packet-row", ["Ada hat ", "Ada: Rot (1)"]),
        ("anno-1701", ["Gunstpunkte von Ada", "Kampfkraft von Ada", "Geldsäcke von Ada", "Lager für Rum"]),
        ("seafarers", ["Ada: ", "Rohstoffkarten auf der Hand", "Gespielte Ritter", "Noch zu bauen"]),
    ],
)
def test_signs_in_the_panels_of_others_say_what_they_count(rules: str, signs: list[str]) -> None:
    moment = next(one for one in asked(newest(rules), 0) if one.view["seat"] == 1)
    said = told(drawn(newest(rules), moment.view))
    for sign in signs:
        assert [one for one in said if one.startswith(sign)], sign


@OF_EVERY_GAME
def test_a_name_from_the_right_leaves_its_sentence_in_order(rules: str) -> None:
    """A sentence keeps such a name apart (Unicode, annex 9); a label of its own needs nothing."""
    moment = asked(rules, 0)[0]
    root = drawn(rules, moment.view, ["محمد", "דוד", "محمد", "דוד", "محمد", "דוד"])
    inside = [one for one in told(root) if re.search(r"محمد|דוד", one) and " " in one]
    assert inside
    for one in inside:
        assert re.search("\u2068(محمد|דוד)\u2069", one) or re.match("(محمد|דוד)(:| spielt)", one), one


def test_a_long_name_is_cut_between_letters() -> None:
    family = "👩‍👩‍👧"
    assert letters(f"a{family}e\u0301") == ["a", family, "e\u0301"]
    for room in range(1, 12):
        cut = shortened(f"Al{family}{family} é.", room)
        assert wide(cut) <= max(room, wide(ELLIPSIS))
        assert cut.removesuffix(ELLIPSIS).count("\u200d") % 2 == 0, "no half family"
