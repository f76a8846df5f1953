"""Other people on the pages: a profile, blocking, and inviting those one has played with."""

import re
import secrets

import pytest
from playwright.sync_api import Browser, expect

from engine.standings.ratings import Rating
from service.accounts import bots
from service.accounts.access.login import request_login
from service.accounts.access.tokens import issue_token
from service.bot_policy import Policy, policy_of
from service.matches.seating import lobby
from service.store.installation.results import Point
from service.store.records import Account
from tests.browser.pages.test_account import letters
from tests.browser.people import assert_fit_for_everybody, at_browser, new_table, record_of, sit_down
from tests.cli.served import Served
from workers.resolve.drain import drain_once


def test_a_name_leads_to_a_profile_where_one_blocks_and_invites(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    context = house.context
    match = new_table(context, ben, seats=2, visibility="open", title="Sunday")
    sit_down(context, match, ada)
    lobby.resign(context, match, ada)
    while record_of(context, match).table["status"] != "closed":
        drain_once(context)
    for one in (ada, ben):
        context.store.file_match(one.id, match, record_of(context, match).at, record_of(context, match).table)
    strengths = [Rating(20_000_000 + 500_000 * one, 3_000_000, 9) for one in range(12)]
    players = [ben.id, *(f"p_{one:032x}" for one in range(11))]
    rated = {
        one: (rating, [Point(0, rating.mu, rating.sigma)] * 2)
        for one, rating in zip(players, strengths[::-1], strict=True)
    }
    context.store.keep_ratings("kontor", rated, size=0)
    request_login(context, ada.mail, "127.0.0.1", name=None, language="en", zone="UTC")
    with at_browser(browser, house, ada) as me:
        page = me.page
        me.sign_in(letters(context, ada)[0])
        page.goto(f"/table/{match}")
        page.get_by_role("link", name="Ben", exact=True).first.click()
        expect(page.get_by_role("heading", name="Ben", level=1)).to_be_visible()
        expect(page.locator("dd").nth(1)).to_have_text("1")
        expect(page.locator(".tiles li")).to_contain_text("won")
        expect(page.get_by_text(re.compile("[1-9]+ of 12 players are weaker"))).to_be_visible()
        expect(page.locator("svg.bands .mine")).to_have_count(1)
        assert_fit_for_everybody(page)
        page.get_by_role("button", name="Block", exact=True).click()
        expect(page.get_by_role("button", name="Unblock")).to_be_visible()
        assert context.store.has_blocked(ada.id, ben.id)

        page.goto("/account")
        page.get_by_role("checkbox", name="Hide all that").check()
        expect(page.get_by_text("Saved.")).to_be_visible()
        assert_fit_for_everybody(page)
        page.get_by_role("button", name="Unblock Ben").click()
        expect(page.get_by_role("button", name="Unblock Ben")).to_have_count(0)
        assert not context.store.has_blocked(ada.id, ben.id)
        page.get_by_role("link", name="See your profile").click()
        expect(page.get_by_text("This is all that others see of you.")).to_be_visible()
        expect(page.locator("dl")).to_have_count(0)

        page.goto(f"/player/{ben.id}")
        page.get_by_role("link", name="Play together").click()
        expect(page.get_by_role("button", name="Ben", exact=True)).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url(re.compile("/table/"))
        expect(page.locator(".guests")).to_contain_text("Ben: invited, no answer yet")
        assert_fit_for_everybody(page)


def test_a_listed_bot_is_challenged_from_the_page_of_bots(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    context, names = house.context, ("Rita", "Rosa")
    policy = Policy(open=True, games=["kontor", "packet-row"], most_matches=1, listed=True)
    rita, rosa = (bots.create_bot(context, ben, f"p_{secrets.token_hex(16)}", name=one, policy=policy) for one in names)
    for one in (rita, rosa):
        token = issue_token(context, one.id, name="t", scopes=bots.BOT_SCOPES, expires=None, kind="personal").token
        assert context.store.touch_token(token)
    request_login(context, ada.mail, "127.0.0.1", name=None, language="en", zone="UTC")
    with at_browser(browser, house, ada) as me:
        page = me.page
        me.sign_in(letters(context, ada)[0])
        page.goto("/lobby")
        page.get_by_role("link", name="Bots to challenge").click()
        shown = page.get_by_role("listitem").filter(has_text="Rosa")
        expect(shown).to_contain_text("Kontor · Packet Row")
        expect(shown).to_contain_text("Wins against people: 0 of 0")
        assert_fit_for_everybody(page)
        page.get_by_label("Show bots for").select_option(label="Seafarers")
        expect(page.get_by_text("No bot can be challenged")).to_be_visible()
        page.get_by_label("Show bots for").select_option(label="Packet Row")
        page.get_by_role("link", name="Challenge Rosa").click()
        expect(page.get_by_label("Which program")).to_have_value(rosa.id)
        expect(page.get_by_role("radio", name="Packet Row")).to_be_checked()
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url(re.compile("/table/"))
        match = page.url.rpartition("/")[2]
        assert rosa.id in {one["player"] for one in record_of(context, match).table["seats"]}
        page.goto("/bots")
        expect(page.get_by_role("listitem").filter(has_text="Rosa")).to_contain_text("plays enough matches")
        page.get_by_role("link", name="Rita", exact=True).click()
        expect(page.get_by_text("A bot: somebody's program plays here.")).to_be_visible()


def test_an_owner_lists_a_bot_on_that_page_and_gives_a_table_a_channel_on_its_own(
    browser: Browser, house: Served, ada: Account
) -> None:
    context = house.context
    policy = Policy(open=False, games=["kontor", "gone"], most_matches=7, listed=False)
    rolf = bots.create_bot(context, ada, f"p_{secrets.token_hex(16)}", name="Rolf", policy=policy)
    token = issue_token(context, rolf.id, name="t", scopes=bots.BOT_SCOPES, expires=None, kind="personal").token
    assert context.store.touch_token(token)
    request_login(context, ada.mail, "127.0.0.1", name=None, language="en", zone="UTC")
    with at_browser(browser, house, ada) as me:
        page = me.page
        me.sign_in(letters(context, ada)[0])
        page.goto("/bots")
        switch = page.get_by_role("checkbox", name="Everybody may find and challenge Rolf here")
        expect(switch).not_to_be_checked()
        switch.check()
        expect(page.get_by_role("heading", name="Rolf")).to_be_visible()
        assert_fit_for_everybody(page)
        listed = policy_of(bots.bot_of(context, ada.id, rolf.id))
        assert listed == Policy(open=True, games=["kontor"], most_matches=7, listed=True)
        switch.uncheck()
        expect(page.get_by_role("heading", name="Rolf")).to_have_count(0)
        assert policy_of(bots.bot_of(context, ada.id, rolf.id))["listed"] is False

        match = new_table(context, ada, bots=["steady"])
        page.goto(f"/table/{match}")
        page.locator("details.more > summary").click()
        page.get_by_role("link", name="Whom the table awaits, in a chat").click()
        expect(page.get_by_label("What it gets")).to_have_value(match)


@pytest.mark.parametrize(("language", "said"), [("de", "Bots zum Herausfordern"), ("fr", "Bots à défier")])
def test_the_page_of_bots_speaks_its_readers_language(
    browser: Browser, house: Served, language: str, said: str
) -> None:
    with at_browser(browser, house, None) as me:
        me.page.goto(f"/bots?language={language}")
        expect(me.page.get_by_role("heading", name=said)).to_be_visible()
        assert_fit_for_everybody(me.page)


def test_the_lobby_shows_tables_by_language_and_those_to_watch(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    context = house.context
    context.store.update_account(ben.id, language="de")
    for owner, title in ((ada, "For Britons"), (ben, "Für Deutsche")):
        new_table(context, owner, seats=2, visibility="open", title=title)
    match = new_table(context, ada, seats=2, visibility="open", title="Semi-final")
    sit_down(context, match, ben)
    with at_browser(browser, house, None, size=(390, 844)) as me:
        page = me.page
        page.goto("/lobby")
        page.get_by_label("In which language?").select_option(label="German")
        expect(page.get_by_text("Für Deutsche")).to_be_visible()
        expect(page.get_by_text("For Britons")).to_have_count(0)
        assert_fit_for_everybody(page)
        page.get_by_role("region", name="Watch others play").get_by_role("link", name="Semi-final").click()
        page.wait_for_url(f"**/table/{match}")
        expect(page.get_by_text("You are watching.")).to_be_visible()
