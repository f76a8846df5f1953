"""How long turn letters are, in every game: what fits the eye, and yet enough to choose by."""

import random
import statistics
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from typing import Any

import pytest

from engine.contract import Decision, Language
from engine.kit.text.phrases import glance_at
from engine.match.asking import decision_of
from tests.workers.mail.letters import PNG, REPLYING
from tests.workers.mail.match import ADA, HOUR, Match
from tests.workers.mail.post_office import text_of
from tests.workers.mail.test_golden import FOLDER
from workers.mail.compose import compose
from workers.mail.letter import AnswerLetter, Choice, Question
from workers.mail.reader import Reader
from workers.mail.sender import LARGEST_HTML, html_part

TABLES = [
    ("kontor", "tilsit", (), 105, 125),
    ("kontor", "goldsieber-teams", ("Cleo", "Dora"), 120, 140),
    ("packet-row", "", (), 105, 120),
    ("packet-row", "", ("Cleo", "Dora", "Emil"), 120, 130),
    ("anno-1701", "", (), 105, 150),
    ("seafarers", "", ("Cleo", "Dora", "Emil"), 140, 170),
]
"""Game, preset (empty: the usual one), who plays besides Ada and Bert; lines that half of the letters, and all of them, may have.

With the whole table half had 126 to 185, and the longest 230. What is left of a map is there only where a place on it is chosen.
"""
URL = "https://post.example.org/choose"
SHORTER = 0.7
"""So much of the lines of the whole table the short one has at most, on average of a match."""


class Dice:
    """Draws for bots."""

    def __init__(self, seed: str) -> None:
        self._draws = random.Random(seed)

    def below(self, label: str, n: int, count: int = 1, *, hidden: bool = False) -> list[int]:
        return [self._draws.randrange(n) for _ in range(count)]

    def shuffle(self, label: str, items: Sequence[Any], *, hidden: bool = False) -> list[Any]:
        return self._draws.sample(list(items), len(items))


def played(rules: str, preset: str, others: Sequence[str]) -> Iterator[tuple[Match, Decision]]:
    """Let bots play, and yield the match with the decision that each of Ada's letters asks."""
    options: dict[str, Any] = {"preset": preset} if preset else {}
    match = Match(rules=rules, others=others, **options).start()
    for _ in range(60):
        standing = next((one for one in match.record.table["standing"] if not one["optional"]), None)
        if standing is None:
            return
        if 0 in standing["seats"]:
            yield match, decision_of(standing)
            match.forget()
        state = match.record.state
        assert state is not None
        moves = {
            seat: match.game.bot(
                match.game.view(state, seat),
                decision_of(standing),
                match.game.moves(state, seat, standing["id"]),
                Dice(f"{standing['id']} {seat}"),
            )
            for seat in standing["seats"]
        }
        match.later(HOUR).play(moves)


def turn_letter(match: Match) -> EmailMessage:
    return compose(match.news_for(ADA), ADA, match.record, REPLYING, picture=lambda: PNG)


@pytest.mark.parametrize(("rules", "preset", "others", "usual", "longest"), TABLES)
def test_a_turn_letter_has_the_table_in_few_lines(
    rules: str, preset: str, others: Sequence[str], usual: int, longest: int
) -> None:
    lines, short = [], []
    for match, decision in played(rules, preset, others):
        lines.append(text_of(turn_letter(match)).count("\n"))
        assert match.record.state is not None
        view, names = match.game.view(match.record.state, 0), ["Ada", "Bert", *others]
        whole = match.game.words.table(view, names, "en").count("\n")
        shown = glance_at(match.game.words, view, names, "en", kinds=[decision["kind"]])
        assert max(map(len, shown.splitlines())) <= 72
        short.append(shown.count("\n") / whole)
    assert len(lines) > 5
    assert statistics.median(lines) <= usual and max(lines) <= longest
    assert statistics.mean(short) <= SHORTER


def test_who_wants_no_pictures_gets_the_whole_table_in_words() -> None:
    match, _ = next(played("kontor", "tilsit", ()))
    assert match.record.state is not None
    whole = match.game.words.table(match.game.view(match.record.state, 0), ["Ada", "Bert"], "en").strip("\n")
    assert whole not in text_of(turn_letter(match))
    assert whole in text_of(compose(match.news_for(ADA), ADA, match.record, REPLYING))


def test_the_whole_table_is_told_only_where_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = next(played("kontor", "tilsit", ()))
    asked: list[str] = []
    tell = type(match.game.words).table

    def table(words: Any, view: Any, names: Sequence[str], language: Language) -> str:
        asked.append(language)
        told: str = tell(words, view, names, language)
        return told

    monkeypatch.setattr(type(match.game.words), "table", table)
    turn_letter(match)
    assert asked == []
    compose(match.news_for(ADA), ADA, match.record, REPLYING)
    assert asked == ["en"]


def test_no_golden_letter_is_cut_by_gmail() -> None:
    sizes = {file.name: file.stat().st_size for file in FOLDER.glob("*.html")}
    assert sizes and max(sizes.values()) <= LARGEST_HTML


@pytest.mark.parametrize("dollars", [0, 60])
@pytest.mark.parametrize("words", [20, 120, 600])
@pytest.mark.parametrize("count", [5, 80, 600])
def test_no_list_makes_the_html_part_too_large(count: int, words: int, dollars: int) -> None:
    """Gmail hides what is behind 102 kB: of the 151 kB of a letter with all choices it hid two thirds."""
    choices = [
        Choice("w" * words, "{" + "j" * dollars + "}", one + 1, f"{URL}/{'x' * 120}/{one}", price="p" * dollars)
        for one in range(count)
    ]  # fmt: skip
    question = Question("Choose", [], choices, "", "", "", [], url=f"{URL}/all")
    letter = AnswerLetter(
        subject="", name="Ada", lines=[], proofs=[], lead="", questions=[question], raised=[], reply="", help=[], table="",
        n=1, head="", key="", evidence=[], links=[], why="",
    )  # fmt: skip

    page = html_part(Reader.of(ADA, 0), letter)

    assert len(page.encode()) <= LARGEST_HTML
    shown = page.count("w" * words)
    assert shown == count or f"{count - shown} more choices" in page
    assert shown == count or 2 * shown * (words + 60) > LARGEST_HTML // 2, "no shorter than need be"
    assert ("/choose/all" in page) == (f"/choose/{'x' * 120}/0" not in page), (
        "where choices have no links, the question has one"
    )
