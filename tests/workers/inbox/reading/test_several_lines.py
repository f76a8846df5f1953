"""Several lines of one mail do several things of a turn, each at the table that the line before made."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.contract import Move
from service.notifications.channel import Temporary
from service.store.records import Account, Record
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import Correspondence, correspondence, reply_to
from tests.workers.mail.post_office import html_of, text_of
from workers.inbox.commands import Reply, choose
from workers.resolve.drain import drain_once

REPAIR, FINISH = "Schiff verbessern", "Zug beenden, ohne Handelsfahrt und ohne Karten"


@pytest.fixture
def post(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Correspondence]:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as opened:
        opened.begin("anno-1701", language="de")
        for player in opened.players:
            opened.answer(player, "1")
        opened.go_on()
        yield opened


def on_turn(post: Correspondence) -> Account:
    return next(player for player in post.players if post.is_asked(player))


def flat(text: str) -> str:
    return " ".join(text.split())


def answer_to(post: Correspondence, player: Account, text: str) -> str:
    assert post.answer(player, text)[0] == 250
    return flat(text_of(post.last_to(player)))


def played(post: Correspondence) -> list[Move]:
    """The moves that seats have made since the first turn began."""
    lines = [json.loads(line)["entry"] for line in post.context.store.lines(post.match, limit=1_000)]
    made = [one for entry in lines if entry["type"] == "resolved" for one in entry["body"]["moves"]]
    return [one["move"] for one in made if one["by"] == "seat" and one["move"]["type"] != "settle"]


def number_of(letter: str, words: str) -> str:
    return next(line for line in letter.splitlines() if line.endswith(words)).partition("]")[0].strip("[")


def test_a_turn_is_played_by_one_mail_and_its_answer_says_what_each_line_did(post: Correspondence) -> None:
    player = on_turn(post)

    answer = answer_to(post, player, f"Hallo,\n\n{REPAIR}\n{FINISH}\n\nViele Grüße\n{player.name}")

    assert [one["type"] for one in played(post)] == ["repair", "finish"]
    assert f"Zeile 1 („{REPAIR}“): Beantwortet: {REPAIR}." in answer
    assert f"Zeile 2 („{FINISH}“): Beantwortet: {FINISH}." in answer
    assert "Viele Grüße" not in answer
    assert not post.is_asked(player)
    enclosed = {one.get_filename(): one.get_content().splitlines() for one in post.last_to(player).iter_attachments()}
    assert len(enclosed["receipts.jsonl"]) == len(enclosed["openings.jsonl"]) == 2
    assert post.verdict().verdict == "INCOMPLETE", "all there is of it is sound"


@pytest.mark.parametrize(
    "text", [f"Erst {REPAIR}, dann {FINISH}", f"Zuerst {REPAIR}, danach {FINISH}.", "First {1}, then {2}"]
)
def test_first_and_then_are_two_steps(post: Correspondence, text: str) -> None:
    player = on_turn(post)
    letter = text_of(post.last_to(player))
    answer_to(post, player, text.replace("{1}", number_of(letter, REPAIR)).replace("{2}", number_of(letter, FINISH)))
    assert [one["type"] for one in played(post)] == ["repair", "finish"]


@pytest.mark.parametrize(
    "below", ["Viele Grüße\nPS: Nur, wenn Robin es auch tut", "Bedingung:\nNur, wenn Robin es auch tut"]
)
def test_nor_is_one_below_the_wishes_that_end_a_mail(post: Correspondence, below: str) -> None:
    player = on_turn(post)
    answer = answer_to(post, player, f"{REPAIR}\n{FINISH}\n\n{below}")
    assert played(post) == []
    assert "Nichts wurde geändert" in answer


def test_a_question_below_the_lines_of_a_turn_is_quoted(post: Correspondence) -> None:
    player = on_turn(post)
    answer = answer_to(post, player, f"{REPAIR}\n{FINISH}\n\nViele Grüße\nPS: Wann ist Schluss?")
    assert [one["type"] for one in played(post)] == ["repair", "finish"]
    assert "Nicht gelesen wurde, was weiter unten in deiner Mail steht: „PS: Wann ist Schluss?“" in answer


def test_a_condition_below_a_line_of_a_turn_is_not_passed_over(post: Correspondence) -> None:
    player = on_turn(post)
    answer = answer_to(post, player, f"{REPAIR}\n\nDas gilt aber nur, wenn Robin es auch tut.")
    assert played(post) == []
    assert "Nichts wurde geändert" in answer
    assert "„Das gilt aber nur, wenn Robin es auch tut.“" in answer


def test_numbers_mean_what_they_meant_in_the_letter_also_where_the_list_has_moved_on(post: Correspondence) -> None:
    player = on_turn(post)
    letter = text_of(post.last_to(player))
    first, last = number_of(letter, REPAIR), number_of(letter, FINISH)

    answer_to(post, player, f"{first}\nich nehme {last}, bitte")

    assert [one["type"] for one in played(post)] == ["repair", "finish"]


def test_a_number_before_the_words_of_its_choice_is_read_above_what_a_phone_writes_below(post: Correspondence) -> None:
    player = on_turn(post)
    letter = text_of(post.last_to(player))

    answer = answer_to(post, player, f"{number_of(letter, REPAIR)}) {REPAIR}\n\nVon meinem iPhone gesendet")

    assert f"Beantwortet: {REPAIR}." in answer
    assert "Zeile 2" not in answer and "gesendet" not in answer.partition("Du bist am Zug")[0]


@pytest.mark.parametrize(
    "line",
    [f"{REPAIR}, dann {FINISH}", f"Ich möchte das {REPAIR} und danach den {FINISH}, bitte.", f"{REPAIR}; {FINISH}"],
)
def test_one_line_with_several_things_does_them_in_order_where_each_of_them_is_clear(
    post: Correspondence, line: str
) -> None:
    player = on_turn(post)
    answer = answer_to(post, player, f"{line}\n\nLG {player.name}")
    assert [one["type"] for one in played(post)] == ["repair", "finish"], answer
    assert "Zeile 1" in answer and "Zeile 2" in answer
    assert not post.is_asked(player)


@pytest.mark.parametrize("line", [f"{REPAIR}, dann vielleicht {FINISH}", f"{REPAIR} oder {FINISH}", "1,2"])
def test_one_line_does_nothing_where_one_part_of_it_is_not_clear(post: Correspondence, line: str) -> None:
    answer_to(post, on_turn(post), line)
    assert played(post) == []


def test_it_stops_at_the_first_line_that_is_not_possible_and_says_what_was_not_tried(post: Correspondence) -> None:
    player = on_turn(post)

    answer = answer_to(post, player, "\n".join([REPAIR] * 9 + [FINISH]))

    count = len(played(post))
    assert 1 <= count < 9
    assert {one["type"] for one in played(post)} == {"repair"}
    assert f"Zeile {count} („{REPAIR}“): Beantwortet" in answer
    assert f"Zeile {count + 1} („{REPAIR}“): Das ist jetzt nicht möglich. Hier hat das Lesen aufgehört." in answer
    assert f"Zeile 10 („{FINISH}“): Nicht versucht." in answer
    assert re.search(r"\[[0-9]+\] Zug beenden", answer)
    assert f"Zeile {count + 1}" in flat(html_of(post.last_to(player)))


@pytest.mark.parametrize(
    ("line", "said"), [("Schiff vergolden", "Das war nicht zu verstehen."), ("Zug", "Das kann mehreres heißen")]
)
def test_a_line_that_is_not_understood_stops_it_too(post: Correspondence, line: str, said: str) -> None:
    player = on_turn(post)

    answer = answer_to(post, player, f"{REPAIR}\n{line}\n{FINISH}")

    if said.startswith("Das war"):
        assert [one["type"] for one in played(post)] == ["repair"]
        assert f"Zeile 2 („{line}“): {said}" in answer
        assert f"Zeile 3 („{FINISH}“): Nicht versucht." in answer
    else:  # it would have been unclear at the table of the letter already
        assert played(post) == []
        assert "Nichts wurde geändert" in answer


@pytest.mark.parametrize("line", ["99", "ZURÜCK", "MEHR ZEIT", "WARTEN"])
def test_what_cannot_stand_beside_actions_does_nothing_at_all(post: Correspondence, line: str) -> None:
    player = on_turn(post)

    answer = answer_to(post, player, f"{REPAIR}\n{line}\n{FINISH}")

    assert played(post) == []
    assert "Nichts wurde geändert" in answer


def test_the_answer_calls_a_choice_as_the_letter_did(post: Correspondence) -> None:
    """Not "hand card 1 under pile Ia", as the log must have it."""
    player = on_turn(post)
    answer_to(post, player, "Aktionen beenden, dann Handelsfahrt oder Karten")
    listed = next(line for line in text_of(post.last_to(player)).splitlines() if "unter Stapel Ia" in line)

    answer = answer_to(post, player, listed.partition("]")[0].strip("["))

    assert f"Beantwortet: {listed.partition('] ')[2]}" in answer


def test_lines_after_the_end_of_the_turn_are_not_tried(post: Correspondence) -> None:
    player = on_turn(post)

    answer = answer_to(post, player, f"{FINISH}\n{REPAIR}")

    assert [one["type"] for one in played(post)] == ["finish"]
    assert f"Zeile 2 („{REPAIR}“): Nicht versucht: Du wirst in diesem Zug nichts mehr gefragt." in answer


def test_an_answer_from_before_a_crash_is_not_given_twice_and_the_rest_is_done(
    post: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process dies behind the first line: before and after the table has gone on."""
    player = on_turn(post)
    letter = post.last_to(player)
    mail = reply_to(letter, player, f"{REPAIR}\n{FINISH}")
    reached: list[str] = []

    def dies(*_: object) -> Record:
        reached.append("died")
        raise SystemError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(Reply, "latest", dies)
        code, _ = post.post(mail, player.mail, str(letter["Reply-To"]))
    assert (code, reached) == (451, ["died"])
    drain_once(post.context)
    assert [one["type"] for one in played(post)] == ["repair"]

    assert post.post(mail, player.mail, str(letter["Reply-To"]))[0] == 250

    assert [one["type"] for one in played(post)] == ["repair", "finish"]
    answer = flat(text_of(post.last_to(player)))
    assert f"Zeile 1 („{REPAIR}“): Geschehen, als diese Mail zum ersten Mal kam" in answer
    assert f"Zeile 2 („{FINISH}“): Beantwortet" in answer
    assert post.post(mail, player.mail, str(letter["Reply-To"]))[0] == 250
    assert [one["type"] for one in played(post)] == ["repair", "finish"]


def test_a_crash_before_the_act_counted_repeats_that_line_only(
    post: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = on_turn(post)
    letter = post.last_to(player)
    mail = reply_to(letter, player, f"{REPAIR}\n{FINISH}")
    act_on, calls = choose.act_on, list[str]()

    def dies_at_the_second(*args: object, **more: object) -> object:
        calls.append("act")
        if len(calls) == 2:
            raise SystemError("killed")
        return act_on(*args, **more)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(choose, "act_on", dies_at_the_second)
        assert post.post(mail, player.mail, str(letter["Reply-To"]))[0] == 451
    assert [one["type"] for one in played(post)] == ["repair"]

    assert post.post(mail, player.mail, str(letter["Reply-To"]))[0] == 250

    assert [one["type"] for one in played(post)] == ["repair", "finish"]


def test_after_a_crash_nothing_goes_on_that_another_mail_has_gone_on_with(
    post: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = on_turn(post)
    letter = post.last_to(player)
    before = len(played(post))
    mail = reply_to(letter, player, f"{REPAIR}\n{REPAIR}\n{FINISH}")

    def dies(*_: object) -> Record:
        raise SystemError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(Reply, "latest", dies)
        assert post.post(mail, player.mail, str(letter["Reply-To"]))[0] == 451
    post.go_on()
    answer_to(post, player, "Aktionen beenden, dann Handelsfahrt oder Karten")
    assert [one["type"] for one in played(post)][before:] == ["repair", "close"]

    assert post.post(mail, player.mail, str(letter["Reply-To"]))[0] == 250

    assert [one["type"] for one in played(post)][before:] == ["repair", "close"]
    assert "Zeile 2 („Schiff verbessern“): Nicht versucht: Am Tisch ging es inzwischen anders weiter." in flat(
        text_of(post.last_to(player))
    )


def test_an_answer_that_could_not_be_sent_is_told_later_and_tries_nothing_again(
    post: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = on_turn(post)
    letter = post.last_to(player)
    mail = reply_to(letter, player, f"{REPAIR}\nSchiff vergolden\n{FINISH}")

    def fails(*_: object, **__: object) -> str:
        raise Temporary("421 later")

    with monkeypatch.context() as patch:
        patch.setattr(type(post.desk.transport), "send", fails)
        assert post.post(mail, player.mail, str(letter["Reply-To"]))[0] == 451

    assert post.post(mail, player.mail, str(letter["Reply-To"]))[0] == 250
    answer = flat(text_of(post.last_to(player)))
    assert [one["type"] for one in played(post)] == ["repair"]
    assert "Zeile 1 („Schiff verbessern“): Geschehen, als diese Mail zum ersten Mal kam" in answer
    assert "Zeile 2 („Schiff vergolden“): Nicht getan." in answer


def test_one_line_is_read_as_ever(post: Correspondence) -> None:
    player = on_turn(post)

    answer = answer_to(post, player, f"{REPAIR}\n\nDanke")

    assert "Zeile 1" not in answer
    assert f"Beantwortet: {REPAIR}." in answer


@pytest.mark.soak
def test_seafarers_rolls_and_ends_the_turn_by_one_mail_unless_the_dice_ask_something_else(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        post.begin("seafarers", 5, options={"preset": "fuenf-inseln-5"}, hold=0)
        for _ in range(40):
            if post.record.table["standing"][0]["kind"] == "start":
                break
            post.answer(on_turn(post), "1")
            post.go_on()
        for _ in range(10):
            player = on_turn(post)
            if post.record.table["standing"][0]["kind"] == "start":
                before = len(played(post))
                answer = answer_to(post, player, "roll\nend\nThanks!")
                made = [one["type"] for one in played(post)][before:]
                assert "Line 1 (\u201croll\u201d): Answered" in answer
                assert made == (["roll", "end"] if "Line 2 (\u201cend\u201d): Answered" in answer else ["roll"])
            else:
                post.answer(player, "1")
            post.go_on()
        assert "end" in {one["type"] for one in played(post)}


def test_numbers_in_a_list_of_html_alone_are_those_that_its_writer_sees(post: Correspondence) -> None:
    """The attack: a mail editor's list begins with the number of one choice, and what cannot be taken back was the first."""
    player = on_turn(post)
    letter = post.last_to(player)
    start, words = number_of(text_of(letter), REPAIR), FINISH
    answer = reply_to(letter, player, "")
    answer.set_content(f'<ol start="{start}"><li><br></li></ol><div>{words}</div>', subtype="html")
    assert post.post(answer, player.mail, str(letter["Reply-To"]))[0] == 250
    assert [one["type"] for one in played(post)] == ["repair", "finish"]


def test_the_steps_of_a_turn_are_read_in_the_language_of_their_player(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("anno-1701", language="fr")
        for player in post.players:
            post.answer(player, "1")
        post.go_on()
        player = on_turn(post)
        words = [
            line.partition("] ")[2]
            for line in text_of(post.last_to(player)).splitlines()
            if line.startswith("[") and re.search("réparer|finir ton tour, sans", line)
        ]
        answer_to(post, player, "\n".join(words))
        assert [one["type"] for one in played(post)] == ["repair", "finish"], words
