"""Every line that a letter prints as a choice, pasted back, means that choice: in all games, quoted, numbered, broken."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.contract import Language
from service.matches.numbering import asked_in
from service.store.records import Account
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import HOST, Correspondence, correspondence
from tests.workers.mail.post_office import text_of
from workers.inbox.commands import NotUnderstood, Picks
from workers.inbox.grammar import uncopied, without_steps
from workers.inbox.naming import LONGEST
from workers.inbox.offered import Offered
from workers.mail.reply_address import read_address

TABLES: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("kontor", 2, {"pass_mode": "declare"}),
    ("kontor", 2, {"preset": "tilsit"}),
    ("kontor", 4, {"preset": "goldsieber-teams"}),
    ("packet-row", 3, {}),
    ("anno-1701", 2, {}),
    ("seafarers", 5, {"preset": "fuenf-inseln-5"}),
)
PRINTED = re.compile(r"^\[([0-9]+)\] (.+(?:\n    .+)*)", re.MULTILINE)
"""A choice as letters print it, broken into lines where it is long; below it may stand what it costs."""


@pytest.fixture(autouse=True)
def _without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


def offered_to(post: Correspondence, player: Account) -> Offered:
    address = read_address(str(post.last_to(player)["Reply-To"]), HOST)
    assert address is not None
    asked = asked_in(post.record, address.seat, address.questions, whole=address.whole)
    assert asked is not None
    return Offered(post.record, address.seat, asked)


def lines_to_paste(number: str, printed: str) -> list[list[str]]:
    """Return the ways in which people paste a choice: as it is, with its line breaks, in quotes, as an item of a list."""
    broken = [line.strip() for line in printed.splitlines()]
    whole = " ".join(broken)
    return [
        [f"[{number}] {whole}"],
        [f"[{number}] {broken[0]}", *broken[1:]],
        [f"„[{number}] {whole}“"],
        [f'"[{number}] {whole}"', "Ann"],
        [f"{number}. {whole}"],
        [f"{number}) {whole}"],
        [f"({number}) {whole}"],
        [f"- [{number}] {whole}"],
        [f"1. [{number}] {whole}"],
        [f"[{number}] {whole}.", "Viele Grüße"],
        [f"* [{number}] {whole} [{int(number) + 2}]"],
    ]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_every_printed_choice_pasted_back_is_that_choice(
    game: str, seats: int, options: dict[str, str], language: Language, redis_url: str, tmp_path: Path
) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin(game, seats, language=language, options=options)
        player = next(one for one in post.players if post.is_asked(one))
        post.answer(player, "MEHR")
        offered, letter = offered_to(post, player), text_of(post.last_to(player))
        listed = offered.listed()
        found = PRINTED.findall(letter.partition("\n-- \n")[0])
        assert len(found) >= 3
        for number, printed in found[:8] + found[8:200:17]:
            words = without_price(printed, listed[int(number)])
            alone = " ".join(words.split())
            for lines in lines_to_paste(number, words):
                assert uncopied(without_steps(lines), listed)[0] == number, lines
            read = offered.understand([alone])
            assert not isinstance(read, NotUnderstood) or not listed[int(number)], alone
            if isinstance(read, Picks):
                meant = [move for _, move in offered.all_of(read.numbers)]
                assert meant == [move for _, move in offered.all_of([int(number)])] or is_alike(
                    offered, read, number
                ), alone


def without_price(printed: str, names: list[str]) -> str:
    """Return a choice without what stands below it, where that is none of its words."""
    lines = printed.splitlines()
    for count in range(len(lines), 0, -1):
        said = " ".join(" ".join(lines[:count]).replace("\u00a0", " ").split())
        if not names or said in names:
            return "\n".join(lines[:count])
    raise AssertionError(f"{printed!r} is not what {names} are called")


def is_alike(offered: Offered, read: Picks, number: str) -> bool:
    """Return whether what was read is called as the choice that was pasted: two cards of a kind."""
    return [offered.in_words(one) for one in read.numbers] == [offered.in_words(int(number))]


def test_a_copied_choice_is_sealed_and_so_is_one_in_quotes(post: Correspondence) -> None:
    player = post.players[0]
    number, words = PRINTED.findall(text_of(post.last_to(player)))[2]
    assert post.answer(player, f"[{number}] {words}")[0] == 250
    assert f"Versiegelt: {words}" in " ".join(text_of(post.last_to(player)).split())
    assert post.answer(player, f"[{number}] {words} AN (0, -3)")[0] == 250
    assert "kommt sie auf (0, -3)" in " ".join(text_of(post.last_to(player)).split())
    assert post.answer(player, f"„[2] {words}“")[0] == 250
    assert "Nichts wurde geändert" in " ".join(text_of(post.last_to(player)).split()), "another choice's number"


def test_lines_of_a_turn_may_be_numbered_and_numbers_of_choices_are_none(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("anno-1701", language="de")
        for player in post.players:
            post.answer(player, "1")
        post.go_on()
        player = next(one for one in post.players if post.is_asked(one))
        post.answer(player, "1. Schiff verbessern\n2. Zug beenden, ohne Handelsfahrt und ohne Karten")
        answer = " ".join(text_of(post.last_to(player)).split())
        assert "Zeile 1 („Schiff verbessern“): Beantwortet: Schiff verbessern." in answer
        assert not post.is_asked(player)


def test_a_line_that_is_long_takes_no_time() -> None:
    names = {number: [f"eine Siedlung auf Bauplatz {number} gründen"] for number in range(1, 600)}
    lines = [f"[7] eine Siedlung {'x ' * 250}"] * 200
    assert uncopied(lines, names) == lines
    assert max(map(len, lines)) > LONGEST
