"""REMATCH in answer to a letter of a match that is over opens the same table once more, once, and for nobody but its reader."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import pytest

from engine.match.table import Table
from service.choices.rematch import play_again, rematch_of
from service.keys.signing import Links, new_match_id
from service.matches.departure import depart
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.matches.seating.lobby import resign
from service.store.records import Account
from tests.given.contexts import account
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.commands.test_taking import Away
from tests.workers.inbox.commands.test_time_off import SHOWN
from tests.workers.inbox.corresponding import HOST, Correspondence, correspondence, reply_to
from tests.workers.mail.post_office import text_of
from workers.inbox.arrive import take
from workers.mail.reply_address import HOLDS, MINUTE, make_confirming_address, read_address, stamped


@pytest.fixture(autouse=True)
def _without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


def over(post: Correspondence, **wish: object) -> None:
    """Begin a match, and end it."""
    post.begin("kontor", hold=0, **{"title": "Monday", "options": {"preset": "goldsieber-basic"}, **wish})  # type: ignore[arg-type]
    resign(post.context, post.match, post.players[0])
    post.go_on()


def said(post: Correspondence, player: Account) -> str:
    return " ".join(text_of(post.last_to(player)).split())


def again(post: Correspondence) -> Table | None:
    found = rematch_of(post.context, post.match)
    return None if found is None else found.table


def test_the_same_table_is_opened_once_it_is_confirmed(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        over(post, pace={"kind": "duration", "seconds": 7_200})
        ann, ben = post.players
        end = post.last_to(ben)
        assert "REMATCH opens the same table again" in " ".join(text_of(end).split())

        assert post.answer(ben, "Rematch please", to=end)[0] == 250
        asked = post.last_to(ben)
        assert "reply to this mail with YES" in said(post, ben) and again(post) is None
        assert post.answer(ben, "Yes\n\nBen", to=asked)[0] == 250

        table = again(post)
        assert table is not None and str(table["match"]) in said(post, ben)
        assert (table["rules"], table["title"], table["pace"]) == (
            post.record.table["rules"], "Monday", {"kind": "duration", "seconds": 7_200},
        )  # fmt: skip
        assert [one["player"] for one in table["seats"]] == [ben.id, None] and table["visibility"] == "private"
        post.go_on()
        assert f"/join/{table['match']}" in text_of(post.last_to(ann)), "the other one is invited by mail"


def test_whoever_asks_as_well_sits_down_there_and_nothing_happens_twice(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path, reply_authserv="mx.example") as post:
        over(post)
        ann, ben = post.players
        letters = {one.id: post.last_to(one) for one in (ann, ben)}
        mail = reply_to(letters[ben.id], ben, "REVANCHE", **SHOWN)
        for _ in range(2):  # a mail server that has heard no answer sends the mail again
            assert post.post(mail, ben.mail, str(letters[ben.id]["Reply-To"]))[0] == 250
        first = again(post)
        assert first is not None and [one["player"] for one in first["seats"]] == [ben.id, None]

        for who, words in (
            (ben, "is already there"),
            (ann, "One of the others has already opened"),
            (ann, "is already there"),
        ):
            assert post.answer(who, "REMATCH", to=letters[who.id], **SHOWN)[0] == 250
            assert words in said(post, who)
        both = again(post)
        assert both is not None and [one["player"] for one in both["seats"]] == [ben.id, ann.id]


def test_a_condition_below_the_wish_is_quoted_and_asked_about(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path, reply_authserv="mx.example") as post:
        over(post)
        ben = post.players[1]
        assert post.answer(ben, "REMATCH\n\nBut only if Ann wants to.", **SHOWN)[0] == 250
        assert '"But only if Ann wants to."' in said(post, ben)
        assert again(post) is None
        assert post.answer(ben, "Yes", **SHOWN)[0] == 250
        assert again(post) is not None


@pytest.mark.parametrize("words", ["Yes, but not with Ben", "no", "YES?", "REMATCH"])
def test_nothing_but_a_yes_confirms(redis_url: str, tmp_path: Path, words: str) -> None:
    with correspondence(redis_url, tmp_path) as post:
        over(post)
        ben = post.players[1]
        post.answer(ben, "REMATCH")
        post.answer(ben, words)
        assert "Nothing was changed" in said(post, ben) and again(post) is None


def test_a_letter_of_old_confirms_nothing(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        over(post)
        ben = post.players[1]
        post.answer(ben, "REMATCH")
        asked, links = post.last_to(ben), post.context.links
        late = stamped("rematch", post.record.now - (HOLDS + 1) * MINUTE)
        address = make_confirming_address(links, "reply.example", ben.id, ben.mail, post.match, 1, late)
        del asked["Reply-To"]
        asked["Reply-To"] = address
        assert post.answer(ben, "YES", to=asked)[0] == 250
        assert "Only YES as the first word opens one, within 7 days" in said(post, ben) and again(post) is None


def test_who_was_passed_the_letter_opens_nothing_in_anybody_s_name(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        over(post)
        ben, eve = post.players[1], account(post.context, "Eve")
        end = post.last_to(ben)
        assert post.answer(eve, "REMATCH", to=end)[0] == 550
        forged = reply_to(end, ben, "REMATCH")  # with Ben's name in From, which nothing shows to be false here
        assert post.post(forged, eve.mail, str(end["Reply-To"]))[0] == 250
        assert again(post) is None and "reply to this mail with YES" in said(post, ben), (
            "the question goes to Ben alone"
        )
        assert not post.letters_to(eve)
        assert post.answer(eve, "YES", to=post.last_to(ben))[0] == 550


def test_nobody_has_a_rematch_of_a_match_that_was_never_dealt(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", hold=0, options={"preset": "goldsieber-basic"})
        assert post.answer(post.players[0], "REMATCH")[0] == 250
        assert "when it is over" in said(post, post.players[0]) and again(post) is None


def test_a_table_of_bots_begins_at_once(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        ann = account(post.context, "Ann", language="de")
        post.players, post.match = [ann], new_match_id()
        new = NewMatch(rules="kontor", options={"preset": "goldsieber-basic"}, bots=["steady"], grace=0, hold=0)
        creation.create(post.context, ann, new, post.match)
        post.go_on()
        resign(post.context, post.match, ann)
        post.go_on()
        assert "REVANCHE macht denselben Tisch noch einmal auf" in said(post, ann)
        post.answer(ann, "Revanche!")
        post.answer(ann, "ja gern")
        assert "Es geht gleich los." in said(post, ann)
        post.go_on()
        table = again(post)
        assert table is not None and table["status"] == "running" and table["seats"][1]["bot"] == "steady"
        assert "/choose/" in text_of(post.last_to(ann)), "the first question is asked"


def test_after_the_link_secret_was_changed_it_is_still_the_same_table(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        over(post)
        ann, ben = post.players
        before = replace(post.context, links=Links(b"o" * 32))
        opened = play_again(before, ben, post.record)
        rotated = replace(post.context, links=Links(b"n" * 32, b"o" * 32))

        joined = play_again(rotated, ann, post.record)

        assert (joined.did, joined.record.match) == ("joined", opened.record.match)
        assert play_again(rotated, ben, post.record).did == "stands"


def test_whoever_asks_several_times_in_one_moment_is_told_that_the_table_stands(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        over(post)
        (ann, ben), at_once = post.players, Barrier(6)
        play_again(post.context, ben, post.record)

        def ask(_: int) -> str:
            at_once.wait()
            return play_again(post.context, ann, post.record).did

        with ThreadPoolExecutor(6) as people:
            became = sorted(people.map(ask, range(6)))
        assert became == ["joined", *["stands"] * 5]


def test_a_table_that_was_given_up_before_it_began_is_not_said_to_stand(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("packet-row", seats=3, hold=0)
        ann, ben, cleo = post.players
        resign(post.context, post.match, cleo)
        post.go_on()
        ending = post.last_to(ann)
        table = play_again(post.context, ben, post.record).record.match
        assert play_again(post.context, ann, post.record).did == "joined"
        lobby.leave(post.context, table, ben)
        post.go_on()

        assert post.answer(ann, "REMATCH", to=ending)[0] == 250
        assert "is already there" not in said(post, ann) and "You can open another" in said(post, ann)


def test_where_nobody_else_is_left_the_answer_promises_no_invitation(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path, reply_authserv="mx.example") as post:
        over(post)
        ann, ben = post.players
        depart(post.context, ann.id)
        assert post.answer(ben, "REMATCH", **SHOWN)[0] == 250
        assert "None of the others is here any more" in said(post, ben)
        table = again(post)
        assert table is not None and [one["player"] for one in table["seats"]] == [ben.id, None]


def test_a_copy_of_the_mail_sits_nobody_down_who_has_left_since(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path, reply_authserv="mx.example") as post:
        post.begin("packet-row", seats=3, hold=0)
        ann, ben, cleo = post.players
        resign(post.context, post.match, cleo)
        post.go_on()
        table, letter = play_again(post.context, ann, post.record).record.match, post.last_to(ben)
        raw, address = reply_to(letter, ben, "REMATCH", **SHOWN).as_bytes(), read_address(str(letter["Reply-To"]), HOST)
        assert address is not None
        assert take(replace(post.desk, transport=Away()), raw, ben.mail, address).startswith("451")
        lobby.leave(post.context, table, ben)

        assert take(post.desk, raw, ben.mail, address).startswith("250")

        found = again(post)
        assert found is not None and [one["player"] for one in found["seats"]] == [ann.id, None, None]
        assert "This mail arrived again" in said(post, ben)
        assert post.answer(ben, "REMATCH", to=letter, **SHOWN)[0] == 250
        assert "now you have a seat there" in said(post, ben), "a new mail means it anew"
