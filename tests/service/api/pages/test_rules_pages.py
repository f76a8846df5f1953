"""The pages that teach the games: whole in both languages, for every preset; pictures are there and links lead somewhere."""

import html
import re
from collections.abc import Mapping
from xml.etree import ElementTree

import pytest
from flask import Flask

from engine.contract import Game, Language
from engine.kit.drawing.svg import legend_of
from engine.kit.text.guide import Carded, examples_of, guide, presets_of
from engine.kit.text.phrases import ENGLISH, LANGUAGES, shipped
from engine.registry import GAMES, superseded_by
from service.api.pages.rules_pages import SEAT, play_example
from tests.service.api.players import Player

NEWEST = {one.rules.id.partition("@")[0]: one for one in GAMES.values() if superseded_by(one.rules.id) is None}
PAGES = [
    (name, language)
    for name, played in NEWEST.items()
    for language in LANGUAGES
    if language == ENGLISH or guide(played, language) != guide(played, ENGLISH)
]
"""The guides that are there, by game and language."""
TERMS = {
    "kontor": ["goods", "type"],
    "packet-row": ["board", "good", "destination"],
    "anno-1701": ["power", "side"],
    "seafarers": ["resource", "card"],
}
"""Tables of the phrases whose every word a reader meets at the table: the page has to use the same ones."""
NOT_A_WORD = {"any"}
HEADING = re.compile(r"<h([23]) id=\"([^\"]+)\"")


def page_of(visitor: Player, name: str, language: Language) -> str:
    answer = visitor.get(f"/rules/{name}?language={language}")
    assert answer.status_code == 200
    assert answer.mimetype == "text/html"
    return answer.get_data(as_text=True)


@pytest.mark.parametrize(("name", "language"), PAGES)
def test_a_page_teaches_a_game_with_every_preset_sign_and_card(visitor: Player, name: str, language: Language) -> None:
    game, text = NEWEST[name], page_of(visitor, name, language)
    assert f'<html lang="{language}">' in text
    assert presets_of(guide(game, language)) == list(game.rules.presets)
    for preset, titles in game.rules.preset_titles.items():
        assert f'id="preset-{preset}"' in text
        assert html.escape(titles[language], quote=False) in text
    assert "<pre" not in text, "a fence was not carried out"
    for sign in legend_of(game, language):
        assert f"<span>{html.escape(sign.words)}</span>" in text
    if isinstance(game, Carded):
        for cards in game.card_lists(language):
            assert cards.lines
            assert f"<h3>{html.escape(cards.title)}</h3>" in text


@pytest.mark.parametrize(("name", "language"), PAGES)
def test_a_page_uses_the_words_of_the_table(name: str, language: Language) -> None:
    package = "engine.games." + name.replace("-", "_")
    text, phrases = guide(NEWEST[name], language).lower(), shipped(package, language)
    words = {key: str(word) for table in TERMS[name] for key, word in _table(phrases, table).items()}
    assert {key for key, word in words.items() if word.lower() not in text} - NOT_A_WORD == set()


@pytest.mark.parametrize(("name", "language"), PAGES)
def test_every_link_and_picture_of_a_page_is_there(visitor: Player, name: str, language: Language) -> None:
    text = page_of(visitor, name, language)
    anchors = re.findall(r' id="([^"]+)"', text)
    assert len(anchors) == len(set(anchors))
    pictures = set(re.findall(r'<img src="([^"]+)"', text))
    # A page must not move under its reader when a picture comes.
    assert all(re.search(r' width="\d+" height="\d+" ', one) for one in re.findall("<img src=[^>]*>", text))
    assert len(pictures) == len(examples_of(guide(NEWEST[name], language)))
    for picture in pictures:
        answer = visitor.get(picture)
        assert answer.mimetype == "image/svg+xml"
        assert ElementTree.fromstring(answer.get_data(as_text=True)).tag.endswith("svg")
    for link in set(re.findall(r'href="([^"]+)"', text)) - pictures:
        if link.startswith("#"):
            assert link[1:] in anchors
        else:
            assert visitor.get(link).status_code == 200, link


@pytest.mark.parametrize("name", list(NEWEST))
def test_both_languages_have_the_same_parts(visitor: Player, name: str) -> None:
    english, german = (page_of(visitor, name, language) for language in ("en", "de"))
    assert [level for level, _ in HEADING.findall(english)] == [level for level, _ in HEADING.findall(german)]
    for tag in ("<table>", "<tr>", "<li>", "<p>", "<figure"):
        assert english.count(tag) == german.count(tag), tag
    ours, theirs = (examples_of(guide(NEWEST[name], language)) for language in ("en", "de"))
    assert list(ours) == list(theirs)
    for one, other in zip(ours.values(), theirs.values(), strict=True):
        assert (one.preset, one.seats, one.seed, one.before, one.decisions) == (
            *(other.preset, other.seats, other.seed, other.before),
            other.decisions,
        )
        assert one.shows != other.shows


@pytest.mark.parametrize("name", list(NEWEST))
def test_examples_are_the_same_each_time_and_give_nothing_away(name: str) -> None:
    game: Game = NEWEST[name]
    for text in examples_of(guide(game, "en")).values():
        options = game.rules.presets[text.preset]
        first, again = (
            play_example(game, options, text.seats, seed=text.seed, before=text.before, decisions=text.decisions)
            for _ in range(2)
        )
        assert first == again
        assert bool(first.events) == bool(text.decisions)
        assert all(SEAT in event.get("to", [SEAT]) for event in first.events)


def test_the_language_is_the_browsers_unless_the_address_names_one(visitor: Player) -> None:
    german = {"Accept-Language": "de-AT,de;q=0.9"}
    assert '<html lang="de">' in visitor.ask("GET", "/rules/kontor", **german).get_data(as_text=True)
    assert '<html lang="en">' in visitor.ask("GET", "/rules/kontor?language=en", **german).get_data(as_text=True)
    assert '<html lang="en">' in visitor.ask("GET", "/rules/kontor?language=it").get_data(as_text=True)


def test_a_rule_set_shows_the_page_of_its_game(visitor: Player) -> None:
    assert visitor.get("/rules/kontor@1").get_data() == visitor.get("/rules/kontor").get_data()


@pytest.mark.parametrize(
    "path",
    [
        "/rules/chess",
        "/rules/kontor/chess.en.svg",
        "/rules/kontor/round.it.svg",
        "/rules/..%2Fkontor",
        "/rules/kontor/round",
    ],
)
def test_what_is_not_there_is_not_found(visitor: Player, path: str) -> None:
    assert visitor.get(path).status_code == 404


def test_the_pages_run_no_scripts_and_load_nothing_from_elsewhere(visitor: Player) -> None:
    answer = visitor.get("/rules/kontor")
    assert "script" not in answer.headers["Content-Security-Policy"]
    assert "<script" not in answer.get_data(as_text=True)
    assert "style=" not in re.sub(r"<svg.*?</svg>", "", answer.get_data(as_text=True), flags=re.DOTALL)


def _table(phrases: Mapping[str, object], name: str) -> dict[str, object]:
    found = phrases[name]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("path", ["/rules", "/rules/kontor"])
def test_who_is_signed_in_finds_the_way_back_to_the_own_tables(visitor: Player, path: str) -> None:
    way = '<a href="/">Meine Tische</a>'
    before = visitor.get(f"{path}?language=de")
    assert way not in before.get_data(as_text=True)
    browser = visitor.app.test_client()
    browser.set_cookie("siegelpost", "sp_anything")
    signed_in = browser.get(f"{path}?language=de")
    assert way in signed_in.get_data(as_text=True)
    for menu in ('<a href="/lobby">Offene Tische</a>', '<a href="/rules?language=de"'):
        assert menu in before.get_data(as_text=True) and menu in signed_in.get_data(as_text=True)
    new = "/new?game=kontor" if path == "/rules/kontor" else "/new"  # the game that one reads about is chosen
    assert f'<a href="{new}">Neuer Tisch</a>' in signed_in.get_data(as_text=True)
    assert '<a href="/account">Mein Konto</a>' in signed_in.get_data(
        as_text=True
    )  # until the browser has asked for the name
    assert "script-src 'self'; connect-src 'self'" in signed_in.headers["Content-Security-Policy"]
    assert "script" not in before.headers["Content-Security-Policy"]
    assert "private" in signed_in.headers["Cache-Control"]
    assert all("Cookie" in one.headers["Vary"] for one in (before, signed_in))


@pytest.mark.parametrize("coding", ["gzip", "zstd"])
def test_the_first_who_asks_for_a_cover_may_take_it_compressed(app: Flask, coding: str) -> None:
    """The attack: a messenger's preview, which takes gzip, had every process answer 500."""
    app.extensions.pop("siegelpost-published", None)
    answer = app.test_client().get("/rules/kontor/cover.en.png", headers={"Accept-Encoding": coding})
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    answer = app.test_client().get("/rules/kontor/cover.en.png")
    assert answer.data.startswith(b"\x89PNG")
