"""Standing orders written by mail are set once and lose nothing: races, copies, deaths, what was set elsewhere, who may read."""

from __future__ import annotations

import email.policy
import json
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
import redis

from engine.contract import Orders
from engine.protocol.acts import ORDERS
from service.matches.orders import HOST as OF_REQUESTS
from service.matches.orders import NewOrders, Request, set_orders, unlocked
from service.matches.seating import creation
from service.matches.seating.lobby import resign
from service.notifications.channel import Temporary
from service.store import keys
from service.store.records import Act, Record
from service.store.replies import ReplyNote
from service.store.store import Store
from tests.given.undrawn import draw_nothing
from tests.service.api.matches.test_escrow_secrecy import in_redis
from tests.workers.inbox.commands.test_taking import Killed, dies_after, dies_before
from tests.workers.inbox.corresponding import HOST, Correspondence, correspondence, reply_to
from tests.workers.inbox.reading.test_ahead import places_in
from tests.workers.mail.post_office import text_of
from workers.inbox import desk
from workers.inbox.arrive import AGAIN, READ, key_at, take
from workers.inbox.commands import Note, Reply, plan
from workers.inbox.desk import NotReadNow, RecalledOrders
from workers.inbox.offered import Text
from workers.inbox.text import Incoming, read
from workers.jobs.recall import read_orders_once
from workers.mail.reply_address import ReplyAddress, is_in_time, read_address, written
from workers.resolve.drain import drain_once

ELSEWHERE: Orders = {"plans": [{"place": [[0, 1]]}]}


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)
    monkeypatch.setattr(creation, "new_seed", lambda: bytes(range(32)))


@pytest.fixture
def post(redis_url: str, tmp_path: Path) -> Iterator[Correspondence]:
    with correspondence(redis_url, tmp_path) as opened:
        opened.begin("kontor", options={"round_limit": 3})
        yield opened


def write(post: Correspondence, text: str, *, to: EmailMessage | None = None, seat: int = 0, **headers: str) -> str:
    """Send a mail, which is taken; return what the answer says."""
    assert post.answer(post.players[seat], text, to=to, **headers)[0] == 250
    return post.said(seat)


def enclosed(post: Correspondence, seat: int = 0) -> dict[Any, Any]:
    return {part.get_filename(): part.get_content() for part in post.last_to(post.players[seat]).iter_attachments()}


def test_orders_are_added_listed_and_ended_one_by_one(post: Correspondence) -> None:
    assert "in force from now on: lay card 46 at (0, -3), else (1, 0)" in write(
        post, "plan: 46 an (0,-3) sonst 1,0, bitte"
    )
    answer = write(post, "PLAN ship stays, in round 2")
    assert "Your standing orders: [1] lay card 46 at (0, -3), else (1, 0); [2] ship stays, in round 2." in answer
    answer = write(post, "Plans")
    assert "[2] ship stays, in round 2" in answer
    assert "PLAN END 1 ends number 1" in answer
    answer = write(post, "PLAN END 1")
    assert "Ended: lay card 46 at (0, -3), else (1, 0). Your standing orders: [1] ship stays, in round 2." in answer
    assert json.loads(enclosed(post)["orders.jsonl"])["order"] == {"plans": [{"round": 2, "ship": [{"type": "stay"}]}]}
    answer = write(post, "PLAN 46 at (0,1)\nPLAN END ALL")
    assert "You have no standing orders." in answer
    assert post.orders_act().commitment is None
    assert "There is no such standing order" in write(post, "PLAN ENDE 2")
    assert "There is no such standing order" in write(post, "PLAN ENDE ALLE")


def test_the_numbers_that_an_answer_shows_are_those_that_end_orders(post: Correspondence) -> None:
    write(post, "PLAN ship stays")
    answer = write(post, "PLAN lay any card at (0,-3), in round 2")
    first = re.search(r"Your standing orders: \[1\] (.*?); \[2\]", answer)
    assert first is not None
    assert f"Ended: {first[1]}." in write(post, "PLAN END 1")


def test_the_same_card_said_anew_takes_the_place_of_what_was_said(post: Correspondence) -> None:
    write(post, "PLAN 46 at (0,-3)")
    answer = write(post, "PLAN 46 at (1,1)")
    assert "Replaced by the new one, so no longer in force: lay card 46 at (0, -3)." in answer
    assert "[1]" not in answer.partition("It is your turn")[0], "one stands, which is told already"


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("PLAN 46 at (0,1)\nPLAN brandy at (1,1)", 'The unclear part is "brandy" (the card). It can be: '),
        ("PLAN lay card 46 at noon", 'The unclear part is "noon" (where it goes). It can be: (0, -1).'),
        ("PLAN lay card 46 at", "Something is missing (where it goes)"),
        ("PLAN 46 at (0,1), in round 99999", 'The unclear part is "99999" (the round)'),
        ("PLAN 46 at (0,1)\nPLAN 46 at (0,1) unless Ben passes", "unless ben passes"),
        ("PLAN make me win", 'this line was not understood: "PLAN make me win"'),
        ("PLAN 199 at (0,1)", 'The unclear part is "199" (the card)'),
        ("PLAN END 7", "There is no such standing order"),
        ("PLAN 46 at (0,1)\n2", "Lines that begin with PLAN need a mail of their own"),
        ("2\nPLAN 46 at (0,1)", "Lines that begin with PLAN need a mail of their own"),
        ("PLAN 46 at (0,1)\n\nBut only if Ben passes.", 'Further down, your mail says: "But only if Ben passes."'),
        ("\n".join(f"PLAN 46 at (0,1), in round {one}" for one in range(1, 15)), "A mail can have up to 12 PLAN lines"),
        (
            "PLAN lay any card at (0,1)\nPLAN 46 at (99,0)",
            "the rules do not allow this: lay card 46 at (99, 0). It can never",
        ),
    ],
)
def test_what_is_not_clear_changes_nothing_and_says_what_would_be(post: Correspondence, lines: str, why: str) -> None:
    answer = write(post, lines)
    assert "Nothing was changed" in answer
    assert why in answer, answer
    assert post.record.acts == {}


def test_what_does_not_fit_is_quoted_as_it_was_written(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", options={"round_limit": 3}, language="de")
        answer = write(post, "PLAN lege 46 nicht auf (0,1)")
        assert "Unklar ist „nicht“ (die Karte)" in answer
        assert "Unklar ist „(0, -3)“ (die Karte)" in write(post, "PLAN lege (0,-3) auf (0,1)")


def test_a_round_that_is_over_is_refused_and_what_was_said_for_it_is_over(post: Correspondence) -> None:
    ann, ben = post.players
    first = post.last_to(ann)
    write(post, "PLAN lay any card at (0,-3), in round 1\nPLAN ship stays")
    for player in (ann, ben):
        post.answer(player, "PASS")
    post.go_on()
    assert post.record.table["standing"][0]["id"].startswith("r2.")
    answer = write(post, "PLAN", to=first)
    assert "Your standing orders: [2] ship stays." in answer, "an old letter will do, and its numbers hold"
    assert "the rules do not allow this: lay any card at (0, -3), in round 1" in write(
        post, "PLAN lay any card at (0,-3) in round 1"
    )
    write(post, "PLAN lay any card at (0,-3) in round 3", to=first)
    answer = write(post, "YES")
    assert "[1] lay any card at (0, -3), in round 3; [2] ship stays." in answer
    assert "Ended: lay any card at (0, -3), in round 3." in write(post, "PLAN END 1")
    assert "Ended: ship stays." in write(post, "PLAN END")


def test_a_number_means_what_it_meant_when_an_order_before_it_is_over(post: Correspondence) -> None:
    answer = write(post, "PLAN lay any card at (0,-3), in round 1\nPLAN lay any card at (1,0)\nPLAN ship stays")
    assert "orders: [1]" not in answer
    assert post.orders_act().seq == 1, "several lines of a mail are one document"
    first = post.last_to(post.players[0])
    assert "[2] lay any card at (1, 0); [3] ship stays" in write(post, "PLAN", to=first)
    for player in post.players:
        post.answer(player, "PASS")
    post.go_on()
    assert "There is no such standing order" in write(post, "PLAN END 1")
    assert "Ended: lay any card at (1, 0). Your standing orders: [1] ship stays." in write(post, "PLAN END 2")


def played_on(post: Correspondence) -> EmailMessage:
    """Play a round; return Ann's letter about it, whose questions are gone."""
    first = post.last_to(post.players[0])
    for player in post.players:
        post.answer(player, "PASS")
    post.go_on()
    return first


def test_a_letter_of_before_sets_and_ends_nothing_unless_its_reader_says_yes(post: Correspondence) -> None:
    """Attacked: an opponent was passed a letter, as evidence, and no mail server shows whose mail it is."""
    old = played_on(post)
    set_orders(post.context, post.record, 0, NewOrders(ELSEWHERE))
    assert "Nothing has been changed yet: your mail answers an older letter" in write(post, "PLAN END ALL", to=old)
    assert post.orders_act().commitment is not None
    set_orders(post.context, post.record, 0, NewOrders(None, replaces=1))
    answer = write(post, "PLAN ship stays", to=old)
    assert "Did you mean: ship stays? If so, reply to this mail with YES." in answer
    assert post.orders_act().seq == 2
    assert "in force from now on: ship stays" in write(post, "YES")
    assert post.orders_act().seq == 3
    assert "Your standing orders: [1] ship stays." in write(post, "PLAN", to=old), "who only asks is told at once"


def test_several_lines_in_answer_to_a_letter_of_before_are_sent_again(
    post: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, lines = played_on(post), "PLAN ship stays\nPLAN 46 at (0,-3)"
    answer = write(post, lines, to=old)
    assert "send the same lines again within a week, in answer to this mail" in answer
    asked = post.last_to(post.players[0])
    for text in ("YES", "STATUS", "2"):
        assert "send the same lines again within a week" in write(post, text, to=asked)
    assert post.orders_act() is None
    with monkeypatch.context() as later:
        later.setattr(plan, "is_in_time", lambda asked, now: is_in_time(asked, now + 8 * 86_400_000))
        assert "send the same lines again within a week" in write(post, lines, to=asked)
    assert post.orders_act() is None
    assert "in force from now on: " in write(post, lines, to=asked)
    assert post.orders_act().seq == 1


def test_a_long_line_mistyped_in_answer_to_a_letter_of_before_takes_one_mail_more(post: Correspondence) -> None:
    fields = ", ".join(f"({x}, -3)" for x in range(-3, 4))
    answer = write(post, f"PLAN lay crad 46 at {fields}", to=played_on(post))
    line = re.search(r"reply to this mail with this line: (PLAN .*?\))\.", answer)
    assert line is not None, answer
    assert "in force from now on: lay card 46" in write(post, line[1])


def test_where_a_mail_server_shows_whose_mail_it_is_a_letter_of_before_will_do(redis_url: str, tmp_path: Path) -> None:
    shown = "mx.example; dmarc=pass header.from=players.example"
    with correspondence(redis_url, tmp_path, reply_authserv="mx.example") as post:
        post.begin("kontor", options={"round_limit": 3})
        first = post.last_to(post.players[0])
        for player in post.players:
            post.answer(player, "PASS", Authentication_Results=shown)
        post.go_on()
        assert "in force from now on: ship stays" in write(
            post, "PLAN ship stays", to=first, Authentication_Results=shown
        )


def test_a_copy_of_a_mail_whose_orders_have_answered_its_question_is_told_what_it_did(
    redis_url: str, tmp_path: Path
) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("packet-row", 3, hold=0)
        opener = next(place for place, one in enumerate(post.players) if post.is_asked(one))
        post.answer(post.players[opener], "1")
        post.go_on()
        (standing,) = [one for one in post.record.table["standing"] if not one["optional"]]
        (seat,) = standing["seats"]
        player = post.players[seat]
        letter, send = post.last_to(player), post.desk.transport.send
        post.desk.transport.send = _fails  # type: ignore[method-assign,assignment]
        assert post.answer(player, "PLAN decline", to=letter, Message_ID="<one@players.example>")[0] == 451
        post.desk.transport.send = send  # type: ignore[method-assign]
        post.go_on()
        answer = write(post, "PLAN decline", to=letter, seat=seat, Message_ID="<one@players.example>")
        assert "decline" in answer
        assert "Nothing has been changed" not in answer
        assert post.orders_act(seat).seq == 1


def test_what_lies_below_and_says_something_is_quoted(post: Correspondence) -> None:
    answer = write(post, "PLAN 46 at (0,1)\n\nHow is your cat?\nAnn")
    assert "in force from now on" in answer
    assert '"How is your cat?"' in answer.replace("“", '"').replace("”", '"')


def test_a_sentence_that_the_mail_program_has_broken_is_one(post: Correspondence) -> None:
    answer = write(post, "PLAN lay card 46 at (0,-3), else\n(1, 0), in round 2\nAnn")
    assert "in force from now on: lay card 46 at (0, -3), else (1, 0), in round 2" in answer


@pytest.mark.parametrize("yes", ["YES", "Ja, danke!"])
def test_one_letter_mistyped_is_asked_about_and_yes_does_it(post: Correspondence, yes: str) -> None:
    answer = write(post, "PLAN lay crad 46 at (0,-3), else (1,0)")
    assert "Did you mean: lay card 46 at (0, -3), else (1, 0)? If so, reply to this mail with YES." in answer
    asked = post.last_to(post.players[0])
    assert post.orders_act() is None
    assert "in force from now on: lay card 46 at (0, -3), else (1, 0)" in write(post, yes, to=asked)
    assert "Only YES as the first word confirms it" in write(post, yes, to=asked), "said once, it is not said again"
    assert post.orders_act().seq == 1
    assert "[1] lay card 46" in write(post, "PLAN", to=asked)


def test_yes_to_what_is_out_of_date_or_said_otherwise_does_nothing(post: Correspondence) -> None:
    write(post, "PLAN lay crad 46 at (0,-3)")
    asked = post.last_to(post.players[0])
    assert "Only YES as the first word confirms it" in write(post, "perhaps", to=asked)
    set_orders(post.context, post.record, 0, NewOrders(ELSEWHERE))
    assert "Only YES as the first word confirms it" in write(post, "YES", to=asked)
    assert post.orders_act().seq == 1


def test_what_is_too_long_for_an_address_is_given_back_as_a_line(post: Correspondence) -> None:
    fields = ", ".join(f"({x}, -3)" for x in range(-3, 4))
    answer = write(post, f"PLAN lay crad 46 at {fields}")
    assert "If so, reply to this mail with this line: PLAN lay card 46 at (-3, -3), else (-2, -3)" in answer


@pytest.mark.parametrize(
    "text",
    [
        "PLAN confirm your seat at https://evil.example/login",
        "PLAN lay card 46 at https://evil.example/login",
        "PLAN lay crad 46 at (0,-3) evil.example",
        "PLAN ship stays\n2 evil.example",
        "PLAN ship stays\nonly if you confirm at https://evil.example/login",
        "PLAN END 7 (see https://evil.example/login)",
        "2\nPLAN END 7 evil.example",
    ],
)
def test_no_answer_sends_the_player_a_link_that_stands_in_a_mail(post: Correspondence, text: str) -> None:
    """Attacked: somebody has a letter that was passed on, and writes in its reader's name."""
    post.answer(post.players[0], text)
    letter = post.last_to(post.players[0]).as_string(policy=email.policy.default.clone(cte_type="8bit"))
    assert letter.count("Hello Ann") == 2, "as text and as HTML"
    assert "evil.example" not in letter


def test_orders_set_elsewhere_are_neither_shown_nor_added_to(post: Correspondence) -> None:
    set_orders(post.context, post.record, 0, NewOrders(ELSEWHERE))
    answer = write(post, "PLAN")
    assert "You set standing orders at the table or with a program." in answer
    assert "(0, 1)" not in answer.partition("These lines")[0]
    assert "a mail cannot add to them" in write(post, "PLAN 46 at (0,-3)")
    assert "There is no such standing order" in write(post, "PLAN END 1")
    assert post.orders_act().seq == 1
    answer = write(post, "PLAN END ALL\nPLAN 46 at (0,-3)")
    assert "Ended: the standing orders you had set at the table or with a program." in answer
    assert "in force from now on: lay card 46 at (0, -3)" in answer
    assert post.orders_act().mailed


def test_what_a_letter_said_with_a_choice_stands_beside_what_is_added(post: Correspondence) -> None:
    place = places_in(text_of(post.last_to(post.players[0])))[0]
    assert post.answer(post.players[0], f"1 AT {place}")[0] == 250
    answer = write(post, "PLAN ship stays, in round 2")
    stands = re.compile(
        rf"orders: \[1\] lay card \d+ at {re.escape(place)}, in round 1; \[2\] ship stays, in round 2\."
    )
    assert stands.search(answer), answer
    write(post, "UNDO", to=post.letters_to(post.players[0])[0])
    assert post.orders_act().commitment is not None, "what PLAN has said is not taken back with a card"


def test_orders_answer_the_question_that_stands_and_the_mail_says_so(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("packet-row", 3, hold=0)
        opener = next(place for place, one in enumerate(post.players) if post.is_asked(one))
        post.answer(post.players[opener], "1")
        post.go_on()
        (standing,) = [one for one in post.record.table["standing"] if not one["optional"]]
        (seat,) = standing["seats"]
        answer = write(post, "PLAN decline", seat=seat)
        assert "when I am asked and none of these can be had, decline" in answer
        assert "That answers the question you are being asked now: take nothing here." in answer
        post.go_on()
        assert standing["id"] not in [one["id"] for one in post.record.table["standing"]]


def test_a_sealed_question_is_still_the_players_own_to_answer_and_the_mail_says_so(
    redis_url: str, tmp_path: Path
) -> None:
    """Orders answer a sealed question at its deadline alone, and only for who has sealed nothing."""
    with correspondence(redis_url, tmp_path) as post:
        post.begin("anno-1701", 2, hold=0)
        [standing] = post.record.table["standing"]
        assert standing["sealed"]
        answer = write(post, "PLAN reject all offers")
        assert (
            "is still yours to answer. Only if you seal nothing by the deadline, this counts: start with cards"
            in answer
        )
        assert "That answers" not in answer
        post.go_on()
        assert [one["id"] for one in post.record.table["standing"]] == [standing["id"]]
        write(post, "1", to=post.letters_to(post.players[0])[0])
        answer = write(post, "PLAN demand nothing")
        assert "Understood, and in force from now on: with a trade advantage demand nothing" in answer
        assert "this counts" not in answer, "what is sealed counts, not the order"


def test_one_mail_again_changes_nothing_again(post: Correspondence) -> None:
    letter = post.last_to(post.players[0])
    for number, text in enumerate(("PLAN 46 at (0,-3)", "PLAN ship stays", "PLAN END 1"), 1):
        for _ in range(2):
            write(post, text, to=letter, Message_ID=f"<mail-{number}@players.example>")
        assert post.orders_act().seq == number


def test_a_copy_whose_answer_was_lost_does_not_undo_what_came_since(post: Correspondence) -> None:
    ann = post.players[0]
    letter = post.last_to(ann)
    write(post, "PLAN ship stays")
    send, post.desk.transport.send = post.desk.transport.send, _fails  # type: ignore[method-assign,assignment]
    assert post.answer(ann, "PLAN END ALL", to=letter, Message_ID="<two@players.example>")[0] == 451
    assert post.orders_act().commitment is None
    post.desk.transport.send = send  # type: ignore[method-assign]
    set_orders(post.context, post.record, 0, NewOrders(ELSEWHERE, replaces=2))
    answer = write(post, "PLAN END ALL", to=letter, Message_ID="<two@players.example>")
    assert "Your standing orders were being changed from somewhere else at the same moment." in answer
    assert post.orders_act().seq == 3
    assert post.orders_act().commitment is not None


def _fails(*_: object) -> None:
    raise Temporary("451 later")


@pytest.mark.parametrize(
    ("where", "dies"),
    [
        ("take_reply", dies_after), ("note_reply", dies_before), ("note_reply", dies_after), ("order", dies_before),
        ("order", dies_after), ("send", dies_before), ("send", dies_after),
    ],
)  # fmt: skip
def test_a_death_anywhere_loses_nothing_and_doubles_nothing(
    post: Correspondence, monkeypatch: pytest.MonkeyPatch, where: str, dies: Callable[[Any], Any]
) -> None:
    ann = post.players[0]
    write(post, "PLAN ship stays")
    letter = post.last_to(ann)
    address = read_address(str(letter["Reply-To"]), HOST)
    assert address is not None
    raw = reply_to(letter, ann, "PLAN 46 at (0,-3)").as_bytes(policy=email.policy.SMTP)
    owner: Any = type(post.desk.transport) if where == "send" else Store
    with monkeypatch.context() as patched:
        patched.setattr(owner, where, dies(getattr(owner, where)))
        with pytest.raises(Killed):
            take(post.desk, raw, ann.mail, address)
    drain_once(post.context)
    post.context.store.release_reply(ann.id, key_at(read(raw, ann.mail), address))
    assert [take(post.desk, raw, ann.mail, address) for _ in range(2)] == [READ] * 2
    assert post.orders_act().seq == 2
    answer = post.said()
    assert "lay card 46 at (0, -3)" in answer
    assert "Nothing was changed" not in answer


def test_other_orders_set_in_between_are_not_lost(post: Correspondence, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare and set: the new document is made from just the one that stands."""
    write(post, "PLAN ship stays")
    others: list[tuple[Orders, bool]] = [
        ({"plans": [{"ship": [{"type": "stay"}]}, {"place": [[1, 1]], "round": 2}]}, True)
    ]
    real = set_orders

    def raced(*args: Any, **kwargs: Any) -> Any:
        while others:
            orders, mailed = others.pop()
            real(post.context, post.record, 0, NewOrders(orders, replaces=post.orders_act().seq, mailed=mailed))
        return real(*args, **kwargs)

    monkeypatch.setattr(plan, "set_orders", raced)
    answer = write(post, "PLAN 46 at (0,-3)")
    assert "lay any card at (1, 1), in round 2" in answer, "said by another mail at the same moment"
    assert "lay card 46 at (0, -3)" in answer
    others.append((ELSEWHERE, False))
    assert "a mail cannot add to them" in write(post, "PLAN 64 at (0,-3)")
    write(post, "PLAN END ALL\nPLAN ship stays")
    others.append(({"plans": [{"place": [[1, 1]]}]}, True))
    assert "from somewhere else at the same moment" in write(post, "PLAN END 1"), "the numbers were those of what stood"
    assert post.orders_act().commitment is not None


@pytest.mark.parametrize("text", ["PLAN", "PLAN 46 at (0,-3)"])
def test_other_orders_by_mail_set_while_a_worker_reads_are_none_of_the_table(post: Correspondence, text: str) -> None:
    """A worker reads what stands when it reads, which may be newer than what the mail has seen."""
    ann = post.players[0]
    write(post, "PLAN ship stays")
    letter, later = post.last_to(ann), [{"plans": [{"place": [[1, 1]], "round": 2}]}]

    def raced(record: Record, address: ReplyAddress, act: Act) -> Orders | None:
        while later:
            set_orders(post.context, post.record, 0, NewOrders(later.pop(), replaces=act.seq, mailed=True))
        return post.desk.recall(record, address, act)

    address = read_address(str(letter["Reply-To"]), HOST)
    assert address is not None
    raw = reply_to(letter, ann, text).as_bytes(policy=email.policy.SMTP)
    assert take(replace(post.desk, recall=raced), raw, ann.mail, address) == READ
    answer = post.said()
    assert "at the table or in a program" not in answer
    assert "lay any card at (1, 1), in round 2" in answer
    assert post.orders_act().seq == (2 if text == "PLAN" else 3)


def test_where_no_worker_reads_orders_the_mail_is_put_off(post: Correspondence) -> None:
    ann = post.players[0]
    write(post, "PLAN ship stays")

    def nobody(record: Record, address: ReplyAddress, act: Act) -> Orders | None:
        raise NotReadNow

    desk, letter = replace(post.desk, recall=nobody), post.last_to(ann)
    address = read_address(str(letter["Reply-To"]), HOST)
    assert address is not None
    raw = reply_to(letter, ann, "PLAN 46 at (0,-3)").as_bytes(policy=email.policy.SMTP)
    assert take(desk, raw, ann.mail, address) == AGAIN
    assert post.orders_act().seq == 1
    assert take(post.desk, raw, ann.mail, address) == READ
    assert post.orders_act().seq == 2


def test_a_match_that_is_over_takes_no_orders(post: Correspondence) -> None:
    letter = post.last_to(post.players[0])
    resign(post.context, post.match, post.players[1])
    post.go_on()
    assert post.record.table["status"] == "closed"
    assert "This match is over" in write(post, "PLAN 46 at (0,-3)", to=letter)
    assert post.orders_act() is None


@pytest.mark.parametrize("why", ["client", "key"])
def test_where_only_the_player_s_devices_may_know_what_is_sealed_a_mail_says_so(post: Correspondence, why: str) -> None:
    record = post.record
    table: Any = json.loads(json.dumps(record.table))
    if why == "client":
        table["custody"] = "client"
    else:
        table["seats"][0]["key"] = "A" * 43
    address = read_address(str(post.last_to(post.players[0])["Reply-To"]), HOST)
    assert address is not None

    def keep(_: ReplyNote) -> None:
        raise AssertionError("nothing is to be done")

    note, mail = Note(ReplyNote(0), keep), Incoming("", "", "", "", (), ("PLAN ship stays",))
    reply = Reply(post.desk, post.players[0], replace(record, table=table), address, mail, ReplyNote(0), note)
    command = plan.ChangeOrders.read(Text(reply))
    assert command is not None
    found = command.do(reply)
    assert found.planned is not None
    assert found.planned.trouble == ("client-custody" if why == "client" else "signature-needed")


def request_of(post: Correspondence, seat: int = 0) -> Request:
    address = read_address(str(post.last_to(post.players[seat])["Reply-To"]), HOST)
    assert address is not None
    return Request(written(address, OF_REQUESTS), "S" * 43)


def kept(post: Correspondence, request: Request) -> str | None:
    return post.context.store.recalled(post.match, request.name)


def test_a_worker_shows_orders_that_came_by_mail_and_no_others(post: Correspondence, redis_url: str) -> None:
    """Attacked: the queue is written to by somebody who has all that the API has, and the whole store."""
    context = post.context
    set_orders(context, post.record, 0, NewOrders(ELSEWHERE))
    mine, theirs = request_of(post), request_of(post, 1)
    for request in (mine, theirs):
        read_orders_once(context, post.match, request.sealed(context.sealer))
        assert kept(post, request) is None, "what was set at the table is shown to no mail"
    write(post, "PLAN END ALL\nPLAN ship stays")
    act = post.orders_act()
    ann = post.players[0]
    said = read_address(mine.address, OF_REQUESTS)
    assert said is not None
    mac = context.links.derive("reply-address", ann.id, said.match, str(said.seat), said.asked.hex(), "some")
    unbound = Request(written(replace(said, mac=mac[: len(said.mac)]), OF_REQUESTS), "S" * 43)
    for tried in (
        theirs,
        unbound,
        Request("m+nonsense@mail", "S" * 43),
        Request(mine.address.replace("m+", "m+a"), "S" * 43),
    ):
        read_orders_once(context, post.match, tried.sealed(context.sealer))
        assert kept(post, tried) is None
    read_orders_once(context, post.match, "nonsense")
    read_orders_once(context, post.match, context.sealer.seal_bytes(b"[]"))
    read_orders_once(context, post.match, mine.sealed(context.sealer))
    locked = kept(post, mine)
    assert locked is not None
    assert unlocked(mine, post.match, act, locked) == {"plans": [{"ship": [{"type": "stay"}]}]}
    assert unlocked(replace(mine, secret="T" * 43), post.match, act, locked) is None
    assert not any(b'"stay"' in one for one in in_redis(redis_url))


def test_a_mark_in_the_store_makes_no_worker_show_what_was_set_at_the_table(
    post: Correspondence, redis_url: str
) -> None:
    """Attacked: whoever has all that the API has may write to the store, too."""
    context = post.context
    set_orders(context, post.record, 0, NewOrders(ELSEWHERE))
    act = post.orders_act()
    with redis.Redis.from_url(redis_url) as server:
        name, field = keys.acts(post.match), f"0:{ORDERS}"
        stored = json.loads(server.hget(name, field) or b"")
        server.hset(name, field, json.dumps(stored | {"mailed": True}))
    assert post.orders_act().mailed
    request = request_of(post)
    read_orders_once(context, post.match, request.sealed(context.sealer))
    locked = kept(post, request)
    assert locked is not None
    assert unlocked(request, post.match, act, locked) is None
    assert "You set standing orders at the table or with a program." in write(post, "PLAN")
    drain_once(context)
    assert post.record.acts[ORDERS, 0].commitment == act.commitment, "they stand as they were set"


def test_orders_are_read_back_through_the_queue(post: Correspondence, monkeypatch: pytest.MonkeyPatch) -> None:
    write(post, "PLAN ship stays")
    address = read_address(str(post.last_to(post.players[0])["Reply-To"]), HOST)
    assert address is not None
    with RecalledOrders(post.context, patience=0) as recall, pytest.raises(NotReadNow):
        recall(post.record, address, post.orders_act())

    def at_once(_: str, match: str, request: str) -> bool:
        read_orders_once(post.context, match, request)
        return True

    monkeypatch.setattr(desk, "ask_for_orders_by_mail", at_once)
    with RecalledOrders(post.context) as recall:
        assert recall(post.record, address, post.orders_act()) == {"plans": [{"ship": [{"type": "stay"}]}]}


def test_what_plans_say_is_nowhere_in_clear(
    post: Correspondence, redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    write(post, "PLAN 46 at (0,-3)")
    write(post, "PLAN")
    stored = [*in_redis(redis_url)]
    assert any(b'"round_limit":3' in one for one in stored), "what is in clear is found"
    assert not any(b"[0,-3]" in one for one in stored)
    assert "(0, -3)" not in caplog.text
    assert "[0, -3]" not in caplog.text
