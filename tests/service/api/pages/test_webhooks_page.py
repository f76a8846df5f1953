"""The page of webhooks, as somebody uses it with a browser, in German, too."""

import pytest
from flask import Flask

from service.context import Context
from tests.service.api.browser import Browser, forms
from tests.service.api.players import Player, new_player
from tests.workers.webhooks.sending import Recipient, send_all

PAGE = "/account/webhooks"
URL = "https://hooks.example/siegelpost"


def test_made_tested_and_deleted(browser: Browser, context: Context, ada: Player) -> None:
    made = browser.press(browser.get(PAGE), PAGE, url=URL)
    assert "whsec_" in (text := made.get_data(as_text=True)) and "whpk_" in text
    assert "whsec_" not in browser.get(PAGE).get_data(as_text=True)
    assert "has to answer a test first" in browser.get(PAGE).get_data(as_text=True)
    tested = browser.press(browser.get(PAGE), f"{PAGE}/test")
    assert "A test is on its way" in tested.get_data(as_text=True)
    assert send_all(context, Recipient()) == {"delivered": 1}
    assert "Gets events." in browser.get(PAGE).get_data(as_text=True)
    assert browser.press(browser.get(PAGE), f"{PAGE}/delete").status_code == 303
    assert context.store.webhooks_of(ada.account) == []


@pytest.mark.parametrize("url", ["", "http://hooks.example/", "https://10.0.0.1/", "javascript:alert(1)", '"><script>'])
def test_a_wrong_address_is_told_on_the_page(url: str, browser: Browser, context: Context, ada: Player) -> None:
    answer = browser.press(browser.get(PAGE), PAGE, url=url)
    assert (answer.status_code, "Give an address" in answer.get_data(as_text=True)) == (422, True)
    assert "<script>" not in answer.get_data(as_text=True)
    assert context.store.webhooks_of(ada.account) == []


def test_a_form_shown_to_somebody_else_does_nothing(
    app: Flask, context: Context, ada: Player, browser: Browser
) -> None:
    browser.press(browser.get(PAGE), PAGE, url=URL)
    [webhook] = context.store.webhooks_of(ada.account)
    eve = Browser(app).sign_in(context, new_player(app, context, "Eve"))
    for form in forms(browser.get(PAGE)):
        if form.action.startswith(PAGE):
            assert eve.post(form.action, {**form.hidden, "webhook": webhook.id, "url": URL}).status_code == 403
    assert context.store.webhooks_of(ada.account) == [webhook]


def test_the_page_is_for_who_has_signed_in_lately_and_leads_back_there(app: Flask) -> None:
    answer = Browser(app).get(PAGE)
    assert (answer.status_code, answer.location) == (303, "/sign-in?next=%2Faccount%2Fwebhooks")


def test_the_menu_says_who_is_signed_in(browser: Browser) -> None:
    assert '<a href="/account">Ada</a>' in browser.get(PAGE).get_data(as_text=True)


def test_it_speaks_german(browser: Browser, ada: Player) -> None:
    assert ada.ask("PATCH", "/v1/me", {"language": "de"}).status_code == 200
    browser.press(browser.get(PAGE), PAGE, url=URL)
    text = browser.get(PAGE).get_data(as_text=True)
    assert "Er muss erst auf einen Test antworten" in text and "Test schicken" in text
