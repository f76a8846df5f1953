"""Whoever taps can do what the rules allow: every legal move begins at spots of the picture, or is among those listed."""

import random
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from xml.etree import ElementTree

import pytest

from engine.contract import Decision, Language, Move, View
from engine.kit.drawing.svg import legend_of, spots_of
from engine.protocol.chance import Draws
from engine.registry import GAMES, game, newest
from tests.engine import laws
from tests.engine.ways import name_of, tables_of

STEPS, SHOWN = 120, 8
SVG = "{http://www.w3.org/2000/svg}"
NAME = re.compile(r"[a-z]+(-[A-Za-z0-9_.-]+)?")

LISTED = {
    "kontor": {"pass", "stay"},
    "packet-row": {"decline", "pass", "end", "settle", "fulfil"},
    "anno-1701": {"resume", "close", "fill", "finish", "give", "decline", "skip", "cancel", "allow", "accept", "reject"}
    | {"counter", "withdraw", "reveal", "stop", "sail", "fight", "roll", "pay", "buy"},
    "seafarers": {"roll", "end", "accept", "decline", "random", "offer", "counter", "discard", "gold"},
}
"""Moves that the picture has nothing for to point at: few in number, or put together in a form (discards, wishes, offers)."""

ALIKE = {
    "kontor": {"Tilsit"},
    "packet-row": {"Docks", "Bank", "Museum", "Orange (4)"},
    "anno-1701": {"Bank", "Hand", "Farm I"},
    "seafarers": {"Bank"},
}
"""Words that are the same in both languages."""

TABLES = [
    pytest.param(rules, place, id=f"{rules}-{name_of(tables_of(game(rules))[place])}")
    for rules in sorted({newest(rules) for rules in GAMES})
    for place in sorted({0, len(tables_of(game(rules))) - 1})
]
AT_SOME_TABLES = pytest.mark.parametrize(("rules", "table"), TABLES)


@dataclass(frozen=True)
class Asked:
    """Somebody who is asked: what this viewer sees, the decision and the legal moves."""

    view: View
    decision: Decision
    moves: list[Move]


@cache
def asked(rules: str, table: int) -> list[Asked]:
    """Return moments of a match that bots play, and now and then chance: one of each kind of decision, and some more."""
    one, rng = game(rules), random.Random(7)
    options, seats = tables_of(one)[table]
    state = one.setup(one.options(options, seats), seats, chance := Draws(laws.seed_of(7)))
    players, found = (laws.bot(rng), laws.at_random(rng)), list[Asked]()
    pick = laws.in_any_order(rng)
    for _ in range(STEPS):
        standing = one.decisions(state)
        if not standing:
            break
        decision = pick(laws.offered_in(one, state), standing)
        answers = {}
        for seat in decision["seats"]:
            moves = one.moves(state, seat, decision["id"])
            found.append(Asked(one.view(state, seat), decision, moves))
            answers[seat] = players[rng.random() < 0.3](one, state, seat, decision, moves)
        state, _ = one.resolve(state, decision["id"], answers, chance)
    kinds = {moment.decision["kind"]: moment for moment in found}
    return [*kinds.values(), *rng.sample(found, min(len(found), SHOWN))]


def picture(rules: str, view: View, language: Language = "en") -> ElementTree.Element:
    return ElementTree.fromstring(game(rules).picture(view, language))


def spots_in(root: ElementTree.Element) -> list[str]:
    ids = [one.get("id", "") for one in root.iter()]
    return [one.removeprefix("spot-") for one in ids if one.startswith("spot-")]


@AT_SOME_TABLES
def test_every_legal_move_is_pointed_at_or_listed(rules: str, table: int) -> None:
    listed = LISTED[rules.partition("@")[0]]
    for moment in asked(rules, table):
        shown = set(spots_in(picture(rules, moment.view)))
        for move in moment.moves:
            spots = spots_of(game(rules), move)
            assert spots or move["type"] in listed, (moment.decision["kind"], move)
            assert set(spots) <= shown, (moment.decision["kind"], move)


@AT_SOME_TABLES
def test_spots_have_proper_names_and_each_stands_once(rules: str, table: int) -> None:
    for moment in asked(rules, table):
        found = spots_in(picture(rules, moment.view))
        assert [name for name, times in Counter(found).items() if times > 1] == []
        assert [name for name in found if not NAME.fullmatch(name)] == []
        assert found == spots_in(picture(rules, moment.view, "de")), "the same in every language"


def words_of(root: ElementTree.Element) -> set[str]:
    """Return the labels and titles that have words in them."""
    said = (one.text or "" for one in root.iter() if one.tag in {f"{SVG}text", f"{SVG}title", f"{SVG}desc"})
    return {one for one in said if re.search("[a-z]{3}", one)}


@AT_SOME_TABLES
def test_nothing_english_is_left_in_a_german_picture(rules: str, table: int) -> None:
    for moment in asked(rules, table):
        english, german = (words_of(picture(rules, moment.view, language)) for language in ("en", "de"))
        own = {str(moment.view.get("title")).partition("/")[0], game(rules).rules.title}
        assert english & german <= ALIKE[rules.partition("@")[0]] | own


@pytest.mark.parametrize("rules", sorted({newest(rules) for rules in GAMES}))
def test_the_legend_explains_signs_in_both_languages(rules: str) -> None:
    english, german = (legend_of(game(rules), language) for language in ("en", "de"))
    assert len(english) >= 12 and [one.sign for one in english] == [one.sign for one in german]
    for one, other in zip(english, german, strict=True):
        root = ElementTree.fromstring(one.sign)
        assert root.get("viewBox") and len(list(root.iter())) > 1, one.words
        assert other.words and other.words != one.words


GROUND = re.compile(r'^<rect width="100" height="100"[^>]*/>|^<rect x="0" y="0" width="100" height="100"[^>]*/>')
"""What a light sign stands on in a legend, and elsewhere on the picture."""
ANYWHERE = {
    "anno-1701": {"stroke-dasharray": "what can be tapped, which clients mark", "#f3c9bd": "a red frame of any size"}
}
"""Entries of legends that no picture has as they stand, by what they have in them, and why."""


def drawn_in(sign: str, pictures: set[str]) -> bool:
    """Whether what a legend shows is in a picture: drawn at its place, or defined and used somewhere."""
    inside = GROUND.sub("", sign.partition(">")[2].rpartition("</svg>")[0])
    for one in pictures:
        before, found, _ = one.partition(inside)
        name = re.search(r'<g id="([^"]+)">$', before)
        if found and (name is None or f'href="#{name[1]}"' in one):
            return True
    return False


@pytest.mark.parametrize("rules", sorted({newest(rules) for rules in GAMES}))
def test_the_legend_explains_nothing_that_is_never_drawn(rules: str) -> None:
    name = rules.partition("@")[0]
    missing = [
        one for one in legend_of(game(rules), "en") if not any(mark in one.sign for mark in ANYWHERE.get(name, {}))
    ]
    for place in range(len(tables_of(game(rules)))):
        if missing:
            shown = {game(rules).picture(moment.view, "en") for moment in asked(rules, place)}
            missing = [one for one in missing if not drawn_in(one.sign, shown)]
    assert [one.words for one in missing] == []
