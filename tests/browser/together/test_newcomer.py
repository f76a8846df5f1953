"""The five minutes of the README in a browser: `make serve`, the first letter, a reply, and the card is sealed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import assert_fit_for_everybody, keep_screen
from tests.service.serve.test_serve import Serving
from tests.service.serve.watching import until

PHONE, WIDE = {"width": 390, "height": 844}, {"width": 1366, "height": 900}


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    """What a newcomer has started, at a terminal that speaks their language."""
    running = Serving(tmp_path / "var", inside=["env"], LC_ALL="de_DE.UTF-8")  # not forked: a start sets the locale
    try:
        yield running.up()
    finally:
        running.end()


@pytest.fixture
def page(browser: Browser, serving: Serving) -> Iterator[Page]:
    """A browser at the mailbox that the terminal names."""
    found = re.search(r"Mailbox +(http://\S+)", serving.said)
    assert found, serving.said
    context = browser.new_context()
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(found[1])
    yield page
    context.close()


def look(page: Page) -> None:
    """Look at the page on a phone and on a wide screen."""
    for size in (PHONE, WIDE):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        assert_fit_for_everybody(page)


def log_of(serving: Serving) -> str:
    answer = requests.get(
        f"{serving.url}/v1/matches/{serving.demo['match']}/log.jsonl",
        headers={"Authorization": f"Bearer {serving.demo['token']}"}, timeout=120,
    )  # fmt: skip
    return answer.text


def test_a_newcomer_answers_the_first_letter_and_the_card_is_sealed(serving: Serving, page: Page) -> None:
    look(page)
    page.locator(".mails a").first.click()
    page.get_by_text("Reply", exact=True).click()
    page.get_by_label("What you write above the quoted letter").fill("3")
    page.get_by_role("radio", name="HTML").check()
    look(page)
    page.get_by_role("button", name="Send").click()

    expect(page.frame_locator("iframe").get_by_text("Versiegelt: ")).to_be_visible()
    keep_screen(page)
    page.get_by_text("As text").click()
    commitment = re.search(r"sc1_[\w-]+", page.locator("pre").first.inner_text())
    assert commitment is not None
    until(lambda: commitment[0] in log_of(serving), "the card's seal is in the log, with the bot's")
    expect(page.locator("details.reply")).to_have_count(1)
