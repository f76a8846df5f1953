"""The buttons of letters: what their links can do, and what nobody can do with them."""

import html
import json
import re
from dataclasses import replace
from email.message import EmailMessage
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from engine.protocol.seal import matches
from engine.verifier.replay import verify
from service.accounts.access.tokens import issue_token
from service.accounts.mail.mail_preferences import BUTTONS
from service.api.pages import choice_aftermath, choice_page
from service.choices.answering import make_choice_link, questions_of
from service.context import Context
from service.keys.signing import new_match_id, verify_signature
from service.matches.numbering import digest_of
from service.matches.seating import creation, lobby
from service.notifications.asks import asks
from service.store.connection.connect import StoreUnavailable
from tests.given.contexts import account, loaded
from tests.given.undrawn import draw_nothing
from tests.service.api.browser import Browser, forms
from tests.service.api.players import PACE, Player, Table
from tests.workers.mail.post_office import post_office, text_of
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of
from workers.resolve.drain import drain_once

BUTTON = re.compile(r"https?://[^/\s]+(/choose/[A-Za-z0-9_-]+(?:/[0-9]+)?)\s")


def link_of(context: Context, player: Player, match: str) -> str:
    """Return the link of the first question that the player may answer."""
    record, holder = loaded(context, match), player.stored(context)
    seat = [one["player"] for one in record.table["seats"]].index(player.account)
    return make_choice_link(context.links, holder, match, seat, digest_of([next(questions_of(record, seat))]))


def press(browser: Browser, path: str) -> TestResponse:
    """Open the page of a choice and send its form."""
    page = browser.get(path)
    assert page.status_code == 200, page.get_data(as_text=True)
    return browser.press(page, path)


def said(page: TestResponse) -> str:
    return html.unescape(page.get_data(as_text=True))


def acts_in(context: Context, match: str) -> int:
    return len(loaded(context, match).acts)


def test_a_choice_is_shown_in_words_then_sealed_with_its_receipt(app: Flask, context: Context, table: Table) -> None:
    ada, browser = table.players[0], Browser(app)
    link = link_of(context, ada, table.match)
    moves = table.moves(ada, table.standing()["id"])

    listed, shown = browser.get(f"/choose/{link}"), browser.get(f"/choose/{link}/1")
    assert said(listed).count(f"/choose/{link}/") == len(moves)
    assert "Your answer would be" in said(shown)
    assert acts_in(context, table.match) == 0

    done = browser.press(shown, f"/choose/{link}/1")

    assert done.status_code == 200
    act = loaded(context, table.match).acts[table.standing()["id"], 0]
    assert (act.custody, act.commitment is not None) == ("escrow", True)
    assert str(act.commitment) in said(done)
    kept = [json.loads(one) for one in re.findall(r"<pre>(.*?)\n*</pre>", said(done), re.DOTALL)]
    assert kept[0]["receipt"]["commitment"] == act.commitment
    assert kept[1]["opening"]["move"] == moves[0]
    assert matches(kept[1]["opening"], str(act.commitment))


def test_looking_changes_nothing_and_neither_does_what_scanners_send(
    app: Flask, context: Context, table: Table
) -> None:
    link, client = link_of(context, table.players[0], table.match), app.test_client()
    other = Browser(app).get(f"/choose/{link_of(context, table.players[1], table.match)}/1")
    bodies: list[dict[str, Any]] = [{}, {"List-Unsubscribe": "One-Click"}, {"once": "x" * 60}, forms(other)[0].hidden]
    for path in (f"/choose/{link}", f"/choose/{link}/1"):
        for method in ("GET", "HEAD", "OPTIONS"):
            assert client.open(path, method=method).status_code == 200
        for body in bodies:
            assert client.post(path, data=body).status_code in (200, 405)
    page = Browser(app).get(f"/choose/{link}/1")
    assert Browser(app).post(f"/choose/{link}/1", forms(page)[0].hidden, site="cross-site").status_code == 400
    assert acts_in(context, table.match) == 0


def test_a_form_sent_twice_gets_the_same_receipt_and_a_second_one_does_nothing(
    app: Flask, context: Context, table: Table
) -> None:
    link, browser = link_of(context, table.players[0], table.match), Browser(app)
    first, second = browser.get(f"/choose/{link}/1"), browser.get(f"/choose/{link}/2")

    once, again = browser.press(first, f"/choose/{link}/1"), browser.press(first, f"/choose/{link}/1")
    later = browser.press(second, f"/choose/{link}/2")
    swapped = browser.post(f"/choose/{link}/2", forms(first)[0].hidden)

    assert said(once) == said(again)
    assert (later.status_code, swapped.status_code) == (409, 409)
    shut = Browser(app).get(f"/choose/{link}/1")
    assert (shut.status_code, "answered this question already" in said(shut)) == (409, True)
    assert loaded(context, table.match).acts[table.standing()["id"], 0].seq == 1


def test_an_answer_taken_back_at_the_table_stays_taken_back(app: Flask, context: Context, table: Table) -> None:
    ada, browser = table.players[0], Browser(app)
    link, here = link_of(context, ada, table.match), table.here()
    assert press(browser, f"/choose/{link}/1").status_code == 200
    old = browser.get(f"/choose/{link}/1")
    assert old.status_code == 409
    assert ada.delete(f"{here}/commitment?replaces=1").status_code == 200

    assert browser.get(f"/choose/{link}/1").status_code == 409
    assert loaded(context, table.match).acts[table.standing()["id"], 0].commitment is None


def test_an_old_letter_leads_its_reader_to_the_question_that_is_open_again(
    app: Flask, context: Context, table: Table
) -> None:
    ada, ben = table.players
    link, here = link_of(context, ada, table.match), table.here()
    press(Browser(app), f"/choose/{link}/1")
    assert ada.delete(f"{here}/commitment?replaces=1").status_code == 200

    for other in (Browser(app), Browser(app).sign_in(context, ben)):
        told = other.get(f"/choose/{link}/2")
        assert (told.status_code, "the question is open again" in said(told)) == (409, True)
        assert f'href="/table/{table.match}"' in said(told)
        assert forms(told) == []

    own = Browser(app).sign_in(context, ada)
    listed = own.get(f"/choose/{link}")
    assert listed.status_code == 200
    assert f"/choose/{link}/2?again=" in said(listed)
    done = press(own, f"/choose/{link}/2")
    act = loaded(context, table.match).acts[table.standing()["id"], 0]
    assert (done.status_code, act.seq, act.commitment is not None) == (200, 3, True)
    assert own.get(f"/choose/{link}/2").status_code == 409, "and that one stands"


def test_the_browser_that_sealed_takes_back_and_answers_anew(app: Flask, context: Context, table: Table) -> None:
    link, browser = link_of(context, table.players[0], table.match), Browser(app)
    form = browser.get(f"/choose/{link}/1")
    sealed = browser.press(form, f"/choose/{link}/1")
    for way in (sealed, browser.get(f"/choose/{link}"), browser.get(f"/choose/{link}/2")):
        assert f"/choose/{link}/back" in [one.action for one in forms(way)]
    act = loaded(context, table.match).acts[table.standing()["id"], 0]

    listed = browser.press(browser.get(f"/choose/{link}"), f"/choose/{link}/back")
    assert (listed.status_code, "Taken back" in said(listed)) == (200, True)
    assert loaded(context, table.match).acts[table.standing()["id"], 0].commitment is None
    assert browser.press(form, f"/choose/{link}/1").status_code == 409
    (second,) = re.findall(rf'"(/choose/{link}/2\?again=[^"]+)"', said(listed))
    anew = browser.press(browser.get(second), f"/choose/{link}/2")

    now = loaded(context, table.match).acts[table.standing()["id"], 0]
    assert (anew.status_code, now.seq, now.commitment is not None) == (200, act.seq + 2, True)
    assert str(now.commitment) in said(anew)
    assert browser.press(sealed, f"/choose/{link}/back").status_code == 409
    assert browser.get(second).status_code == 409
    assert loaded(context, table.match).acts[table.standing()["id"], 0] == now


def test_nobody_else_takes_back_and_nothing_but_the_answer_of_the_page(
    app: Flask, context: Context, table: Table
) -> None:
    ada, browser = table.players[0], Browser(app)
    link, here, other = (
        link_of(context, ada, table.match),
        table.here(),
        link_of(context, table.players[1], table.match),
    )
    sealed = press(browser, f"/choose/{link}/1")
    (form,) = forms(sealed)

    assert forms(Browser(app).get(f"/choose/{link}")) == []
    for body in ({}, {"back": ""}, {"back": form.hidden["back"][:-4]}, {"back": "x" * 80}):
        assert Browser(app).post(f"/choose/{link}/back", body).status_code == 409
    assert Browser(app).post(f"/choose/{other}/back", form.hidden).status_code == 409
    assert browser.post(f"/choose/{link}/back", form.hidden, site="cross-site").status_code == 400
    assert browser.get(f"/choose/{link}/2?again={form.hidden['back']}").status_code == 409
    assert ada.put(f"{here}/commitment", {"move": table.moves(ada, table.standing()["id"])[1], "replaces": 1}).json
    changed = loaded(context, table.match).acts[table.standing()["id"], 0]
    assert changed.seq == 2
    assert browser.press(sealed, f"/choose/{link}/back").status_code == 409
    assert forms(browser.get(f"/choose/{link}")) == []
    assert loaded(context, table.match).acts[table.standing()["id"], 0] == changed


def workers_awake(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have workers that go on as soon as they are woken."""
    monkeypatch.setattr(choice_page, "wake_soon", lambda *_, **__: drain_once(context))


def test_the_last_answer_is_followed_by_what_came_of_it_and_what_is_asked_next(
    app: Flask, context: Context, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers_awake(context, monkeypatch)
    ada, ben, first, last = *table.players, Browser(app), Browser(app)
    links = [link_of(context, one, table.match) for one in (ada, ben)]
    waits = press(first, f"/choose/{links[0]}/1")
    assert ("Still awaited: Ben" in said(waits), "Take the answer back" in said(waits)) == (True, True)

    done = press(last, f"/choose/{links[1]}/2")

    story = ben.sees(f"{table.path}/feed?language=en")["events"]
    told = [one["text"] for one in story if one["text"]]
    assert told
    assert all(text in said(done) for text in told[-2:])
    assert ("Take the answer back" in said(done), "cannot be changed any more" in said(done)) == (False, True)
    assert "/choose/" not in said(done).replace(links[1], ""), "the letter's link shows no other question's choices"
    again = last.get(f"/choose/{links[1]}/2")
    assert (again.status_code, "Your answer counted" in said(again)) == (410, True)
    assert all(text in said(again) for text in told[-2:])
    assert ada.sees("/v1/me/waiting")["waiting"] + ben.sees("/v1/me/waiting")["waiting"]
    for player, browser, link in ((ada, first, links[0]), (ben, last, links[1])):
        shown = said(browser.get(f"/choose/{link}"))
        waiting = bool(player.sees("/v1/me/waiting")["waiting"])
        assert ("Next you are asked" in shown, f'href="/table/{table.match}"' in shown) == (waiting, True)


@pytest.mark.parametrize("few", [False, True])
def test_who_is_signed_in_goes_on_with_the_choices_of_what_is_asked_next(
    app: Flask, context: Context, monkeypatch: pytest.MonkeyPatch, *, few: bool
) -> None:
    workers_awake(context, monkeypatch)
    monkeypatch.setattr(choice_page, "FEW", 100 if few else 0)
    match = begin(context, "kontor", 2, {})
    shown, pressed = "", 0
    while "Next you are asked" not in shown:
        record = loaded(context, match)
        seat, question = next((at, one) for at in (0, 1) for one in questions_of(record, at) if asks(record, at))
        holder = context.store.account(str(record.table["seats"][seat]["player"]))
        assert holder is not None
        browser = Browser(app)
        issued = issue_token(context, holder.id, name="phone", scopes=("match:read", "match:play"))
        browser.client.set_cookie("siegelpost", issued.text)
        link = make_choice_link(context.links, holder, match, seat, digest_of([question]))
        assert press(browser, f"/choose/{link}/1").status_code == 200
        shown, pressed = said(browser.get(f"/choose/{link}")), pressed + 1
        assert pressed < 12, shown
    assert ("Answer it here" in shown) != few
    ways = re.findall(r'href="(/choose/[A-Za-z0-9_-]+(?:/[0-9]+)?)"', shown)
    assert ways and ((len(ways) > 1) == few)
    before = loaded(context, match)
    press(browser, ways[0] if few else f"{ways[0]}/1")
    after = loaded(context, match)
    assert (after.n, after.acts) != (before.n, before.acts)


def test_what_came_of_an_answer_is_told_to_the_browser_that_gave_it_alone(
    app: Flask, context: Context, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers_awake(context, monkeypatch)
    links, browsers = [link_of(context, one, table.match) for one in table.players], [Browser(app), Browser(app)]
    for link, browser in zip(links, browsers, strict=True):
        press(browser, f"/choose/{link}/1")
    texts = [one["text"] for one in table.players[0].sees(f"{table.path}/feed?language=en")["events"] if one["text"]]
    assert texts[-1] in said(browsers[0].get(f"/choose/{links[0]}"))
    stranger = said(Browser(app).get(f"/choose/{links[0]}"))
    assert (texts[-1] in stranger, "moved on" in stranger) == (False, True)


def test_an_answer_that_was_taken_back_or_changed_is_not_said_to_have_counted(
    app: Flask, context: Context, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers_awake(context, monkeypatch)
    ada, ben = table.players
    links, browsers = [link_of(context, one, table.match) for one in (ada, ben)], [Browser(app), Browser(app)]
    decision, here = table.standing()["id"], table.here()
    sealed = press(browsers[0], f"/choose/{links[0]}/1")
    assert browsers[0].press(sealed, f"/choose/{links[0]}/back").status_code == 200
    assert ada.put(f"{here}/commitment", {"move": table.moves(ada, decision)[1], "replaces": 2}).status_code == 200
    press(browsers[1], f"/choose/{links[1]}/1")
    for browser, link, counts in zip(browsers, links, (False, True), strict=True):
        shown = said(browser.get(f"/choose/{link}"))
        assert ("Your answer counted" in shown, "You have already answered with this browser" in shown) == (
            counts,
            counts,
        )
        assert "What came of it" in shown


@pytest.mark.parametrize("fault", ["words", "store"])
def test_an_answer_that_was_taken_shows_its_receipt_whatever_cannot_be_told(
    app: Flask, context: Context, table: Table, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    workers_awake(context, monkeypatch)
    links = [link_of(context, one, table.match) for one in table.players]
    press(Browser(app), f"/choose/{links[0]}/1")

    def away(*_: object) -> None:
        raise StoreUnavailable("it is restarting")

    broken = {"words": ("events_in_words", None), "store": ("settled", away)}
    browser = Browser(app)
    shown = browser.get(f"/choose/{links[1]}/1")
    monkeypatch.setattr(choice_aftermath, *broken[fault])
    done = browser.press(shown, f"/choose/{links[1]}/1")
    assert (done.status_code, "receipts.jsonl" in said(done)) == (200, True)
    again = browser.get(f"/choose/{links[1]}")
    assert (again.status_code, "Your answer counted" in said(again)) == (410, True)


def test_while_the_workers_are_at_it_nothing_is_said_to_be_taken_back(
    app: Flask, context: Context, table: Table
) -> None:
    ada, ben = table.players
    ada.put(f"{table.here()}/commitment", {"move": table.moves(ada, table.standing()["id"])[0]})
    link, browser = link_of(context, ben, table.match), Browser(app)
    done = press(browser, f"/choose/{link}/1")
    assert ("worked out just now" in said(done), forms(done)) == (True, [])
    table.resolve()
    assert "What came of it" in said(browser.get(f"/choose/{link}"))


def test_seals_that_wait_a_while_say_so_and_can_be_taken_back_until_then(
    app: Flask, context: Context, ada: Player, ben: Player
) -> None:
    table = Table.begin(context, ada, ben, grace_seconds=90)
    for player in (ada, ben):
        done = press(browser := Browser(app), f"/choose/{(link := link_of(context, player, table.match))}/1")
    assert re.search(r"turned over in (90|89) seconds", said(done))
    assert [one.action for one in forms(done)] == [f"/choose/{link}/back"]
    assert [one.action for one in forms(browser.get(f"/choose/{link}"))] == [f"/choose/{link}/back"]


def test_the_answer_that_ends_a_match_says_who_won(
    app: Flask, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers_awake(context, monkeypatch)
    match, page = begin(context, "kontor", 2, {"round_limit": 1}), ""
    while (record := loaded(context, match)).table["status"] == "running":
        seat, ask = next((one, found[0]) for one in (0, 1) if (found := asks(record, one)))
        question = next(one for one in questions_of(record, seat) if one.standing["id"] == ask.standing["id"])
        holder = context.store.account(str(record.table["seats"][seat]["player"]))
        assert holder is not None
        link = make_choice_link(context.links, holder, match, seat, digest_of([question]))
        page = said(press(Browser(app), f"/choose/{link}/1"))
    outcome = record.table["outcome"]
    assert outcome is not None
    assert all(f"{record.table['seats'][one]['name']}" in page.partition("Winner:")[2] for one in outcome["winners"])
    assert "The match is over." in page


@pytest.mark.parametrize(
    "change", ["other account", "other mail", "other seat", "other match", "other question", "cut"]
)
def test_a_link_is_bound_to_all_that_it_names(app: Flask, context: Context, table: Table, change: str) -> None:
    ada, ben = (one.stored(context) for one in table.players)
    asked = digest_of([next(questions_of(loaded(context, table.match), 0))])
    links = {
        "other account": make_choice_link(context.links, ben, table.match, 0, asked),
        "other mail": make_choice_link(context.links, replace(ada, mail="new@players.example"), table.match, 0, asked),
        "other seat": make_choice_link(context.links, ada, table.match, 1, asked),
        "other match": make_choice_link(context.links, ada, new_match_id(), 0, asked),
        "other question": make_choice_link(context.links, ada, table.match, 0, bytes(8)),
        "cut": make_choice_link(context.links, ada, table.match, 0, asked)[:-1],
    }
    page = Browser(app).get(f"/choose/{links[change]}/1")
    assert page.status_code == (410 if change == "other question" else 404)
    assert ada.name not in said(page)


def test_a_link_dies_with_its_question_its_match_and_its_wish(app: Flask, context: Context, table: Table) -> None:
    ada, ben, browser = *table.players, Browser(app)
    link = link_of(context, ada, table.match)
    filled = browser.get(f"/choose/{link}/1")

    context.store.change_prefs(ada.account, lambda now: {**now.prefs, BUTTONS: "none"})
    assert browser.get(f"/choose/{link}/1").status_code == 403
    assert browser.press(filled, f"/choose/{link}/1").status_code == 403
    context.store.change_prefs(ada.account, lambda now: {**now.prefs, BUTTONS: "choices"})
    for one in (ada, ben):
        move = table.moves(one, table.standing()["id"])[0]
        assert one.put(f"{table.here()}/commitment", {"move": move}).status_code == 200
    table.resolve()
    assert "moved on" in said(browser.press(filled, f"/choose/{link}/1"))
    assert ben.post(f"{table.path}/resign").status_code in (200, 202)
    table.resolve()
    over = browser.press(filled, f"/choose/{link}/1")
    assert (over.status_code, "match is over" in said(over)) == (410, True)


@pytest.mark.parametrize("number", ["0", "-1", "999", "1e1", "٣", "9" * 5_000, "1/../2", "%00"])
def test_a_choice_that_there_is_not_answers_nothing(app: Flask, context: Context, table: Table, number: str) -> None:
    link = link_of(context, table.players[0], table.match)
    assert Browser(app).get(f"/choose/{link}/{number}").status_code in (404, 410)
    assert Browser(app).post(f"/choose/{link}/{number}").status_code in (400, 404, 405, 410)
    assert acts_in(context, table.match) == 0


def test_late_and_own_keys_are_said_in_words(
    app: Flask, context: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table.begin(context, ada, ben)
    link = link_of(context, ada, table.match)
    deadline = loaded(context, table.match).table["standing"][0]["deadline"]
    assert deadline is not None
    later = replace(loaded(context, table.match), now=deadline + 1_000)
    monkeypatch.setattr(context.store, "load", lambda match: later)
    late = Browser(app).get(f"/choose/{link}/1")
    assert (late.status_code, "has passed" in said(late)) == (410, True)
    monkeypatch.undo()

    strict = Table.begin(context, ada, ben, custody="client")
    asked = link_of(context, ada, table.match)
    own = make_choice_link(context.links, ada.stored(context), strict.match, 0, bytes(8))
    assert "Answer at the table" in said(Browser(app).get(f"/choose/{own}/1"))
    assert Browser(app).get(f"/choose/{asked}/1").status_code == 200


def test_names_are_text_and_the_table_is_for_who_is_signed_in(app: Flask, context: Context, ada: Player) -> None:
    mallory = "<img src=x onerror=alert(1)>"
    guest = account(context, "Cleo")
    match, holder = new_match_id(), ada.stored(context)
    creation.create(
        context, holder, creation.NewMatch(rules="kontor", seats=2, grace=0, title=mallory, pace=PACE), match
    )
    lobby.join(context, match, replace(guest, name="<b>Cleo</b>"), seat=None, invitation=None)
    drain_once(context)
    link, browser = link_of(context, ada, match), Browser(app)

    page = browser.get(f"/choose/{link}/1")
    assert mallory not in page.get_data(as_text=True)
    assert "data:image" not in said(page)
    assert page.headers["Cache-Control"] == "no-store"
    assert "data:image/svg+xml" in said(browser.sign_in(context, ada).get(f"/choose/{link}/1"))


def test_a_token_that_may_not_look_or_play_is_no_reader_who_is_signed_in(
    app: Flask, context: Context, table: Table
) -> None:
    """The attack: a program that was granted little puts its token into the cookie, beside a letter that was forwarded."""
    ada = table.players[0]
    link, here = link_of(context, ada, table.match), table.here()

    def browser_with(*scopes: str) -> Browser:
        browser = Browser(app)
        issued = issue_token(context, ada.account, name="program", scopes=scopes)
        browser.client.set_cookie("siegelpost", issued.text)
        return browser

    assert "data:image" not in said(browser_with("account:read").get(f"/choose/{link}/1"))
    assert "data:image" in said(browser_with("match:read").get(f"/choose/{link}/1"))
    press(Browser(app), f"/choose/{link}/1")
    assert ada.delete(f"{here}/commitment?replaces=1").status_code == 200
    assert browser_with("account:read", "match:read").get(f"/choose/{link}/2").status_code == 409
    assert browser_with("match:play").get(f"/choose/{link}/2").status_code == 200


def begin(context: Context, rules: str, seats: int, options: dict[str, Any]) -> str:
    """Start a match between people who have nothing but mail; return its id."""
    players = [account(context, name) for name in ("Ann", "Ben", "Cleo", "Dora", "Emil")[:seats]]
    match = new_match_id()
    new = creation.NewMatch(rules=rules, seats=seats, options=options, grace=0, hold=0)
    creation.create(context, players[0], new, match)
    for player in players[1:]:
        lobby.join(context, match, player, seat=None, invitation=None)
    drain_once(context)
    return match


def buttons_of(letter: EmailMessage, browser: Browser) -> list[list[str]]:
    """Return the pages of the choices of each question: those of the letter, else those that its one button leads to."""
    found: dict[str, list[str]] = {}
    for path in BUTTON.findall(text_of(letter)):
        question, _, number = path.removeprefix("/choose/").partition("/")
        found.setdefault(question, []).extend([path] if number else [])
    return [choices or listed_on(browser, question) for question, choices in found.items()]


def listed_on(browser: Browser, question: str) -> list[str]:
    return re.findall(rf'"(/choose/{question}/[0-9]+)"', said(browser.get(f"/choose/{question}")))


@pytest.mark.parametrize(
    ("rules", "seats", "options"),
    [
        ("kontor", 2, {"round_limit": 3}),
        pytest.param("packet-row", 3, {}, marks=pytest.mark.soak),
        pytest.param("anno-1701", 2, {"turn_limit": 6}, marks=pytest.mark.soak),
        pytest.param("seafarers", 5, {"preset": "fuenf-inseln-5", "turn_limit": 10}, marks=pytest.mark.soak),
    ],
)
def test_a_match_is_played_with_the_buttons_of_letters_alone(
    app: Flask, context: Context, monkeypatch: pytest.MonkeyPatch, rules: str, seats: int, options: dict[str, Any]
) -> None:
    draw_nothing(monkeypatch)
    match, pressed = begin(context, rules, seats, options), 0
    with post_office() as office:
        for _ in range(2_000):
            if loaded(context, match).table["status"] == "closed":
                break
            deliver_once(context, transport_of(office.url))
            fresh, office.letters = office.letters, []
            asked = [letter for letter in fresh if BUTTON.search(text_of(letter))]
            assert asked, "nobody is asked by letter, and the match is not over"
            for letter in asked:
                browser = Browser(app)
                for choices in buttons_of(letter, browser):
                    pressed += 1  # a number that moves through the choices: all kinds of them are made
                    assert press(browser, choices[pressed * 7 % len(choices)]).status_code == 200
            drain_once(context)
    lines = b"".join(context.store.lines(match, limit=100_000))
    report = verify(lines, check_signature=lambda text, sig: verify_signature(context.signer.public_bytes, text, sig))
    assert (report.verdict, report.reason) == ("PASS", "")
    assert lines.count(b'"by":"seat"') >= pressed // 2 > 0
