"""A letter says first what became of what was said ahead: followed, which of several, not possible, or never asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.contract import Language
from service.api.matches.representations import view
from service.api.matches.words import in_words
from service.matches.orders import NewOrders, set_orders
from service.matches.seating import creation
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import Correspondence, correspondence
from tests.workers.inbox.reading.test_ahead import answer_with, places_in, until_asked
from tests.workers.mail.post_office import html_of, text_of


@pytest.fixture
def post(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Correspondence]:
    draw_nothing(monkeypatch)
    monkeypatch.setattr(creation, "new_seed", lambda: bytes(range(32)))
    with correspondence(redis_url, tmp_path) as opened:
        yield opened


def head_of(post: Correspondence, seat: int) -> str:
    """Return what the last letter to a seat says above its choices and the table."""
    text = text_of(post.last_to(post.players[seat]))
    return " ".join(re.split(r"You can choose|Du kannst wählen|The table as|Der Tisch", text)[0].split())


def shown_to(post: Correspondence, seat: int | None, language: Language = "en") -> list[str]:
    """Return what the table says to a seat of what it had said ahead."""
    return [one["words"] for one in in_words(post.record, seat, view(post.record, seat), language)["said_ahead"]]


def test_the_wish_that_was_followed_is_told_with_those_that_were_not_possible(post: Correspondence) -> None:
    post.begin("kontor", options={"preset": "goldsieber-basic", "round_limit": 3})
    first, second = places_in(text_of(post.last_to(post.players[0])))[:2]
    post.answer(post.players[0], f"1 AT {first} ELSE {second}")
    post.answer(post.players[1], f"1 AT {first} ELSE {second}")
    post.go_on()
    heads = [head_of(post, 0), head_of(post, 1)]
    assert sum(f"Where your card goes: {first}, as you said." in one for one in heads) == 1, heads
    late = f"Where your card goes: {second}, as you said; {first} was not possible any more."
    assert sum(late in one for one in heads) == 1, heads
    assert all("If it is laid" not in one for one in heads), "nothing that is over is told as if it were to come"
    places = [shown_to(post, 0), shown_to(post, 1)]
    assert all(len(one) == 1 and one[0] in head for one, head in zip(places, heads, strict=True)), (
        "the table says the same"
    )
    assert shown_to(post, None) == [], "nobody else learns of it"
    assert all("as you said" in html_of(post.last_to(one)) for one in post.players)
    assert post.verdict().reason.startswith("the match is not closed"), post.verdict()


def test_what_nobody_asked_is_told_to_have_lapsed(post: Correspondence) -> None:
    post.begin("kontor", language="de", options={"preset": "tilsit", "round_limit": 3})
    first, second = places_in(text_of(post.last_to(post.players[0])))[:2]
    set_orders(
        post.context,
        post.record,
        0,
        NewOrders(
            {
                "plans": [
                    {"round": 1, "place": [[int(n) for n in one.strip("()").split(", ")] for one in (first, second)]}
                ]
            }
        ),
    )
    post.answer(post.players[0], "passe")
    post.answer(post.players[1], f"1 AN {first}")
    post.go_on()
    assert f"Das Feld deiner Karte: {first}, sonst {second}. Dazu kam es nicht." in head_of(post, 0)
    told = len(re.findall("Dazu kam es nicht", " ".join(text_of(one) for one in post.letters_to(post.players[0]))))
    post.answer(post.players[0], "passe")
    post.answer(post.players[1], "passe")
    post.go_on()
    assert shown_to(post, 0, "de") == [f"Das Feld deiner Karte: {first}, sonst {second}. Dazu kam es nicht."]
    again = " ".join(text_of(one) for one in post.letters_to(post.players[0]))
    assert len(re.findall("Dazu kam es nicht", again)) == told, "it is told once"


def test_who_is_asked_because_nothing_wished_is_possible_reads_so(post: Correspondence) -> None:
    post.begin("kontor", options={"preset": "goldsieber-basic", "round_limit": 3})
    first = places_in(text_of(post.last_to(post.players[0])))[0]
    for player in post.players:
        post.answer(player, f"1 AT {first}")
    post.go_on()
    heads = [head_of(post, 0), head_of(post, 1)]
    blocked = f"Where your card goes: {first}. That is not possible any more, so you are asked."
    assert sum(blocked in one and "Lay your card" in one for one in heads) == 1, heads
    assert blocked in shown_to(post, 0) + shown_to(post, 1)


def test_a_card_that_was_to_be_taken_and_is_gone_is_told_when_the_round_is_over(post: Correspondence) -> None:
    post.begin("packet-row", seats=3, language="de", hold=0)
    master = next(one for one in range(3) if post.is_asked(post.players[one]))
    post.answer(post.players[master], "1")
    post.go_on()
    seat = next(one for one in range(3) if one != master and post.is_asked(post.players[one]))
    letter = " ".join(text_of(post.last_to(post.players[seat])).split())
    decline = re.search(r"\[(\d+)\] hier nichts nehmen", letter)
    assert decline, letter
    found = re.search(r"nimmst du \(1\) NICHTS · \(2\)\s(.*?) · \(3\)", letter)
    assert found, letter[-3000:]
    post.answer(post.players[seat], f"{decline[1]} NIMM 2")
    for _ in range(30):
        if any(one["id"].startswith("r2.") for one in post.record.table["standing"]):
            break
        asked = next(one for one in range(3) if post.is_asked(post.players[one]))
        post.answer(post.players[asked], "1")
        post.go_on()
    letters = " ".join(" ".join(text_of(one).split()) for one in post.letters_to(post.players[seat]))
    told = re.findall(rf"Deine Karte der Runde: {re.escape(found[1].strip())}", letters)
    assert len(told) == 1, letters[-6000:]


def test_long_wishes_may_be_named_by_their_places_in_the_list(post: Correspondence) -> None:
    post.begin("anno-1701", language="de", options={"turn_limit": 12})
    until_asked(post, 0, "act")
    answer_with(post, 0, "finish", "ANGEBOTE 1 SONST 2")
    said = " ".join(text_of(post.letters_to(post.players[0])[-1]).split())
    assert "jedes ablehnen, sonst " in said, said
    until_asked(post, 0, "act")
    answer_with(post, 0, "finish", "ANGEBOTE 999")
    assert "Nichts wurde geändert" in " ".join(text_of(post.last_to(post.players[0])).split())


def test_short_wishes_have_no_numbers(post: Correspondence) -> None:
    post.begin("kontor", options={"preset": "goldsieber-basic", "round_limit": 3})
    post.answer(post.players[0], "1 AT 2")
    assert "Nothing was changed" in text_of(post.last_to(post.players[0]))


def test_same_is_offered_where_the_last_answer_can_be_given_again_and_after_the_end_a_rematch(
    post: Correspondence,
) -> None:
    post.begin("kontor", options={"preset": "goldsieber-basic", "round_limit": 2})
    ann, ben = post.players
    assert "SAME" not in text_of(post.last_to(ann))
    for player in (ann, ben):
        post.answer(player, "pass")
    post.go_on()
    assert "SAME repeats your last answer" in " ".join(text_of(post.last_to(ann)).split())
    post.answer(ann, "HELP")
    told = " ".join(text_of(post.last_to(ann)).split())
    assert "for example: pass" in told
    assert "AT (" in told
    for player in (ann, ben):
        post.answer(player, "pass")
    post.go_on()
    over = post.last_to(ann)
    assert post.record.table["status"] == "closed"
    assert "Rematch at the table: " in text_of(over)
    post.answer(ann, "1", to=next(one for one in reversed(post.letters_to(ann)) if one["Reply-To"]))
    told = " ".join(text_of(post.last_to(ann)).split())
    assert "This match is over." in told
    assert "Reply REMATCH to play again with the same people" in told
    assert "As soon as" not in told


def test_help_names_nothing_of_another_game(post: Correspondence) -> None:
    post.begin("packet-row", seats=2, language="de", hold=0)
    asked = next(one for one in post.players if post.is_asked(one))
    post.answer(asked, "HILFE")
    told = " ".join(text_of(post.last_to(asked)).split())
    assert "NIMM" in told
    assert "AN (" not in told
    assert "WARTEN hinter" not in told
