"""Stopping mails by a letter's link tells the player once, with a link that undoes it: a forwarded copy has the link, too."""

from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage

import pytest
from werkzeug.test import TestResponse

from service.accounts.access.login import code_in
from service.accounts.mail.mail_preferences import unsubscribe_link
from service.context import Context
from service.notifications.channel import Bundle
from service.notifications.kinds import MUTED_BY_LINK
from service.store.keys import recipient_of
from service.store.records import Notice
from tests.service.api.browser import Browser, forms
from tests.service.api.players import Player, Table
from tests.workers.mail.post_office import html_of, text_of
from workers.mail.channel import Mail
from workers.mail.sending.transport import transport_of

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


def stop(context: Context, visitor: Player, ada: Player, match: str, **form: str) -> TestResponse:
    """Press the link of a letter to Ada, as a mail program does or a person with her letter."""
    link = unsubscribe_link(context, ada.stored(context), match, invitation=False)
    return visitor.app.test_client().post(f"/unsubscribe/{link}", data=form or ONE_CLICK)


def told(context: Context, ada: Player) -> list[Notice]:
    waiting = context.store.notices(recipient_of(ada.account, None)).pending
    return [one for one in waiting if one["kind"] == MUTED_BY_LINK.name]


def letter(context: Context, ada: Player) -> EmailMessage:
    """Return the last of these letters as it would go out."""
    notice = told(context, ada)[-1]
    bundle = Bundle([notice], ada.stored(context), None, "one", None, context.store.now())
    return Mail(context, transport_of("smtp://localhost")).write(bundle)


def way_back(context: Context, ada: Player) -> str:
    return f"/unsubscribe/undo/{code_in(context, told(context, ada)[-1])}"


def muted(ada: Player) -> list[str]:
    found: list[str] = ada.sees("/v1/me/notifications")["muted_matches"]
    return found


def test_one_click_is_told_with_a_link_that_undoes_it(
    context: Context, visitor: Player, ada: Player, table: Table
) -> None:
    assert stop(context, visitor, ada, table.match).status_code == 200
    said = text_of(letter(context, ada))
    assert "mails about your match" in said.replace("\n", " ") and way_back(context, ada) in said
    page = visitor.get(way_back(context, ada))
    assert [one.action for one in forms(page)] == [way_back(context, ada)]
    assert muted(ada) == [table.match], "looking does nothing"
    done = Browser(visitor.app).post(way_back(context, ada), {})
    assert done.status_code == 200 and muted(ada) == []
    assert Browser(visitor.app).post(way_back(context, ada), {}).status_code == 200, "pressed twice"


def test_each_change_is_told_once_however_often_the_link_is_pressed(
    context: Context, visitor: Player, ada: Player, table: Table
) -> None:
    with ThreadPoolExecutor(6) as pool:
        answers = pool.map(lambda _: stop(context, visitor, ada, table.match).status_code, range(6))
        assert set(answers) == {200}
    assert len(told(context, ada)) == 1
    Browser(visitor.app).post(way_back(context, ada), {})
    stop(context, visitor, ada, table.match)
    assert len(told(context, ada)) == 2, "muted again"


def test_whoever_mutes_in_the_account_is_told_nothing(
    context: Context, visitor: Player, ada: Player, table: Table
) -> None:
    ada.put("/v1/me/notifications", {"muted_matches": [table.match]})
    assert told(context, ada) == []
    stop(context, visitor, ada, table.match)
    assert told(context, ada) == [], "it was muted already, and not by a link"


def test_nobody_is_told_who_never_confirmed_the_address(
    context: Context, visitor: Player, ada: Player, table: Table
) -> None:
    context.store.update_account(ada.account, verified=False)
    stop(context, visitor, ada, table.match)
    stop(context, visitor, ada, table.match, mails="all")
    assert told(context, ada) == []


def test_the_end_of_all_mails_is_told_and_undone_to_what_was_wanted_before(
    context: Context, visitor: Player, ada: Player, table: Table
) -> None:
    ada.put("/v1/me/notifications", {"kinds": {"said": False}})
    before = ada.sees("/v1/me/notifications")["kinds"]
    stop(context, visitor, ada, table.match, mails="all")
    stop(context, visitor, ada, "")
    assert len(told(context, ada)) == 1 and not any(ada.sees("/v1/me/notifications")["kinds"].values())
    assert "any mails" in text_of(letter(context, ada)).replace("\n", " ")
    Browser(visitor.app).post(way_back(context, ada), {})
    assert ada.sees("/v1/me/notifications")["kinds"] == before


def test_the_undo_is_for_the_mailbox_that_had_the_letter(
    context: Context, visitor: Player, ada: Player, table: Table
) -> None:
    stop(context, visitor, ada, table.match)
    link = way_back(context, ada)
    context.store.change_mail(ada.account, lambda _: {"mail": "ada@elsewhere.example"})
    assert Browser(visitor.app).post(link, {}).status_code == 404 and muted(ada) == [table.match]
    assert visitor.get("/unsubscribe/undo/forged").status_code == 404


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_title_that_players_wrote_is_one_harmless_line(
    context: Context, visitor: Player, ada: Player, table: Table, language: str
) -> None:
    context.store.update_account(ada.account, language=language)
    stop(context, visitor, ada, table.match)
    notice = told(context, ada)[-1]
    notice["facts"]["title"] = "<b>Ours</b>\r\nBcc: x@y.example"
    bundle = Bundle([notice], ada.stored(context), None, "one", None, context.store.now())
    made = Mail(context, transport_of("smtp://localhost")).write(bundle)
    assert "<b>Ours</b> Bcc: x@y.example" in " ".join(text_of(made).split())
    assert "&lt;b&gt;Ours&lt;/b&gt; Bcc" in " ".join(html_of(made).split()) and made["Bcc"] is None
