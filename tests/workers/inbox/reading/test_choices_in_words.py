"""What a choice is called in an answer: as the letter lists it, or as the log tells it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.contract import Move
from engine.kit.text.particulars import Seen, choice_in_words
from engine.match.asking import decision_of
from engine.registry import game_of
from service.matches.numbering import Numbered
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import correspondence
from workers.inbox.commands import Done, NotUnderstood, Picks
from workers.inbox.grammar import understand
from workers.inbox.offered import Offered


def test_a_choice_may_be_called_as_the_letter_lists_it_and_as_the_log_tells_it(redis_url: str, tmp_path: Path) -> None:
    """Letters say with the table what a choice is ("offer 1 brick for 1 cloth"), the log without it ("offer brick for cloth")."""
    with correspondence(redis_url, tmp_path) as post:
        post.begin("anno-1701", hold=0)
        for player in post.players:
            post.answer(player, "1")
        post.go_on()
        record = post.record
        [standing] = [one for one in record.table["standing"] if not one["optional"]]
        [seat] = standing["seats"]
        rules, state = game_of(record.table), record.state
        assert state is not None and standing["kind"] == "act"
        moves = rules.moves(state, seat, standing["id"])
        found = Offered(record, seat, [Numbered(standing, tuple(moves), 1)]).listed()
        players = [one["name"] for one in record.table["seats"]]
        seen = Seen(decision_of(standing), rules.view(state, seat), "de", players)
        listed = [choice_in_words(rules, move, seen) for move in moves]
        told = [rules.words.move(move, "de") for move in moves]
        assert listed != told
        for place, (one, other) in enumerate(zip(listed, told, strict=True), 1):
            double = not found[place] and one in listed[: place - 1]  # of two cards alike the words mean the first
            assert double or {one, other} <= set(found[place])


def test_two_cards_alike_are_one_choice_that_is_named_by_its_words(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        post.begin("anno-1701", language="de")
        for player in post.players:
            post.answer(player, "1")
        post.go_on()
        record = post.record
        assert record.state is not None
        [standing] = [one for one in record.table["standing"] if not one["optional"]]
        moves: list[Move] = [{"type": "build", "card": f"weberei-1-{copy}"} for copy in (1, 2)]
        moves += [{"type": "build", "card": f"holzfaeller-1-{copy}"} for copy in (1, 2)]
        offered = Offered(record, standing["seats"][0], [Numbered(standing, (*moves, {"type": "repair"}), 1)])
        listed = offered.listed()

        assert understand(["Weberei bauen"], listed) == Picks((1,))
        assert understand(["2"], listed) == Picks((2,))
        choices = [offered.find(number) for number in range(1, 6)]
        done = [offered.told(Done(standing, one[1], "answered")) for one in choices if one]
        assert [one.one_of_several for one in done] == [True, True, False, False, False]
        # Two woodcutters who work by different dice are not the same.
        assert understand(["Holzfällerhütte bauen"], listed) == NotUnderstood("Holzfällerhütte bauen", (3, 4))
