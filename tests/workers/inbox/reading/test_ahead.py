"""Saying with a choice what may follow: "play 36, at (0, -1) else (1, 0)", by mail, in one visit."""

from __future__ import annotations

import email.policy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.protocol.acts import ORDERS
from service.matches import acts
from service.matches.errors import ActError
from service.matches.orders import NewOrders, set_orders
from service.matches.seating import creation
from service.notifications.channel import Temporary
from service.store.store import Store
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.commands.test_taking import Killed, dies_after
from tests.workers.inbox.corresponding import HOST, Correspondence, correspondence, reply_to
from tests.workers.inbox.visiting import listed_in
from tests.workers.mail.post_office import text_of
from workers.inbox.arrive import READ, key_at, take
from workers.inbox.text import read
from workers.mail.reply_address import read_address
from workers.resolve.drain import drain_once

PLAY = re.compile(r"^\[([0-9]+)\] play", re.MULTILINE)
PLACES = re.compile(
    r"AT – If it is laid, your card goes to ([^.]*)\.|AN – Wird deine Karte gelegt, kommt sie auf ([^.]*)\."
)


@pytest.fixture
def post(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Correspondence]:
    draw_nothing(monkeypatch)
    monkeypatch.setattr(creation, "new_seed", lambda: bytes(range(32)))
    with correspondence(redis_url, tmp_path) as opened:
        opened.begin("kontor", options={"round_limit": 3})
        yield opened


def places_in(letter: str) -> list[str]:
    """Return the fields that a letter prints as possible."""
    found = PLACES.search(" ".join(letter.split()))
    assert found, letter
    return re.findall(r"\(-?\d+, -?\d+\)", found[1] or found[2])


def orders_act(post: Correspondence, seat: int) -> Any:
    return post.record.acts.get((ORDERS, seat))


def test_a_card_and_where_it_goes_are_one_answer_and_the_round_asks_nothing_more(post: Correspondence) -> None:
    ann, ben = post.players
    for player in (ann, ben):
        letter = text_of(post.last_to(player))
        first, second = places_in(letter)[:2]
        column, row = first.strip("()").split(", ")
        named = first if player is ann else f"column {column}, row {row}"  # as the edge of the picture has them
        code, said = post.answer(player, f"1 AT {named} ELSE {second}")
        assert code == 250, said
        answer = " ".join(text_of(post.last_to(player)).split())
        assert "Sealed: play" in answer
        ahead = f"If it is laid, your card goes to {first}, else {second}. If that is not possible, you will be asked."
        laid = (
            f"Where your card goes: {first}, as you said.",
            f"Where your card goes: {second}, as you said; {first} was",
        )
        if player is ann:
            assert ahead in answer
        else:  # by his answer the turns begin: his card is laid at once, or waits until hers is
            assert sum(one in answer for one in (ahead, *laid)) == 1, answer
        enclosed = {part.get_filename(): part.get_content() for part in post.last_to(player).iter_attachments()}
        document = json.loads(enclosed["orders.jsonl"])
        assert [plan["round"] for plan in document["order"]["plans"]] == [1]
        assert len(enclosed["receipts.jsonl"].splitlines()) == 2
    post.go_on()
    asked = [one["id"] for one in post.record.table["standing"]]
    assert all(not one.startswith("r1.place") for one in asked), asked
    verdict = post.verdict()
    assert verdict.reason.startswith("the match is not closed; checked up to"), verdict


@pytest.mark.parametrize(
    "line",
    [
        "1 AT", "1 AT (99, 99)", "1 AT {place} ELSE", "1 AT {place} perhaps", "1 ELSE {place}", "{last} AT {place}",
        "1 AT {place} AT {place}",
    ],
)  # fmt: skip
def test_a_place_that_is_not_clear_seals_nothing_and_plans_nothing(post: Correspondence, line: str) -> None:
    ann = post.players[0]
    letter = text_of(post.last_to(ann))
    last = re.findall(r"^\[([0-9]+)\] pass", letter, re.MULTILINE)[-1]
    assert post.answer(ann, line.format(place=places_in(letter)[0], last=last))[0] == 250
    assert post.record.acts == {}
    answer = text_of(post.last_to(ann))
    assert "Nothing was changed" in answer
    assert "AT – If it is laid" in " ".join(answer.split())


def test_the_next_line_may_say_it_too_and_a_doubtful_one_undoes_all(post: Correspondence) -> None:
    ann, ben = post.players
    place = places_in(text_of(post.last_to(ann)))[0]
    post.answer(ann, f"1\nAT {place}")
    assert orders_act(post, 0).beside == "r1.choose"
    post.answer(ben, "1\nAT nowhere at all")
    assert "Nothing was changed" in text_of(post.last_to(ben))
    assert orders_act(post, 1) is None


def test_another_answer_without_it_and_taking_back_end_what_was_said(post: Correspondence) -> None:
    ann = post.players[0]
    place = places_in(text_of(post.last_to(ann)))[0]
    post.answer(ann, f"1 AT {place}")
    assert orders_act(post, 0).commitment is not None
    post.answer(ann, "2")
    assert orders_act(post, 0).commitment is None
    assert "no longer applies" in " ".join(text_of(post.last_to(ann)).split())
    post.answer(ann, f"2 AT {place}")
    assert orders_act(post, 0).commitment is not None
    post.answer(ann, "UNDO")
    assert orders_act(post, 0).commitment is None
    assert post.record.acts["r1.choose", 0].commitment is None


def test_orders_set_elsewhere_stay_when_nothing_is_said_and_are_replaced_with_a_word(post: Correspondence) -> None:
    ann = post.players[0]
    plan = {"plans": [{"place": [[0, 1]]}]}
    set_orders(post.context, post.record, 0, NewOrders(plan))
    place = places_in(text_of(post.last_to(ann)))[0]
    post.answer(ann, "1")
    assert orders_act(post, 0).seq == 1, "an answer that says nothing ahead leaves them alone"
    post.answer(ann, f"1 AT {place}")
    assert orders_act(post, 0).seq == 2
    said = " ".join(text_of(post.last_to(ann)).split())
    assert "replaces the standing orders you had set before" in said
    post.answer(ann, f"2 AT {place}")
    assert "had set before" not in " ".join(text_of(post.last_to(ann)).split()), "those were its own"


def test_the_same_mail_again_sets_nothing_again(post: Correspondence) -> None:
    ann = post.players[0]
    letter = post.last_to(ann)
    place = places_in(text_of(letter))[0]
    for _ in range(2):
        assert post.answer(ann, f"1 AT {place}", to=letter, Message_ID="<one@players.example>")[0] == 250
    assert orders_act(post, 0).seq == 1
    assert post.record.acts["r1.choose", 0].seq == 1


def test_a_mail_whose_answer_could_not_be_sent_does_not_take_the_place_of_newer_orders(
    post: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = post.players[0]
    letter = post.last_to(ann)
    place = places_in(text_of(letter))[0]
    send, post.desk.transport.send = post.desk.transport.send, _fails  # type: ignore[method-assign,assignment]
    assert post.answer(ann, f"1 AT {place}", to=letter, Message_ID="<two@players.example>")[0] == 451
    assert orders_act(post, 0).seq == 1
    post.desk.transport.send = send  # type: ignore[method-assign]
    set_orders(post.context, post.record, 0, NewOrders({"plans": [{"place": [[0, 1]]}]}, replaces=1))
    assert post.answer(ann, f"1 AT {place}", to=letter, Message_ID="<two@players.example>")[0] == 250
    assert orders_act(post, 0).seq == 2
    assert "Already done when this mail first arrived" in " ".join(text_of(post.last_to(ann)).split())


def test_who_said_something_ahead_reads_that_a_death_has_lost_it(
    post: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The choice counted, and the table went on by it before the mail came again: nobody is silent about the rest."""
    ann, ben = post.players
    letter = post.last_to(ann)
    address = read_address(str(letter["Reply-To"]), HOST)
    assert address is not None
    post.answer(ben, "1")
    place = places_in(text_of(letter))[0]
    raw = reply_to(letter, ann, f"1 AT {place}").as_bytes(policy=email.policy.SMTP)
    with monkeypatch.context() as patched:
        patched.setattr(Store, "act", dies_after(Store.act))
        with pytest.raises(Killed):
            take(post.desk, raw, ann.mail, address)
    drain_once(post.context)
    post.context.store.release_reply(ann.id, key_at(read(raw, ann.mail), address))
    assert take(post.desk, raw, ann.mail, address) == READ
    said = " ".join(text_of(post.last_to(ann)).split())
    assert "Already done when this mail first arrived" in said
    assert "What you said about what should happen next was not accepted. You will be asked as usual." in said
    assert (ORDERS, 0) not in post.record.acts


def _fails(*_: object) -> None:
    raise Temporary("451 later")


def test_german_letters_print_german_words_that_are_understood(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", language="de", options={"preset": "tilsit", "round_limit": 2})
        ann = post.players[0]
        letter = " ".join(text_of(post.last_to(ann)).split())
        assert "SCHIFF – Darfst du das Schiff bewegen: BLEIBT ·" in letter
        first, second = places_in(letter)[:2]
        post.answer(ann, f"1, AN {first} SONST {second} UND SCHIFF BLEIBT")
        said = " ".join(text_of(post.last_to(ann)).split())
        assert f"Wird deine Karte gelegt, kommt sie auf {first}, sonst {second}." in said
        assert "Darfst du das Schiff bewegen: es liegen lassen." in said
        drain_once(post.context)


def test_same_repeats_a_pass_and_nothing_that_would_mean_something_else(post: Correspondence) -> None:
    ann, ben = post.players
    post.answer(ann, "SAME")
    assert "Here it does not" in " ".join(text_of(post.last_to(ann)).split())
    assert post.record.acts == {}
    post.answer(ann, "PASS")
    post.answer(ben, "1")
    post.go_on()
    while post.record.table["standing"][0]["kind"] != "choose":
        (seat,) = post.record.table["standing"][0]["seats"]
        post.answer(post.players[seat], "1")
        post.go_on()
    assert "SAME repeats your last answer" in " ".join(text_of(post.last_to(ann)).split())
    post.answer(ann, "1\nsame")
    assert "contradict" in text_of(post.last_to(ann))
    post.answer(ann, "Same")
    assert "Sealed: pass and take a coin" in text_of(post.last_to(ann))
    post.answer(ben, "wie zuletzt")
    assert "Nothing was changed" in text_of(post.last_to(ben)), "the card of then is played"


def test_a_card_that_comes_too_late_plans_nothing(post: Correspondence, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = post.players[0]
    place = places_in(text_of(post.last_to(ann)))[0]

    def late(*_: object, **__: object) -> None:
        raise ActError("late", "the deadline has passed")

    monkeypatch.setattr(acts, "commit", late)
    post.answer(ann, f"1 AT {place}")
    assert post.record.acts == {}
    assert "The deadline has passed" in text_of(post.last_to(ann))


def test_where_the_store_takes_no_more_orders_the_card_counts_and_the_mail_says_so(
    post: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = post.players[0]
    place = places_in(text_of(post.last_to(ann)))[0]
    monkeypatch.setattr("service.store.matches.acts.MOST_ORDERS", 0)
    set_orders(post.context, post.record, 0, NewOrders({"plans": [{"place": [[0, 1]]}]}))
    post.answer(ann, f"1 AT {place}")
    said = " ".join(text_of(post.last_to(ann)).split())
    assert "Sealed: play" in said
    assert "What you said about what should happen next was not accepted: you have set" in said
    assert orders_act(post, 0).seq == 1


def answer_with(post: Correspondence, seat: int, kind: str, more: str = "") -> None:
    """Answer the letter of a seat with the move of a type that it lists."""
    (standing,) = [one for one in post.record.table["standing"] if seat in one["seats"] and not one["optional"]]
    listed = listed_in(post, post.players[seat], seat, standing)
    number = next(place for place, move in enumerate(listed.moves, start=listed.first) if move["type"] == kind)
    post.answer(post.players[seat], f"{number} {more}".strip())
    post.go_on()


def until_asked(post: Correspondence, seat: int, kind: str) -> None:
    """Answer everything else with the first choice, until a seat is asked such a thing."""
    for _ in range(60):
        due = [one for one in post.record.table["standing"] if not one["optional"]]
        if any(one["kind"] == kind and one["seats"] == [seat] for one in due):
            return
        asked = next(one for one in due[0]["seats"] if (due[0]["id"], one) not in post.record.acts)
        if due[0]["kind"] == "act":
            answer_with(post, asked, "finish")
        else:
            post.answer(post.players[asked], "1")
            post.go_on()
    raise AssertionError(f"{kind} is not asked: {text_of(post.last_to(post.players[asked]))}")


def test_what_lasts_goes_on_with_the_same_answer_and_ends_with_one_that_does_not_say_it(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        post.begin("anno-1701", options={"turn_limit": 12})
        until_asked(post, 0, "act")
        answer_with(post, 0, "finish", "OFFERS REJECT ELSE wood for gold")
        said = " ".join(text_of(post.letters_to(post.players[0])[-1]).split())
        assert orders_act(post, 0).beside is not None, said
        until_asked(post, 0, "act")
        post.answer(post.players[0], "SAME")
        assert orders_act(post, 0).seq == 1
        assert orders_act(post, 0).commitment is not None
        post.go_on()
        until_asked(post, 0, "act")
        answer_with(post, 0, "finish")
        assert orders_act(post, 0).commitment is None
