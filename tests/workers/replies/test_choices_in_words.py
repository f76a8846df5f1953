"""What a choice is called in an answer: as the letter lists it, or as the log tells it."""

from __future__ import annotations

from pathlib import Path

from engine.kit.particulars import Seen, choice_in_words
from engine.match.standing import decision_of
from engine.registry import game_of
from service.matches.numbering import Numbered
from tests.workers.replies.corresponding import correspondence
from workers.replies.offered import Offered


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
        assert all(
            {one, other} <= set(found[place]) for place, (one, other) in enumerate(zip(listed, told, strict=True), 1)
        )
