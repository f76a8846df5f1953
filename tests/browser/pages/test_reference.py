"""The reference of the API, used as a developer uses it: on a phone, with a token that stays, and nothing made up in the way."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from service.accounts.access import tokens
from service.store.records import Account
from tests.browser.people import PHONE, WIDE
from tests.cli.served import Served

OPERATION = "/docs/reference#post-/v1/me/tokens"
CONDITIONS = ("Idempotency-Key", "If-Match", "If-None-Match", "Prefer")


def opened(browser: Browser, house: Served, size: tuple[int, int], at: str = "auth") -> Page:
    """Return the reference, opened anew at a part: moving on before RapiDoc has settled there, it goes back to the first."""
    page = browser.new_context(base_url=house.url, viewport={"width": size[0], "height": size[1]}).new_page()
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    page.goto(f"/docs/reference#{at}")
    expect(page.locator(f"[id='{at}']")).to_be_visible()
    assert {one.startswith((house.url, "data:")) for one in asked} == {True}
    return page


@pytest.mark.parametrize("size", [PHONE, WIDE])
def test_an_operation_is_tried_with_a_token_that_survives_a_reload(
    browser: Browser, house: Served, ada: Account, size: tuple[int, int]
) -> None:
    token = tokens.issue_token(house.context, ada.id, name="t", scopes=tokens.SCOPES).text
    page = opened(browser, house, size)
    page.locator("input.api-key-input").fill(token)
    page.get_by_role("button", name="SET", exact=True).click()
    page.goto("about:blank")
    page.goto(OPERATION)
    expect(page.get_by_role("heading", name="Make a token with some of the scopes")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for name in CONDITIONS:
        for field in page.locator(f"[data-pname='{name}']").all():
            assert field.input_value() == ""
    with page.expect_response(lambda answer: answer.url.endswith("/v1/me/tokens")) as tried:
        page.get_by_role("button", name="TRY", exact=True).click()
    request = tried.value.request
    assert tried.value.status == 201, tried.value.text()
    assert request.headers["authorization"] == f"Bearer {token}"
    assert not {name.lower() for name in CONDITIONS} & set(request.headers)
    assert json.loads(request.post_data or "")["name"] == "my bot"
    for language in ("curl", "Python", "TypeScript"):
        expect(page.get_by_role("button", name=language, exact=True)).to_be_visible()
    page.context.close()


def test_nothing_is_filled_into_conditions_where_an_example_would_be_refused(browser: Browser, house: Served) -> None:
    page = opened(browser, house, WIDE, at="put-/v1/matches/-match-/decisions/-decision-/commitment")
    fields = page.locator("[data-pname='If-Match']")
    expect(fields).to_have_count(1)
    assert fields.input_value() == ""
    assert page.locator("[data-pname='If-None-Match']").input_value() == ""
    page.context.close()


def test_the_search_finds_an_operation_by_its_words(browser: Browser, house: Served) -> None:
    page = opened(browser, house, WIDE)
    page.locator("#nav-bar-search").press_sequentially("seal an answer")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Seal an answer to a sealed decision", exact=False).first).to_be_visible()
    expect(page.get_by_text("Send a login code to an email address", exact=False).first).to_be_hidden()
    page.context.close()
