"""Long lists of choices in letters are divided as the table divides them, and what is not listed is told by kind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.contract import Language
from engine.kit.text.particulars import Seen, particulars_of
from engine.match.asking import decision_of
from engine.registry import game_of
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import correspondence
from tests.workers.mail.post_office import html_of, text_of
from workers.mail.sender import LARGEST_HTML


@pytest.mark.parametrize(
    ("language", "more", "kinds"),
    [
        ("de", "MEHR", r"([0-9]+) weitere Möglichkeiten(?: – ([^:]*))?:"),
        ("en", "MORE", r"([0-9]+) more choices(?: – ([^:]*))?:"),
    ],
)
def test_a_list_of_all_choices_has_a_title_over_each_group_and_every_number_once(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language, more: str, kinds: str
) -> None:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        post.begin("anno-1701", language=language)
        for player in post.players:
            post.answer(player, "1")
        post.go_on()
        player = next(one for one in post.players if post.is_asked(one))
        short = " ".join(text_of(post.last_to(player)).split())
        record = post.record
        [standing] = [one for one in record.table["standing"] if not one["optional"]]
        game, seat = game_of(record.table), standing["seats"][0]
        assert record.state is not None
        names = [one["name"] for one in record.table["seats"]]
        seen = Seen(decision_of(standing), game.view(record.state, seat), language, names)
        moves = game.moves(record.state, seat, standing["id"])
        groups = [group for move in moves if (group := particulars_of(game).group(move, seen)) is not None]
        titles = [title for _, title in sorted({(one.place, one.title) for one in groups})]

        assert post.answer(player, more)[0] == 250

        letter = post.last_to(player)
        lines = text_of(letter).splitlines()
        assert [line[:-1] for line in lines if line.endswith(":") and line[:-1] in titles] == titles
        numbers = [int(one) for line in lines for one in re.findall(r"^\[([0-9]+)\] ", line)]
        assert sorted(numbers) == list(range(1, len(moves) + 1))
        assert numbers[-1] != len(moves), "what ends the turn comes last, whatever its number"
        assert all(f">{title}:</li>" in html_of(letter) for title in titles)
        told = re.search(kinds, short)
        assert told is not None and int(told[1]) + len(re.findall(r" \[[0-9]+\] ", short)) == len(moves)
        counts = re.findall(r"([0-9]+) ×", told[2] or "")
        assert sum(map(int, counts)) in (0, int(told[1]))


@pytest.mark.parametrize(("language", "more", "site"), [("de", "MEHR", "Bauplatz"), ("en", "MORE", "Site")])
def test_all_choices_of_a_large_board_are_shown_by_every_mail_program_under_their_places(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language, more: str, site: str
) -> None:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        post.begin("seafarers", seats=5, language=language)
        player = next(one for one in post.players if post.is_asked(one))

        assert post.answer(player, more)[0] == 250

        letter = post.last_to(player)
        page = html_of(letter)
        assert len(page.encode()) <= LARGEST_HTML
        numbers = [int(one) for one in re.findall(r"<b>\[([0-9]+)\]</b>", page)]
        assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) > 400
        words = " ".join(text_of(letter).split())
        for part, heading in ((page, rf">{site} ([0-9]+):</li>"), (words, rf" {site} ([0-9]+): ")):
            _, *found = re.split(heading, part)
            places, below = found[::2], found[1::2]
            assert len(places) > 40 and places == sorted(places, key=int)
            for place, choices in zip(places[:-1], below, strict=False):
                named = re.findall(rf"(?i:{site}) ([0-9]+)", choices)
                assert named and {*named} == {place}
        assert re.search(rf"\[1\] [^\[]*{site}", words, re.IGNORECASE), "the best ones come first, each with its place"
        assert re.search(r'<a href="[^"]+/choose/[^"/]+"', page), "the page on which one can be tapped"
