"""The picture of a letter: small enough for mail, and drawn once for a view."""

import threading
from io import BytesIO

import pytest
from PIL import Image

from engine.contract import Game
from engine.kit.drawing.svg import signs_of
from engine.protocol.chance import Draws
from engine.registry import game, newest
from service.pictures.drawing import small_png
from service.pictures.painter import steps_for
from tests.workers.mail.letters import first_card_laid
from tests.workers.mail.match import ADA, SENDER
from workers.mail.compose import compose
from workers.mail.parts import picture

GAMES = ["kontor", "packet-row", "anno-1701", "seafarers"]
MOST = 100_000
"""Bytes of a letter with its picture."""
WORDS = 25_000
"""Bytes that both text parts of a letter may have at most, so that the picture has the rest."""


def table(name: str) -> str:
    """Return the first and fullest table of a game as its first seat sees it."""
    played: Game = game(newest(name))
    seats = min(played.rules.seats) if name == "kontor" else max(played.rules.seats)
    state = played.setup(played.options({}, seats), seats, Draws(bytes(32)))
    return played.picture(played.view(state, 0), "de")


@pytest.mark.parametrize("name", GAMES)
def test_the_picture_of_every_game_leaves_room_for_words(name: str) -> None:
    small = picture.drawn(table(name))
    with Image.open(BytesIO(small)) as image:
        assert image.mode == "P"
        assert image.width >= 400, "what is drawn can still be read"
    assert len(small) * 78 // 57 + WORDS < MOST, "in base64, 76 letters a line"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_drawn_first_fits_so_that_nothing_is_drawn_in_vain(name: str) -> None:
    drawing = table(name)
    with Image.open(BytesIO(picture.drawn(drawing))) as image:
        tried = [step.width for step in steps_for(len(drawing), picture.BUDGET)]
        assert tried.index(image.width) <= 1, "founding in Seafarers, with its second map, may need a second try"


@pytest.mark.parametrize("name", GAMES)
def test_everybody_keeps_a_colour_however_few_there_are(name: str) -> None:
    played: Game = game(newest(name))
    seats = min(played.rules.seats) if name == "kontor" else max(played.rules.seats)
    view = played.view(played.setup(played.options({}, seats), seats, Draws(bytes(32))), 0)
    wanted = [sign.colour for sign in signs_of(played, view, seats, "de") if sign is not None]
    with Image.open(BytesIO(picture.drawn(played.picture(view, "de")))) as image:
        shown = image.convert("RGB").getcolors() or []
        colours = [rgb for count, rgb in shown if count > 20 and isinstance(rgb, tuple)]
    for colour in wanted:
        red, green, blue = bytes.fromhex(colour.removeprefix("#"))
        nearest = min(abs(r - red) + abs(g - green) + abs(b - blue) for r, g, b in colours)
        assert nearest < 60, colour


def test_a_turn_letter_with_its_picture_is_below_a_hundred_kilobytes() -> None:
    match = first_card_laid()
    assert match.record.state is not None
    small = picture.drawn(match.game.picture(match.game.view(match.record.state, 0), "en"))
    letter = compose(match.news_for(ADA), ADA, match.record, SENDER, picture=lambda: small).as_bytes()
    assert len(letter) < MOST
    assert len(letter) - len(small) * 4 // 3 < WORDS


def test_a_view_is_drawn_once_and_another_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(svg: str, budget: int) -> bytes:
        asked.append(svg)
        return small_png(svg, budget)

    monkeypatch.setattr(picture, "small_png", counted)
    picture.drawn.cache_clear()
    one, two = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n} 9"/>' for n in (9, 18))
    assert picture.drawn(one) == picture.drawn(one) != picture.drawn(two)
    assert asked == [one, two]


def test_a_picture_is_drawn_while_the_words_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(_svg: str, _budget: int) -> bytes:
        begun.set()
        assert go_on.wait(60)
        return b"drawn"

    monkeypatch.setattr(picture, "small_png", slow)
    picture.drawn.cache_clear()
    wait_for_it = picture.begin("<svg/>")
    assert begun.wait(60)  # this thread goes on meanwhile
    go_on.set()
    assert wait_for_it() == b"drawn"
    picture.drawn.cache_clear()


def test_what_cannot_be_drawn_is_said_when_the_picture_is_wanted() -> None:
    wait_for_it = picture.begin("nonsense")
    with pytest.raises(picture.NoPicture):
        wait_for_it()
