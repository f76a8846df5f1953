"""Optional decisions: a letter that asks something lists beside it what its reader may answer if they like."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.match.table import Standing
from engine.registry import game_of
from service.matches import acts
from service.matches.seating import creation
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import Correspondence, correspondence
from tests.workers.mail.post_office import text_of
from workers.resolve.drain import drain_once

FULFIL = re.compile(r"^\[([0-9]+)\] fulfil", re.MULTILINE)
MOST = 200


@pytest.fixture
def post(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Correspondence]:
    draw_nothing(monkeypatch)
    monkeypatch.setattr(creation, "new_seed", lambda: bytes(range(32)))
    with correspondence(redis_url, tmp_path) as opened:
        opened.begin("packet-row", 2, hold=0)
        yield opened


def due(post: Correspondence) -> Standing:
    return next(one for one in post.record.table["standing"] if not one["optional"])


def free(post: Correspondence, seat: int) -> Standing:
    return next(one for one in post.record.table["standing"] if one["optional"] and one["seats"] == [seat])


def until_a_contract_can_be_fulfilled(post: Correspondence) -> int:
    """Play on until the seat that is asked could also fulfil a contract; return the seat."""
    for number in range(MOST):
        record, (seat,) = post.record, due(post)["seats"]
        assert record.state is not None
        if game_of(record.table).moves(record.state, seat, free(post, seat)["id"]):
            return seat
        act_at_the_table(post, number)
    raise AssertionError("no contract could be fulfilled")


def act_at_the_table(post: Correspondence, number: int = 0) -> None:
    """Answer what is asked at the table, with any choice that fulfils nothing."""
    record, standing = post.record, due(post)
    (seat,) = standing["seats"]
    assert record.state is not None
    moves = [one for one in game_of(record.table).moves(record.state, seat, standing["id"]) if "fulfil" not in one]
    move = moves[number * 11 % len(moves)]  # all kinds of choices
    act = record.acts.get((standing["id"], seat))
    acts.answer(
        post.context, record, seat, acts.SeatAct(standing["id"], move=move, replaces=0 if act is None else act.seq)
    )
    drain_once(post.context)


def test_a_letter_lists_what_may_be_answered_besides_and_both_go_in_one_mail(post: Correspondence) -> None:
    seat = until_a_contract_can_be_fulfilled(post)
    post.go_on()
    letter = text_of(post.last_to(post.players[seat]))

    assert "You may also answer: Fulfil contracts if you like" in letter
    assert "nobody is waiting for it" in letter
    fulfils, first = FULFIL.findall(letter), re.findall(r"^\[([0-9]+)\] ", letter, re.MULTILINE)
    assert fulfils
    assert int(fulfils[0]) > int(first[0])  # what is asked has the first numbers
    advised = re.findall("(?:are|You are) asked at the", letter)
    assert len(advised) <= 1

    before = len(post.letters_to(post.players[seat]))
    code, said = post.answer(post.players[seat], f"{fulfils[0]}\n{first[0]}")
    assert code == 250, said
    answer = " ".join(text_of(post.last_to(post.players[seat])).split())
    assert "Answered: fulfil" in answer
    for _ in range(
        MOST
    ):  # until the next letter that asks him, or tells of the end: in some deals the last round has come
        post.go_on()
        if not post.record.table["standing"] or due(post)["seats"] == [seat]:
            break
        act_at_the_table(post)
    told = "\n".join(map(text_of, post.letters_to(post.players[seat])[before:]))
    assert re.search(r"You\s+fulfil\s+the", told), told


def test_a_question_with_nothing_to_choose_is_not_printed(post: Correspondence) -> None:
    player = post.players[due(post)["seats"][0]]
    post.answer(player, "HELP")
    answer = text_of(post.last_to(player))
    assert "It is your turn" in answer
    assert "Fulfil contracts" not in answer
