"""The mailbox of ``make serve``, where whoever tries Siegelpost reads the first letter and taps its button."""

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import PHONE, WIDE, at_browser
from tests.cli.served import Served, served
from tests.servers.redis_server import RedisServer

BOX = "/dev/mailbox/of-this-start"


@pytest.fixture(scope="module")
def post_office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """An installation with a mailbox."""
    folder = tmp_path_factory.mktemp("post")
    (folder / "mailbox").mkdir()
    (folder / "mailbox.key").write_text("of-this-start")
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    try:
        with served(
            server.url, folder, dev_mailbox=folder / "mailbox", dev_mailbox_key=folder / "mailbox.key"
        ) as house:
            yield house
    finally:
        server.remove()


def deliver(house: Served, html: str) -> None:
    letter = EmailMessage()
    letter["Subject"] = "Your turn"
    letter.set_content("You may read this instead.")
    letter.add_alternative(html, subtype="html")
    folder = house.context.settings.dev_mailbox
    assert folder is not None
    Path(folder, "1-letter.eml").write_bytes(letter.as_bytes())


def letter_on(page: Page) -> Page:
    page.goto(BOX)
    page.get_by_role("link", name="Your turn").click()
    return page


@pytest.mark.parametrize("size", [PHONE, WIDE])
def test_the_button_of_a_letter_leads_where_it_says(
    browser: Browser, post_office: Served, size: tuple[int, int]
) -> None:
    deliver(
        post_office,
        f'<!doctype html><p>It is your turn.</p><a href="{post_office.url}/rules/kontor">Answer at the table</a>',
    )
    with at_browser(browser, post_office, None, size=size) as person:
        button = letter_on(person.page).frame_locator("iframe").get_by_role("link", name="Answer at the table")
        expect(button).to_be_in_viewport()
        assert person.page.frames[1].evaluate("document.compatMode") == "CSS1Compat"
        button.click()
        person.page.wait_for_url("**/rules/kontor")
        expect(person.page.get_by_role("heading", level=1)).to_contain_text("Kontor")


def test_the_text_and_the_headers_of_a_letter_unfold(browser: Browser, post_office: Served) -> None:
    deliver(post_office, "<p>It is your turn.</p>")
    with at_browser(browser, post_office, None) as person:
        page = letter_on(person.page)
        text = page.get_by_text("You may read this instead.")
        expect(text).to_be_hidden()
        page.get_by_text("As text").click()
        expect(text).to_be_visible()


def test_a_letter_does_nothing_by_itself(browser: Browser, post_office: Served) -> None:
    deliver(
        post_office,
        f"""<base href="https://elsewhere.invalid/" target="_self"><meta http-equiv="refresh" content="0; url=/rules">
        <script>top.location = "{post_office.url}/rules"</script>
        <form action="{post_office.url}/login" method="post" target="_top"><button>Send</button></form>
        <a href="javascript:top.document.title='taken'">Script</a>
        <img src="{post_office.url}/rules" onerror="top.location='/rules'">""",
    )
    page = letter_on(browser.new_page(base_url=post_office.url))  # one whose console may say what was refused
    try:
        here = page.url
        letter = page.frame_locator("iframe")
        letter.get_by_role("button", name="Send").click()
        letter.get_by_role("link", name="Script").click()
        page.get_by_text("As text").click()
        assert page.url == here
        assert page.title() == "Your turn"
    finally:
        page.close()
