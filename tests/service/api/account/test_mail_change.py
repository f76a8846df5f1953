"""Changing the email address takes a login and the new mailbox, tells nobody who is known, and the old address can undo it."""

import re
from collections.abc import Callable
from email.message import EmailMessage
from typing import get_args

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.accounts import AccountError
from service.accounts.access.login import code_in
from service.accounts.access.scopes import SCOPES
from service.accounts.access.tokens import Subscription, issue_token, make_subscription, subscriber
from service.accounts.mail import mail_change, mail_preferences, table_links
from service.api.http.session import FORM
from service.context import Context
from service.notifications.channel import Bundle
from service.store import keys
from service.store.keys import recipient_of
from service.store.records import BROWSERS, ENDED, OTHER_MAILS, Notice
from tests.given.contexts import account_of
from tests.service.api.browser import Browser, code_for, forms
from tests.service.api.players import Player, new_player, refused
from workers.mail.channel import Mail
from workers.mail.sending.transport import transport_of

OLD, NEW = "ada@players.example", "ada@elsewhere.example"


def ask(player: Player, mail: str = NEW) -> TestResponse:
    return player.put("/v1/me/mail", {"mail": mail})


def letters(context: Context, account: str, kind: str) -> list[Notice]:
    waiting = context.store.notices(recipient_of(account, None)).pending
    return [one for one in waiting if one["kind"] == kind]


def code(context: Context, mail: str = NEW) -> str:
    """Return the code of the latest letter to an address."""
    return code_in(context, letters(context, account_of(context, mail).id, "address-asked")[-1])


def undo(context: Context, player: Player, number: int = -1) -> str:
    """Return the link of a letter to an address that the account had."""
    return code_in(context, letters(context, player.account, "address-changed")[number])


def confirm(player: Player, text: str) -> TestResponse:
    return player.post("/v1/me/mail/confirm", {"code": text})


def move(context: Context, player: Player, mail: str = NEW) -> None:
    """Change the address the whole way."""
    assert ask(player, mail).status_code == 202
    answer = confirm(player, code(context, mail))
    assert answer.status_code == 200, answer.get_data(as_text=True)


def written(context: Context, player: Player, notice: Notice) -> EmailMessage:
    bundle = Bundle([notice], player.stored(context), None, notice["id"], None, context.store.now(), False)
    return Mail(context, transport_of("smtp://localhost")).write(bundle)


def undone(app: Flask, link: str) -> TestResponse:
    return Browser(app).post(f"/account/mail/undo/{link}")


def test_the_address_changes_when_the_code_from_the_new_mailbox_is_used(ada: Player, context: Context) -> None:
    assert ask(ada).status_code == 202
    assert ada.sees("/v1/me")["mail"] == OLD, "asking changes nothing"
    text = code(context)
    for answer in (confirm(ada, text), confirm(ada, text)):
        assert (answer.status_code, answer.get_json()["mail"]) == (200, NEW), "sent again, it answers the same"
    assert account_of(context, NEW).id == ada.account
    assert len(letters(context, ada.account, "address-changed")) == 1


def code_texts(context: Context) -> list[str]:
    found = []
    for bucket in range(keys.BUCKETS):
        for one in context.store._ask(("ZRANGE", keys.out(bucket), 0, -1)):
            waiting = context.store.notices(one.decode()).pending
            found += [code_in(context, notice) for notice in waiting if notice["kind"] == "address-asked"]
    return found


def test_the_letters_go_to_the_new_and_to_the_old_address_and_name_nobody(ada: Player, context: Context) -> None:
    ask(ada)
    there = account_of(context, NEW)
    (asked,) = letters(context, there.id, "address-asked")
    letter = written(context, Player(ada.app, None, there.id), asked)
    text = letter.get_body(("plain",))
    assert letter["To"] == NEW and text is not None
    assert code(context) in text.get_content() and re.search(r"\bAda\b", text.get_content()) is None
    confirm(ada, code(context))
    (told,) = letters(context, ada.account, "address-changed")
    letter = written(context, ada, told)
    assert OLD in letter["To"] and NEW not in letter.as_string()
    assert OLD not in str(told["facts"]) and NEW not in str(asked["facts"]), "readers of the store see neither"


def test_the_answer_is_the_same_for_known_and_unknown_addresses(ada: Player, ben: Player) -> None:
    known, unknown = ask(ada, "ben@players.example"), ask(ada, "nobody@players.example")
    assert (known.status_code, known.data) == (unknown.status_code, unknown.data)


def test_an_address_with_an_account_cannot_be_taken_and_only_its_reader_learns_that(
    ada: Player, ben: Player, context: Context
) -> None:
    ask(ada, "ben@players.example")
    refused(confirm(ada, code(context, "ben@players.example")), 409, "mail-taken")
    assert account_of(context, "ben@players.example").id == ben.account
    assert ada.sees("/v1/me")["mail"] == OLD
    assert letters(context, ada.account, "address-changed") == []


def test_an_address_where_only_invitations_wait_can_be_taken(ada: Player, context: Context) -> None:
    guest = context.store.create_account(mail=NEW, name="?")
    move(context, ada, NEW.upper())
    assert account_of(context, NEW).id == ada.account
    assert context.store.account(guest.id) is not None, "what waits for it there is not lost"


def test_a_code_is_worth_nothing_to_another_account_or_after_another_change(
    ada: Player, ben: Player, context: Context
) -> None:
    ask(ada)
    text = code(context)
    refused(confirm(ben, text), 422, "code-wrong")
    refused(confirm(ada, text[:-2] + "AA"), 422, "code-wrong")
    move(context, ada, "third@players.example")
    refused(confirm(ada, text), 422, "code-wrong")


@pytest.mark.parametrize(
    "mail", ["", "a", "a b@c.d", "a@b.c\r\nBcc: x@y.z", "=?utf-8?q?x?=@y.z", "<a@b.c>", "a@b.c,d@e.f", "ä@b.c"]
)
def test_what_is_no_address_is_refused_by_field(ada: Player, mail: str) -> None:
    problem = refused(ask(ada, mail), 422, "invalid")
    assert problem["errors"][0]["pointer"] == "/mail"


def test_ones_own_address_is_no_new_one(ada: Player) -> None:
    refused(ask(ada, OLD.upper()), 422, "invalid")


def test_programs_and_tokens_made_from_others_cannot_change_the_address(
    app: Flask, ada: Player, context: Context
) -> None:
    for kind in ("app", "personal"):
        issued = issue_token(context, ada.account, name="x", scopes=SCOPES, kind=kind)
        program = Player(app, issued.text, ada.account)
        refused(ask(program), 403, "login-needed")
        ask(ada)
        refused(confirm(program, code(context)), 403, "login-needed")
    weak = issue_token(context, ada.account, name="x", scopes=("account:read",))
    refused(ask(Player(app, weak.text, ada.account)), 403, "scope-missing")


def test_the_old_address_takes_the_account_back_whatever_was_changed_since(
    app: Flask, ada: Player, context: Context
) -> None:
    move(context, ada, "thief@players.example")
    move(context, ada, "fence@players.example")
    back, thief = undo(context, ada, 0), undo(context, ada, 1)
    link = table_links.make_link(context.links, ada.account, "0" * 8, context.store.now(), mail=OLD)
    feeds = [make_subscription(context, ada.stored(context), kind) for kind in get_args(Subscription)]
    context.store.change_prefs(
        ada.account, lambda before: {**before.prefs, BROWSERS: [{"of": "the thief"}], "digest": "daily"}
    )
    fence = mail_preferences.unsubscribe_link(context, ada.stored(context), "", invitation=False)
    page = Browser(app).get(f"/account/mail/undo/{back}")
    assert [one.action for one in forms(page)] == [f"/account/mail/undo/{back}"]
    assert ada.stored(context).mail == "fence@players.example", "looking does nothing"
    assert undone(app, back).status_code == 200
    assert ada.stored(context).mail == OLD and account_of(context, OLD).id == ada.account
    assert ada.get("/v1/me").status_code == 401, "whoever was signed in is signed out"
    assert undone(app, thief).status_code == 404, "the thief's own way back has ended"
    assert context.store.account_by_mail("fence@players.example") is None
    with pytest.raises(AccountError, match="no longer valid"):
        table_links.use_link(context, link, "192.0.2.1")
    for kind, feed in zip(get_args(Subscription), feeds, strict=True):
        assert subscriber(context, feed, kind) is None, "the thief's calendar would go on reading along"
    assert mail_preferences.unsubscribe(context, fence, everything=True) is None, (
        "a letter of his would stop the owner's"
    )
    own = mail_preferences.unsubscribe_link(context, ada.stored(context), "", invitation=False)
    assert mail_preferences.unsubscribe_scope(context, own) is not None
    left = ada.stored(context).prefs
    assert BROWSERS not in left, "the thief's browser would go on being notified"
    assert left["digest"] == "daily", "what gives nothing away stays"
    assert undone(app, back).status_code == 200, "pressed twice"


def test_letters_of_the_old_mailbox_sign_nobody_in_and_their_invitations_stay(
    app: Flask, ada: Player, context: Context
) -> None:
    """The attack: the old mailbox is somebody else's by now, and its letters are days old."""
    now = context.store.now()
    old = table_links.make_link(context.links, ada.account, "0" * 8, now, mail=OLD)
    invited = table_links.make_link(context.links, ada.account, "0" * 8, now, invitation="x", mail=OLD)
    move(context, ada)
    assert Browser(app).press_link(f"/enter/{old}").status_code == 422
    form = context.links.make(FORM, {"link": invited})
    assert app.test_client().post(f"/enter/{invited}/no", data={"form": form}).status_code == 410
    new = table_links.make_link(context.links, ada.account, "0" * 8, now - 1, mail=NEW)
    assert Browser(app).press_link(f"/enter/{new}").status_code == 303, (
        "held back until after the change, it was sent there"
    )


def test_a_later_undo_does_not_end_an_earlier_one(app: Flask, ada: Player, context: Context) -> None:
    move(context, ada, "thief@players.example")
    move(context, ada, "fence@players.example")
    back, thief = undo(context, ada, 0), undo(context, ada, 1)
    assert undone(app, thief).status_code == 200
    assert ada.stored(context).mail == "thief@players.example"
    assert undone(app, back).status_code == 200
    assert ada.stored(context).mail == OLD


def test_nobody_can_take_the_old_address_while_it_can_undo(
    app: Flask, ada: Player, ben: Player, context: Context
) -> None:
    move(context, ada)
    ask(ben, OLD)
    (text,) = [one for one in code_texts(context) if context.links.read("address-asked", one)["mail"] == OLD]  # type: ignore[index]
    refused(confirm(ben, text), 409, "mail-taken")
    key = keys.mail(OLD)
    left = context.store._ask(("PTTL", key))
    assert mail_change.UNDO_LIFE < left <= mail_change.UNDO_LIFE + mail_change.STAYS_LONGER
    assert context.store._ask(("PTTL", keys.mail(NEW))) == -1
    move(context, ada, OLD)
    assert context.store._ask(("PTTL", key)) == -1, "back home for good"


def test_the_tenth_change_in_two_weeks_is_the_last_so_that_no_way_back_is_pushed_out(
    ada: Player, context: Context
) -> None:
    for number in range(mail_change.MOST_CHANGES):
        move(context, ada, f"a{number}@players.example")
    ask(ada, "more@players.example")
    answer = confirm(ada, code(context, "more@players.example"))
    refused(answer, 429, "too-many-mail-changes")
    assert int(answer.headers["Retry-After"]) > 86_400


def test_letters_to_new_addresses_are_limited_by_account_and_by_mailbox(
    limited: Context, app: Flask, ada: Player, ben: Player
) -> None:
    for number in range(5):
        assert ask(ada, f"victim+{number}@players.example").status_code == 202
    answer = ask(ada, "other@players.example")
    refused(answer, 429, "too-many-mail-changes")
    assert int(answer.headers["Retry-After"]) >= 1
    refused(ask(ben, "victim@players.example"), 429, "too-many-mail-changes")
    assert ask(ben, "ben2@players.example").status_code == 202


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Your address is changed"), ("de", "Deine Adresse ist geändert")]
)
def test_it_is_done_on_a_page_too(app: Flask, ada: Player, context: Context, language: str, words: str) -> None:
    context.store.update_account(ada.account, language=language)
    browser = Browser(app, language).sign_in(context, ada)
    sent = browser.press(browser.get("/account/mail"), "/account/mail", mail=NEW)
    assert NEW in sent.get_data(as_text=True)
    link = f"/account/mail?code={code(context)}"
    assert Browser(app).get(link).location.startswith("/sign-in?next=%2Faccount%2Fmail%3Fcode%3D")
    done = browser.press(browser.get(link), "/account/mail/confirm", code=code(context))
    assert done.status_code == 200 and words in done.get_data(as_text=True)
    assert ada.stored(context).mail == NEW


def test_the_pages_take_no_form_of_others_and_no_script_in_an_address(
    app: Flask, ada: Player, ben: Player, context: Context
) -> None:
    browser = Browser(app).sign_in(context, ada)
    page = browser.get("/account/mail?code=%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>" not in page.get_data(as_text=True)
    assert browser.post("/account/mail", {"mail": NEW}).status_code == 403
    (form,) = [one for one in forms(page) if one.action.endswith("confirm")]
    other = Browser(app).sign_in(context, ben)
    ask(ada)
    assert other.post(form.action, {**form.hidden, "code": code(context)}).status_code == 403
    assert browser.press(browser.get("/account/mail"), "/account/mail", mail="<b>@x.y").status_code == 422


def test_undo_links_are_ours_or_nothing(app: Flask, ada: Player, context: Context) -> None:
    ask(ada)
    for link in ("x", code(context), "A" * 3000):
        assert Browser(app).get(f"/account/mail/undo/{link}").status_code == 404
        assert undone(app, link).status_code == 404


def test_a_newcomer_to_the_old_address_after_two_weeks_is_somebody_else(
    app: Flask, ada: Player, context: Context
) -> None:
    move(context, ada)
    back = undo(context, ada)
    context.store.retire_mail(ada.account, OLD, 0)
    other = new_player(app, context, "Ada")
    assert other.account != ada.account
    assert undone(app, back).status_code == 404, "it has an owner of its own now"
    assert ada.stored(context).mail == NEW


def test_a_change_that_meets_the_deletion_of_the_account_takes_no_address(
    context: Context, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(ada)
    text = code(context)
    claim = context.store.claim_mail

    def claim_and_delete(account: str, mail: str) -> str:
        claimed = claim(account, mail)
        context.store.begin_departure(account)
        return claimed

    monkeypatch.setattr(context.store, "claim_mail", claim_and_delete)
    refused(confirm(ada, text), 422, "code-wrong")
    assert context.store.account_by_mail(NEW) is None


# --- At the same moment: what one request does while another is on its way.


def meanwhile(monkeypatch: pytest.MonkeyPatch, store: object, name: str, happens: Callable[[], object]) -> None:
    """Let something happen, once, when the store is next asked to do this."""
    real, waiting = getattr(store, name), [happens]

    def interrupted(*args: object, **kwargs: object) -> object:
        if waiting:
            waiting.pop()()
        return real(*args, **kwargs)

    monkeypatch.setattr(store, name, interrupted)


def test_one_code_in_two_tabs_is_one_change_and_one_letter_whose_way_back_works(
    app: Flask, ada: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(ada)
    text = code(context)
    meanwhile(monkeypatch, context.store, "claim_mail", lambda: confirm(ada, text))
    assert confirm(ada, text).status_code == 200
    assert len(letters(context, ada.account, "address-changed")) == 1
    assert undone(app, undo(context, ada)).status_code == 200
    assert ada.stored(context).mail == OLD


def test_of_two_codes_at_once_one_wins_and_the_other_s_address_is_free(
    ada: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = "ada@third.example"
    ask(ada)
    ask(ada, other)
    first, second = code(context), code(context, other)
    meanwhile(monkeypatch, context.store, "change_mail", lambda: confirm(ada, second))
    refused(confirm(ada, first), 422, "code-wrong")
    assert ada.stored(context).mail == other
    assert context.store.account_by_mail(NEW) is None


def test_a_change_that_lost_leaves_the_way_back_to_an_earlier_address(
    app: Flask, ada: Player, ben: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: from the new address back to the old one and elsewhere at once; the old one must stay out of others' reach."""
    move(context, ada)
    back, other = undo(context, ada), "ada@third.example"
    ask(ada, OLD)
    ask(ada, other)
    home = code_of(context, ada, OLD)
    away = code(context, other)
    meanwhile(monkeypatch, context.store, "change_mail", lambda: confirm(ada, away))
    refused(confirm(ada, home), 422, "code-wrong")
    assert account_of(context, OLD).id == ada.account
    assert context.store._ask(("PTTL", keys.mail(OLD))) > 0
    assert undone(app, back).status_code == 200
    assert ada.stored(context).mail == OLD


def code_of(context: Context, player: Player, mail: str = NEW) -> str:
    """Return the code that a player asked for, of several letters to an address."""
    asked = {"account": player.account, "mail": mail}
    return next(
        one for one in code_texts(context) if asked.items() <= (context.links.read("address-asked", one) or {}).items()
    )


def test_two_accounts_that_want_one_address_at_once(
    ada: Player, ben: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(ada)
    ask(ben)
    mine, yours = (code_of(context, one) for one in (ada, ben))
    meanwhile(monkeypatch, context.store, "claim_mail", lambda: confirm(ben, yours))
    refused(confirm(ada, mine), 409, "mail-taken")
    assert account_of(context, NEW).id == ben.account and ada.stored(context).mail == OLD
    assert account_of(context, OLD).id == ada.account


def test_a_thief_s_second_code_is_worth_nothing_once_the_account_was_taken_back(
    app: Flask, ada: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: two codes asked for, one used; the other is on its way while the owner takes the account back."""
    fence = "fence@players.example"
    ask(ada, fence)
    second = code(context, fence)
    move(context, ada, "thief@players.example")
    back = undo(context, ada)
    meanwhile(monkeypatch, context.store, "account", lambda: undone(app, back))
    refused(confirm(ada, second), 422, "code-wrong")
    assert ada.stored(context).mail == OLD
    again = new_player(app, context, "Ada")
    assert again.account == ada.account
    refused(confirm(again, second), 422, "code-wrong")


def test_a_way_back_that_lost_to_another_leaves_no_address_for_ever(
    app: Flask, ada: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    move(context, ada, "thief@players.example")
    move(context, ada, "fence@players.example")
    back, thief = undo(context, ada, 0), undo(context, ada, 1)
    meanwhile(monkeypatch, context.store, "change_mail", lambda: undone(app, back))
    assert undone(app, thief).status_code == 404
    assert ada.stored(context).mail == OLD
    assert context.store._ask(("PTTL", keys.mail("thief@players.example"))) != -1


def test_no_token_that_is_being_made_outlives_the_way_back(
    app: Flask, ada: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: ask for tokens all the time, so that one is on its way when the owner signs everything out."""
    move(context, ada, "thief@players.example")
    back, thief = undo(context, ada), Browser(app).sign_in(context, ada)
    page = thief.get("/account/tokens")
    meanwhile(monkeypatch, context.store, "add_token", lambda: undone(app, back))
    thief.press(page, "/account/tokens", name="mine", scope="account:write")
    assert ada.stored(context).mail == OLD
    assert context.store.tokens_of(ada.account) == []


def test_no_sign_in_that_is_on_its_way_outlives_the_way_back(
    app: Flask, ada: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    move(context, ada, "thief@players.example")
    back, entry = undo(context, ada), code_for(context, ada)
    meanwhile(monkeypatch, context.store, "add_token", lambda: undone(app, back))
    answer = app.test_client().post("/v1/login/confirm", json={"code": entry})
    refused(answer, 422, "code-wrong")
    assert context.store.tokens_of(ada.account) == []


def test_the_page_says_in_how_many_hours_the_address_can_be_changed_again(
    limited: Context, app: Flask, ada: Player
) -> None:
    browser = Browser(app).sign_in(limited, ada)
    for number in range(6):
        shown = browser.press(browser.get("/account/mail"), "/account/mail", mail=f"a{number}@players.example")
    assert (shown.status_code, int(shown.headers["Retry-After"]) > 80_000) == (429, True)
    assert "You can try again in 24 hours." in shown.get_data(as_text=True)


WORK = "ada@work.example"


def add(context: Context, player: Player, mail: str = WORK) -> str:
    """Add an address from which answers count, the whole way; return the code."""
    assert player.put("/v1/me/mail", {"mail": mail, "additional": True}).status_code == 202
    text = code(context, mail)
    assert confirm(player, text).status_code == 200
    return text


def test_answers_count_from_an_address_that_was_confirmed_and_letters_go_where_they_went(
    ada: Player, context: Context
) -> None:
    text = add(context, ada)
    assert confirm(ada, text).get_json()["other_mails"] == [WORK], "sent again, it answers the same"
    me = ada.sees("/v1/me")
    assert (me["mail"], me["other_mails"], ada.stored(context).mails) == (OLD, [WORK], (OLD, WORK))
    assert account_of(context, WORK.upper()).id == ada.account
    assert len(letters(context, ada.account, "address-changed")) == 1
    assert ada.sees("/v1/me/export")["me"]["other_mails"] == [WORK]
    refused(ada.put("/v1/me/mail", {"mail": WORK, "additional": True}), 422, "invalid")


def test_the_letter_says_that_only_answers_are_to_count_from_there(ada: Player, context: Context) -> None:
    for additional, words in ((True, "to answer the letters"), (False, "the letters of a Siegelpost account to come")):
        assert ada.put("/v1/me/mail", {"mail": WORK, "additional": additional}).status_code == 202
        there = account_of(context, WORK)
        letter = written(context, Player(ada.app, None, there.id), letters(context, there.id, "address-asked")[-1])
        text = letter.get_body(("plain",))
        assert text is not None and words in " ".join(text.get_content().split())


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_owner_is_told_of_an_added_address_and_can_end_it_with_all_that_is_signed_in(
    app: Flask, ada: Player, ben: Player, context: Context, language: str
) -> None:
    """The attack: with a stolen login somebody has answers count from a mailbox of his own."""
    context.store.update_account(ada.account, language=language)
    second = "fence@players.example"
    assert ada.put("/v1/me/mail", {"mail": second, "additional": True}).status_code == 202
    late = code(context, second)
    add(context, ada)
    (told,) = letters(context, ada.account, "address-changed")
    letter = written(context, ada, told)
    assert OLD in letter["To"] and WORK not in letter.as_string()
    words = {
        "en": "Answers to your Siegelpost letters count from another",
        "de": "zählen jetzt auch von einer weiteren",
    }
    text = letter.get_body(("plain",))
    assert text is not None and words[language] in " ".join(text.get_content().split())
    back = undo(context, ada)
    page = Browser(app).get(f"/account/mail/undo/{back}")
    assert [one.action for one in forms(page)] == [f"/account/mail/undo/{back}"]
    assert ada.stored(context).other_mails == [WORK], "looking does nothing"
    for _ in range(2):
        assert undone(app, back).status_code == 200, "pressed twice, it answers the same"
    stored = ada.stored(context)
    assert (stored.mail, stored.other_mails) == (OLD, [])
    assert ada.get("/v1/me").status_code == 401, "whoever was signed in is signed out"
    again = new_player(app, context, "Ada")
    assert again.account == ada.account
    refused(confirm(again, late), 422, "code-wrong")
    add(context, ben)


def test_the_letter_about_an_added_address_brings_the_account_back_from_there(
    app: Flask, ada: Player, context: Context
) -> None:
    add(context, ada)
    back = undo(context, ada)
    ask(ada, WORK)
    assert ada.stored(context).mail == WORK
    assert undone(app, back).status_code == 200
    assert (ada.stored(context).mail, ada.stored(context).other_mails) == (OLD, [])
    assert context.store.account_by_mail(WORK) is None


def test_what_a_thief_added_gives_no_way_back_to_the_thief(app: Flask, ada: Player, context: Context) -> None:
    move(context, ada, "thief@players.example")
    add(context, ada)
    back, thief = undo(context, ada, 0), undo(context, ada, 1)
    assert undone(app, back).status_code == 200
    assert undone(app, thief).status_code == 404
    assert (ada.stored(context).mail, ada.stored(context).other_mails) == (OLD, [])
    again = new_player(app, context, "Ada")
    add(context, again)
    assert undone(app, thief).status_code == 404


def test_a_way_back_that_the_owner_has_not_used_stays_when_the_thief_uses_one(
    app: Flask, ada: Player, context: Context
) -> None:
    move(context, ada, "thief@players.example")
    add(context, ada)
    back, thief = undo(context, ada, 0), undo(context, ada, 1)
    assert undone(app, thief).status_code == 200
    assert ada.stored(context).mail == "thief@players.example"
    assert undone(app, back).status_code == 200
    assert ada.stored(context).mail == OLD


def test_the_first_address_of_a_guest_is_the_one_that_letters_go_to(context: Context) -> None:
    guest = context.store.create_account(mail="", name="Gil")
    mail_change.request_change(context, guest, WORK, "192.0.2.1", additional=True)
    kept = mail_change.confirm_change(context, guest, code(context, WORK))
    assert (kept.mail, kept.other_mails) == (WORK, [])


def test_a_mailbox_belongs_to_one_account_only(ada: Player, ben: Player, context: Context) -> None:
    add(context, ada)
    context.store._ask(("DEL", keys.mail_claim(WORK)))  # as it expires after ten minutes
    for wish in ({"mail": WORK}, {"mail": WORK, "additional": True}):
        assert ben.put("/v1/me/mail", wish).status_code == 202, "asking tells nobody whose it is"
        waiting = letters(context, ada.account, "address-asked")[-1]
        refused(confirm(ben, code_in(context, waiting)), 409, "mail-taken")
    assert ada.put("/v1/me/mail", {"mail": "ben@players.example", "additional": True}).status_code == 202
    refused(confirm(ada, code(context, "ben@players.example")), 409, "mail-taken")


def test_letters_go_to_a_confirmed_address_at_once_the_old_one_is_told_and_can_take_the_account_back(
    app: Flask, ada: Player, context: Context
) -> None:
    add(context, ada)
    assert "from now on" in ask(ada, WORK).get_json()["message"]
    me = ada.sees("/v1/me")
    assert (me["mail"], me["other_mails"]) == (WORK, [OLD])
    assert undone(app, undo(context, ada)).status_code == 200
    stored = ada.stored(context)
    assert (stored.mail, stored.other_mails) == (OLD, [])
    assert account_of(context, OLD).id == ada.account
    assert context.store.account_by_mail(WORK) is None


def test_an_address_that_was_removed_counts_no_more_and_another_account_can_have_it(
    ada: Player, ben: Player, context: Context
) -> None:
    add(context, ada)
    answer = ada.post("/v1/me/mail/remove", {"mail": WORK.upper()})
    assert (answer.status_code, answer.get_json()["other_mails"]) == (200, [])
    refused(ada.post("/v1/me/mail/remove", {"mail": WORK}), 404, "not-found")
    refused(ada.post("/v1/me/mail/remove", {"mail": OLD}), 404, "not-found")
    add(context, ben)
    assert account_of(context, WORK).id == ben.account


def test_an_old_address_that_was_removed_can_still_take_the_account_back(
    app: Flask, ada: Player, context: Context
) -> None:
    """The attack: with a stolen login somebody has letters sent to another address, and removes the owner's."""
    add(context, ada)
    ask(ada, WORK)
    assert ada.post("/v1/me/mail/remove", {"mail": OLD}).status_code == 200
    assert undone(app, undo(context, ada)).status_code == 200
    assert ada.stored(context).mail == OLD


def test_an_account_has_five_addresses_at_most_and_only_a_login_changes_them(ada: Player, context: Context) -> None:
    account = ada.stored(context)
    others = [f"ada{number}@work.example" for number in range(mail_change.MOST_OTHER_MAILS)]
    context.store.change_prefs(account.id, lambda before: {**before.prefs, OTHER_MAILS: others[1:]})
    for mail in ("one@more.example", "two@more.example"):
        assert ada.put("/v1/me/mail", {"mail": mail, "additional": True}).status_code == 202
    assert confirm(ada, code(context, "one@more.example")).status_code == 200
    refused(confirm(ada, code(context, "two@more.example")), 409, "too-many-addresses")
    refused(ada.put("/v1/me/mail", {"mail": "x@more.example", "additional": True}), 409, "too-many-addresses")
    made = ada.post("/v1/me/tokens", {"name": "x", "scopes": ["account:read", "account:write"]}).get_json()["token"]
    other = Player(ada.app, made, ada.account)
    refused(other.post("/v1/me/mail/remove", {"mail": others[1]}), 403, "login-needed")


def test_a_code_from_before_all_was_ended_adds_nothing(ada: Player, context: Context) -> None:
    account = ada.stored(context)
    mail_change.request_change(context, account, WORK, "192.0.2.1", additional=True)
    text = code(context, WORK)
    context.store.change_prefs(account.id, lambda before: {**before.prefs, ENDED: context.store.now() + 1})
    with pytest.raises(AccountError, match="changed since"):
        mail_change.confirm_change(context, account, text)
    assert ada.stored(context).other_mails == []


@pytest.mark.parametrize(("language", "words"), [("en", "Answers from these addresses"), ("de", "Auch Antworten von")])
def test_addresses_are_added_used_and_removed_on_their_page(
    app: Flask, ada: Player, context: Context, language: str, words: str
) -> None:
    context.store.update_account(ada.account, language=language)
    browser = Browser(app, language).sign_in(context, ada)
    path = "/account/mail"
    browser.press(browser.get(path), path, mail=WORK, additional="on")
    text = code(context, WORK)
    browser.press(browser.get(f"{path}?code={text}"), f"{path}/confirm", code=text)
    shown = browser.get(path)
    assert words in shown.get_data(as_text=True) and WORK in shown.get_data(as_text=True)
    assert ada.stored(context).other_mails == [WORK]
    browser.press(shown, path, mail=WORK)
    assert (ada.stored(context).mail, ada.stored(context).other_mails) == (WORK, [OLD])
    removed = browser.press(browser.get(path), f"{path}/remove", mail=OLD)
    assert removed.status_code == 200 and ada.stored(context).other_mails == []
