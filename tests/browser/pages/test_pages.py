"""Every page, for everybody: nothing for axe to find or to scroll sideways at 360 px, in light and dark, in both languages."""

import json
import re
from dataclasses import replace
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from engine.contract import Language
from engine.kit.text.phrases import LANGUAGES
from service.admin import accounts
from service.admin.operator import Operator, issue
from service.api.pages.operator_pages import SECTIONS
from service.config.legal import legal_pages
from service.config.networks import NOBODY, Proxies
from service.matches import acts
from service.matches.seating import lobby
from service.store.matches.talk import Report
from service.store.records import Account
from tests.browser.people import (
    ASKED,
    MAGNIFIED,
    PHONE,
    WIDE,
    assert_fit_for_everybody,
    at_browser,
    bare,
    new_table,
    record_of,
    sit_down,
)
from tests.cli.served import Served
from tests.deploy.files import DEPLOY
from tests.given.contexts import link_for
from workers.resolve.drain import drain_once

Scheme = Literal["light", "dark"]
LOOKS: list[tuple[Scheme, tuple[int, int], str]] = [("dark", WIDE, "en"), ("light", MAGNIFIED, "de")]
"""The extremes; the tests of single pages look at them on a telephone."""


@pytest.mark.parametrize(("scheme", "size", "language"), LOOKS)
def test_pages_of_a_player_are_fit_for_everybody(
    browser: Browser, house: Served, ada: Account, scheme: Scheme, size: tuple[int, int], language: str
) -> None:
    house.context.store.update_account(ada.id, language=language)
    running, waiting = new_table(house.context, ada, bots=["steady"]), new_table(house.context, ada)
    with at_browser(browser, house, ada, size=size, scheme=scheme) as me:
        me.enter(running)
        assert me.page.locator("html").get_attribute("lang") == language
        me.choose_any()
        me.page.locator("details.more > summary").click()
        assert_fit_for_everybody(me.page)
        for path, heading in (
            ("/", 1),
            (f"/table/{waiting}", 2),
            ("/new", 1),
            ("/lobby", 1),
            ("/account", 1),
            ("/kept", 1),
        ):
            me.page.goto(path)
            me.page.get_by_role("heading", level=heading).first.wait_for()
            assert_fit_for_everybody(me.page)
        me.page.goto(f"/verify/{running}")
        me.page.locator(".verdict.good").wait_for()
        assert_fit_for_everybody(me.page)
        if size == MAGNIFIED:  # and so are pages that no module fills
            now = house.context.store.now()
            code = house.context.links.make("login", {"account": ada.id, "at": now, "nonce": "0"}, now + 60_000)
            me.page.goto(f"/login/{code}")
            me.page.get_by_role("button", name="Anmelden").click()
            me.page.goto("/account/tokens")
            assert_fit_for_everybody(me.page)


@pytest.mark.parametrize(("scheme", "size", "language"), LOOKS)
def test_pages_of_a_visitor_are_fit_for_everybody(
    browser: Browser, house: Served, ada: Account, scheme: Scheme, size: tuple[int, int], language: str
) -> None:
    match = new_table(house.context, ada, title="A very long title with wordswithoutanyblankstobreakthemat it")
    invitation = record_of(house.context, match).table["invitation"]
    link = link_for(house.context, ada.id, match)
    with at_browser(browser, house, None, size=size, scheme=scheme, locale=language, scripts=True) as me:
        pages = (
            "/",
            "/lobby",
            "/fairness",
            "/erasure",
            "/rules",
            "/rules/kontor",
            "/rules/seafarers",
            f"/join/{match}?invitation={invitation}",
            f"/join/{match}",
            "/enter/nonsense",
            "/nowhere-at-all",
        )
        for path in pages[:-1]:
            me.page.goto(path)
            me.page.get_by_role("heading", level=1).first.wait_for()
            assert me.page.locator("html").get_attribute("lang") == language
            assert_fit_for_everybody(me.page)
        me.page.goto(f"/enter/{link}")
        me.page.locator("#enter button").click()
        me.page.wait_for_url("**/table/**")


BEYOND = """sheet => { const edge = sheet.getBoundingClientRect().right;
  return [...sheet.querySelectorAll("*")].filter(one => one.getBoundingClientRect().right > edge).map(one => one.innerText); }"""


def test_the_operator_s_pages_fit_a_phone(browser: Browser, house: Served, ada: Account) -> None:
    settings = house.context.settings
    object.__setattr__(settings, "legal", legal_pages({"SIEGELPOST_LEGAL": str(DEPLOY / "legal-example")}))
    try:
        with at_browser(browser, house, ada, locale="de-DE", size=(320, 844)) as visitor:
            for path in ("/imprint", "/privacy", "/terms"):
                visitor.page.goto(path)
                assert_fit_for_everybody(visitor.page)
                sheet = visitor.page.locator("article")
                assert sheet.evaluate(BEYOND) == [], "nothing leaves the sheet"
    finally:
        object.__setattr__(settings, "legal", {})


@pytest.mark.parametrize(("locale", "size"), [("de-DE", (320, 844)), ("en-GB", WIDE)])
def test_what_somebody_said_fits_the_pages_on_which_an_operator_reads_it(
    browser: Browser, house: Served, ada: Account, locale: str, size: tuple[int, int]
) -> None:
    store, settings = house.context.store, house.context.settings
    long = "Donaudampfschiff" * 12
    said = Report(
        id="1", match=new_table(house.context, ada), remark=1, seat=0, player=ada.id, name="Ada", text=f"You {long}!",
        reaction="", at=store.now(), reported=store.now(), by=ada.id, why=long,
    )  # fmt: skip
    store.report(said)
    root = Operator(store, "root")
    accounts.block(root, ada.id, long)
    object.__setattr__(settings, "admin", Proxies.parse("127.0.0.1"))
    try:
        with at_browser(browser, house, None, locale=locale, size=size) as grace:
            grace.page.goto("/operator")
            assert_fit_for_everybody(grace.page)
            grace.page.locator("input[name=token]").fill(issue(root, "grace", "admin", 1).text)
            grace.page.locator("main form button").first.click()
            grace.page.get_by_text("Donaudampf").first.wait_for()
            for section in SECTIONS:
                grace.page.goto(f"/operator/{section}")
                assert_fit_for_everybody(grace.page)
                assert grace.page.locator("main").evaluate(BEYOND) == [], "nothing leaves the sheet"
    finally:
        object.__setattr__(settings, "admin", NOBODY)
        store.forget_report(said.id)


def test_without_scripts_a_link_has_a_button_and_the_page_says_what_helps(
    browser: Browser, house: Served, ada: Account
) -> None:
    match = new_table(house.context, ada)
    link = link_for(house.context, ada.id, match)
    with at_browser(browser, house, None, scripts=False) as me:
        me.page.goto(f"/enter/{link}")
        me.page.get_by_role("button", name="Open the table").click()
        me.page.wait_for_url(f"**/table/{match}")
        assert "The table in the browser needs JavaScript" in me.page.content()


def test_a_newcomer_follows_an_invitation_mail_to_a_seat(browser: Browser, house: Served, ada: Account) -> None:
    context = house.context
    newcomer = context.store.create_account(mail=f"new.{ada.id}@players.example", name="Player", language="de")
    match = new_table(context, ada, invite=[newcomer.id])
    invitation = record_of(context, match).table["invitation"]
    link = link_for(context, newcomer.id, match, invitation=invitation)
    with at_browser(browser, house, replace(newcomer), locale="de-DE") as me:
        me.page.goto(f"/enter/{link}")
        me.page.get_by_label("Dein Name").fill("Cleo")
        me.page.get_by_role("button", name="Tisch öffnen").click()
        expect(me.page.get_by_text("Ada lädt dich ein")).to_be_visible()
        expect(me.page.get_by_text("Zwei Handelshäuser")).to_be_visible()
        expect(me.page.get_by_text("2 Tage für jede Antwort")).to_be_visible()
        expect(me.page.get_by_text("Du nimmst als Cleo Platz.")).to_be_visible()
        me.page.get_by_role("button", name="Platz nehmen und spielen").click()
        me.page.wait_for_url(f"**/table/{match}")
        expect(me.page.get_by_role("heading", name=re.compile("Wähle|Karte"))).to_be_visible()
    assert [one["name"] for one in record_of(context, match).table["seats"]] == ["Ada", "Cleo"]


def test_a_mistyped_address_is_corrected_where_the_link_was_promised(browser: Browser, house: Served) -> None:
    with at_browser(browser, house, None, locale="de-DE") as me:
        me.page.goto("/")
        me.page.get_by_role("link", name="Anmelden").click()
        me.page.get_by_label("Deine Mailadresse").fill("mistyped@players.exampel")
        me.page.get_by_label("Dein Name").fill("Cleo")
        me.page.get_by_role("button", name="Link zum Anmelden schicken").click()
        expect(me.page.get_by_role("heading", name="Schau in deine Mails")).to_be_visible()
        assert_fit_for_everybody(me.page)
        me.page.get_by_role("button", name="Die Adresse stimmt nicht").click()
        address = me.page.get_by_label("Deine Mailadresse")
        expect(address).to_be_focused()
        expect(address).to_have_value("mistyped@players.exampel")
        expect(me.page.get_by_label("Dein Name")).to_have_value("Cleo")
        address.fill("mistyped@players.example")
        me.page.get_by_role("button", name="Link zum Anmelden schicken").click()
        expect(me.page.get_by_text("Wenn mistyped@players.example stimmt")).to_be_visible()
        with me.page.expect_response("**/v1/login") as sent:
            me.page.get_by_role("button", name="Noch einmal schicken").click()
        assert json.loads(sent.value.request.post_data or "{}")["mail"] == "mistyped@players.example"


def open_new_table(page: Page, game: str) -> None:
    page.goto("/new")
    expect(page.get_by_role("button", name="Open the table")).to_be_in_viewport(ratio=1)  # on a phone, too
    page.get_by_role("radio", name=game).check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/**")


def test_a_table_is_opened_against_a_bot_that_thinks(browser: Browser, house: Served, ada: Account) -> None:
    with at_browser(browser, house, ada) as me:
        me.enter(new_table(house.context, ada))
        me.page.goto("/new")
        me.page.get_by_role("radio", name="Kontor").check()
        expect(me.page.get_by_label("How the bots play")).to_have_value("steady")
        me.page.get_by_label("How the bots play").select_option(label="sharp: thinks longer")
        me.page.get_by_role("button", name="Open the table").click()
        me.page.wait_for_url("**/table/**")
        seats = record_of(house.context, me.page.url.rpartition("/")[2]).table["seats"]
        assert {one["bot"] for one in seats} == {None, "sharp"}


@pytest.mark.parametrize("game", ["Kontor", "Packet Row", "Anno 1701", "Seafarers"])
def test_a_table_of_every_game_is_opened_in_words_and_played_against_bots(
    browser: Browser, house: Served, ada: Account, game: str
) -> None:
    first = new_table(house.context, ada)
    with at_browser(browser, house, ada) as me:
        me.enter(first)
        open_new_table(me.page, game)
        match = me.page.url.rpartition("/")[2]
        for _ in range(4 if game == "Packet Row" else 2):
            me.answer_any()
            me.page.locator(ASKED).first.wait_for()
        assert record_of(house.context, match).n > 3
        assert_fit_for_everybody(me.page)
        assert me.page.locator(".story li").count() > 0
        if game == "Packet Row":
            second = me.page.locator(".story h3", has_text=re.compile("^Round 2$")).locator(
                "xpath=following-sibling::*[1]/descendant::li"
            )
            expect(second.first).to_contain_text("Round 2 begins")  # a round is told from its beginning


def test_a_page_of_rules_leads_to_a_new_table_of_its_game(browser: Browser, house: Served, ada: Account) -> None:
    with at_browser(browser, house, ada) as me:
        me.enter(new_table(house.context, ada))
        me.page.goto("/rules/packet-row?language=en")
        me.page.get_by_role("link", name="Try it now").click()
        expect(me.page.get_by_role("radio", name="Packet Row")).to_be_checked()
        expect(me.page.get_by_text("How many seats?")).to_be_visible()


def test_home_tells_tables_apart_by_picture_player_and_time_left(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    running, over = new_table(house.context, ada), new_table(house.context, ada, "packet-row", bots=["steady"])
    sit_down(house.context, running, ben)
    record = record_of(house.context, running)
    acts.commit(house.context, record, 0, acts.SeatAct("r1.choose", move={"type": "pass"}))
    lobby.resign(house.context, over, ada)
    drain_once(house.context)
    with at_browser(browser, house, ada) as me:
        me.enter(running)
        me.page.goto("/")
        thinking = me.page.get_by_role("region", name="Others are thinking").get_by_role("listitem")
        expect(thinking).to_contain_text("waits for Ben")
        expect(thinking.locator("time")).to_contain_text("2 days left")
        for picture in me.page.locator("img.emblem").all():
            picture.evaluate("image => image.decode()")  # fails unless it is a picture
        assert me.page.locator("img.emblem").count() == 2
        expect(me.page.get_by_role("button", name="Rematch: Packet Row")).to_be_visible()
        assert_fit_for_everybody(me.page)
        thinking.get_by_role("link").click()
        me.page.wait_for_url(f"**/table/{running}")


def test_home_says_that_the_server_is_away_and_goes_on_by_itself(browser: Browser, house: Served, ada: Account) -> None:
    """What stands there, such as the time left, was left standing as if it were true."""
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada) as me:
        page = me.enter(match).page
        page.goto("/")
        expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
        page.context.set_offline(True)
        expect(page.get_by_text("Connection lost")).to_be_visible()
        page.context.set_offline(False)
        expect(page.get_by_text("Connection lost")).to_have_count(0)


def limited(route: Route) -> None:
    """Have the server answer in pages of one match."""
    route.continue_(url=re.sub("limit=[0-9]+", "limit=1", route.request.url))


def test_home_shows_all_that_is_under_way_and_finished_matches_page_by_page(
    browser: Browser, house: Served, ada: Account
) -> None:
    """Who had more matches than one page holds did not see the others, and never learned of them."""
    under_way = [new_table(house.context, ada, title=f"Under way {n}", bots=["steady"]) for n in range(2)]
    for n in range(3):
        over = new_table(house.context, ada, title=f"Over {n}", bots=["steady"])
        lobby.resign(house.context, over, ada)
        drain_once(house.context)
    with at_browser(browser, house, ada) as me:
        me.enter(under_way[0])
        me.page.route("**/v1/me/matches?*", limited)
        me.page.goto("/")
        mine = me.page.get_by_role("region", name="Your turn").get_by_role("listitem")
        expect(mine).to_have_count(2)
        expect(mine.first).to_contain_text("Choose a card or pass")
        finished = me.page.get_by_role("region", name="Finished").get_by_role("listitem")
        expect(finished).to_have_count(1)
        for shown in (2, 3):
            me.page.get_by_role("button", name="Show more").click()
            expect(finished).to_have_count(shown)
        expect(me.page.get_by_role("button", name="Show more")).to_have_count(0)


GROWN = """seen => document.querySelectorAll(".tiles li").length > seen
  || ![...document.querySelectorAll("button")].some((one) => one.textContent === "Show more")"""
"""Whether there are more tables than before, or it is known that there are no more."""


def test_open_tables_are_found_by_game_and_pace_and_page_by_page(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    day, quick = {"kind": "duration", "seconds": 86_400}, {"kind": "duration", "seconds": 600}
    games = (("anno-1701", day, 2), ("packet-row", quick, 2), ("packet-row", quick, 3))
    for n, (rules, pace, seats) in enumerate(games):
        new_table(house.context, ben, rules, title=f"Open {n} {ben.id}", visibility="open", pace=pace, seats=seats)
    own = new_table(house.context, ada, title=f"Open 3 {ben.id}", visibility="open")
    missing: list[str] = []
    with at_browser(browser, house, ada) as me:
        me.page.on("response", lambda one: missing.append(one.url) if one.status == 404 else None)
        me.enter(own)
        me.page.route("**/v1/matches?*", limited)
        me.page.goto("/lobby")
        rows = me.page.get_by_role("listitem").filter(has_text=ben.id)
        more = me.page.get_by_role("button", name="Show more")
        every = me.page.locator(".tiles li")
        expect(every).to_have_count(1)
        while more.is_visible():
            seen = every.count()
            more.click()
            me.page.wait_for_function(GROWN, arg=seen)
        expect(rows).to_have_count(4)
        assert rows.locator("img.emblem").count() == 4
        expect(rows.filter(has_text="you sit here")).to_have_text(re.compile("Open 3"))
        me.page.get_by_label("At which pace?").select_option("quick, less than a day for an answer")
        expect(rows).to_have_count(2)
        me.page.get_by_label("Show tables of").select_option("Packet Row")
        me.page.get_by_label("How many players?").select_option("3")
        expect(rows).to_have_text([re.compile("Open 2")])
        assert_fit_for_everybody(me.page)
        rows.get_by_role("link").click()
        expect(me.page.get_by_text("Ben’s table")).to_be_visible()  # who comes by the list was not invited
    assert missing == [], "nor is a picture asked for that there is not yet"


def test_a_stranger_sees_what_is_played_here(browser: Browser, house: Served) -> None:
    with at_browser(browser, house, None, locale="de-DE") as me:
        me.page.goto("/")
        games = me.page.locator(".doors").get_by_role("listitem")
        expect(games.get_by_role("heading")).to_have_text(
            ["Kontor", "Packet Row", "Anno 1701 – das Kartenspiel", "Seefahrer"]
        )
        expect(games.first.get_by_role("button", name="Jetzt spielen: Kontor")).to_be_visible()
        for cover in games.locator("img").all():
            cover.scroll_into_view_if_needed()
            cover.evaluate("image => image.decode()")  # fails unless it is a picture
        assert_fit_for_everybody(me.page)
        me.page.get_by_role("link", name="Packet Row").click()
        me.page.wait_for_url("**/rules/packet-row?language=de")


def test_what_may_be_answered_is_offered_beside_what_has_to_be(browser: Browser, house: Served, ada: Account) -> None:
    match = new_table(house.context, ada, "packet-row", seats=2, bots=["steady"])
    contract = {"words": "fulfil a contract", "spots": [], "move": {"type": "fulfil", "cards": ["x"]}}

    def with_a_contract(route: Route) -> None:
        """What the server answers, and one decision more, for which nobody waits."""
        answer = route.fetch()
        found = answer.json()
        due = found["decisions"][0]
        if "choices" in due:
            due = {**due, "question": "Fulfil contracts if you like", "choices": [contract]}
        found["decisions"].append({**due, "id": "fulfil.0.0", "optional": True})
        route.fulfill(response=answer, json=found)

    with at_browser(browser, house, ada) as me:
        page = me.enter(match).page
        page.route("**/table/**", bare)
        page.route(re.compile(rf"/v1/matches/{match}(/words)?\?(?!after)"), with_a_contract)
        page.goto(f"/table/{match}")
        expect(page.get_by_role("radio")).not_to_have_count(0)
        due = page.locator("#ask h2").inner_text()
        page.get_by_role("button", name="Fulfil contracts if you like").click()
        expect(page.get_by_role("radio", name="fulfil a contract")).to_be_visible()
        page.get_by_role("button", name=f"Back: {due}").click()
        expect(page.locator("#ask h2")).to_have_text(due)


def test_the_owner_of_a_table_that_waits_invites_by_mail_and_replaces_the_link(
    browser: Browser, house: Served, ada: Account
) -> None:
    context = house.context
    match = new_table(context, ada, sit=False)
    old = record_of(context, match).table["invitation"]
    with at_browser(browser, house, ada) as me:
        page = me.enter(match).page
        link = page.get_by_label("Invite with this link")
        expect(link).to_have_value(f"{house.url}/join/{match}?invitation={old}")
        page.get_by_role("button", name="Make a new link").click()
        expect(page.get_by_text("The old one no longer works")).to_be_visible()
        new = record_of(context, match).table["invitation"]
        expect(link).to_have_value(f"{house.url}/join/{match}?invitation={new}")
        page.get_by_label("Email addresses").fill(f"a.{ada.id}@players.example, nonsense")
        page.get_by_role("button", name="Send").click()
        expect(page.get_by_role("alert")).to_have_text("“nonsense” is no email address.")
        mails = [f"{name}.{ada.id}@players.example" for name in ("a", "b")]
        page.get_by_label("Email addresses").fill(", ".join(mails))
        page.get_by_label("Language of emails").select_option("de")
        page.get_by_role("button", name="Send", exact=True).click()
        expect(page.get_by_text(f"On its way: {mails[0]} and {mails[1]}.")).to_be_visible()
        expect(page.get_by_label("Email addresses")).to_have_value("")
        expect(page.locator(".guests li")).to_contain_text([f"{one}: invited, no answer yet" for one in mails])
        page.get_by_label("Email addresses").fill(mails[1].upper())
        page.get_by_role("button", name="Send", exact=True).click()
        expect(page.get_by_text("Already invited, so nothing was sent")).to_be_visible()
        page.get_by_role("button", name=f"Take back: {mails[0]}").click()
        expect(page.locator(".guests li").first).to_contain_text("invitation taken back")
        assert_fit_for_everybody(page)
        page.get_by_role("link", name="Sit down").click()
        page.get_by_role("button", name="Sit down").click()
        page.wait_for_url("**/table/**")
        expect(page.get_by_role("link", name="Sit down")).to_have_count(0)
    assert old != new
    assert ada.id in [seat["player"] for seat in record_of(context, match).table["seats"]]
    invited = [context.store.account_by_mail(one) for one in mails]
    assert [one.language for one in invited if one is not None] == ["de", "de"]


def test_every_page_shows_what_the_operator_announces(browser: Browser, house: Served, ada: Account) -> None:
    house.context.store.announce({"en": "New disks on Sunday.", "de": "Neue Platten am Sonntag."}, None)
    try:
        with at_browser(browser, house, ada) as me:
            match = new_table(house.context, ada, bots=["steady"])
            said = me.page.get_by_role("status").filter(has_text="New disks on Sunday.")
            me.enter(match)  # as letters lead there
            expect(said).to_be_visible()
            assert_fit_for_everybody(me.page)
            me.page.goto("/")
            expect(said).to_be_visible()
        with at_browser(browser, house, None) as visitor:
            visitor.page.goto("/")
            expect(visitor.page.get_by_role("status").filter(has_text="New disks on Sunday.")).to_be_visible()
    finally:
        house.context.store.end_announcement()


def test_a_table_asks_the_api_for_nothing_before_it_can_be_used(browser: Browser, house: Served, ada: Account) -> None:
    """The page brings it all, in the account's language; what is asked for later must not be what was brought."""
    house.context.store.update_account(ada.id, language="de")
    match = new_table(house.context, ada, bots=["steady"])
    path = f"/v1/matches/{match}"
    with at_browser(browser, house, ada) as me:
        asked: list[str] = []
        me.enter(match)
        me.page.on("request", lambda one: asked.append(one.url.removeprefix(house.url)))
        with me.page.expect_request(lambda one: "wait=" in one.url):  # all is shown; from now on it waits for news
            me.page.goto(f"/table/{match}")
        me.page.locator(".picture svg [role=button]").first.wait_for()
        assert not {"/v1/me", f"{path}?", f"{path}/words?language=de", f"{path}/picture.svg?language=de"} & set(asked)
        with me.page.expect_request(lambda one: one.url.endswith(f"{path}/words?language=de")):
            me.answer_any()


LOOK = """
const asked = window.fetch;
window.fetch = (where, ...how) => {
  if (String(where).startsWith("/v1/rules/")) window.thenUsable = document.querySelector(".picture svg [role=button]") !== null;
  return asked(where, ...how);
};
"""


def test_the_rules_are_asked_for_once_the_table_can_be_used(browser: Browser, house: Served, ada: Account) -> None:
    """They are long, and a card can be tapped without them."""
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada) as me:
        me.enter(match)
        me.page.add_init_script(LOOK)
        me.page.goto(f"/table/{match}")
        me.page.wait_for_function("() => window.thenUsable !== undefined")
        assert me.page.evaluate("window.thenUsable") is True


def test_a_table_without_what_its_page_brings_asks_for_it(browser: Browser, house: Served, ada: Account) -> None:
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada) as me:
        me.enter(match)
        me.page.route("**/table/**", bare)
        with me.page.expect_request(lambda one: one.url.endswith("/v1/me")):
            me.page.goto(f"/table/{match}")
        me.page.locator(".picture svg [role=button]").first.wait_for()


def test_a_new_table_agrees_on_more_time_and_pauses_and_has_bots_beside_friends(
    browser: Browser, house: Served, ada: Account
) -> None:
    house.context.store.update_account(ada.id, language="de")
    with at_browser(browser, house, ada) as me:
        page = me.enter(new_table(house.context, ada, bots=["steady"])).page
        page.goto("/new")
        page.locator("input[name=whom][value=friends]").check()
        expect(page.get_by_label("Bots, die mitspielen")).to_have_count(0)  # beside a friend no seat is free for one
        page.get_by_role("radio", name="Packet Row").check()
        page.get_by_role("radio", name="5", exact=True).check()
        page.get_by_label("Bots, die mitspielen").select_option("drei")
        page.get_by_role("radio", name="4", exact=True).check()  # one seat at least is for somebody who comes
        page.get_by_text("Mehr Zeit und Pausen").click()
        page.locator("select[name=times]").select_option("5")
        page.locator("select[name=share]").select_option("whole")
        page.locator("select[name=grants]").select_option("all")
        page.locator("select[name=pauses]").select_option("most")
        page.locator("select[name=days]").select_option("7")
        page.get_by_label("Niemand lässt sich von einer KI helfen").check()
        page.get_by_label("Was am Tisch gesagt wird").select_option("lesen Zuschauer mit")
        assert_fit_for_everybody(page)
        page.locator("form button.seal.big").click()
        page.wait_for_url("**/table/**")
        table = record_of(house.context, page.url.rpartition("/")[2]).table
    assert [seat["bot"] is not None for seat in table["seats"]].count(True) == 2
    assert [seat["player"] for seat in table["seats"]].count(None) == 1
    assert table["extensions"]["agreed"] == {"times": 5, "seconds": 2 * 86_400}
    assert table["time_requests"]["agreed"] == {"majority": "all", "seconds": 6 * 86_400}
    assert table["pauses"]["agreed"] == {"majority": "most", "seconds": 7 * 86_400}
    assert (table.get("assistants"), table.get("talk")) == ("unwanted", "open")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_fits_320_pixels_in_every_language(
    browser: Browser, house: Served, ada: Account, language: Language
) -> None:
    match = new_table(house.context, ada, bots=["steady"])
    house.context.store.update_account(ada.id, language=language)
    with at_browser(browser, house, ada, size=(320, 640)) as me:
        me.enter(match).page.goto("/")
        me.page.get_by_role("heading", level=1).wait_for()
        assert_fit_for_everybody(me.page)


def test_home_says_which_tables_cannot_be_shown(browser: Browser, house: Served, ada: Account) -> None:
    house.context.store.update_account(ada.id, language="de")
    lost, other = (new_table(house.context, ada) for _ in range(2))
    house.context.store.set_aside(lost, "it cannot be read")
    with at_browser(browser, house, ada, size=PHONE) as me:
        me.enter(other)
        me.page.goto("/")
        section = me.page.get_by_role("region", name="Lässt sich gerade nicht zeigen")
        expect(section.get_by_role("link", name=f"Tisch {lost[:8]}")).to_contain_text("niemand verliert dadurch Zeit")
        assert_fit_for_everybody(me.page)
        expect(me.page.locator(f'a[href="/table/{other}"]')).to_be_visible()
        section.get_by_role("link").click()
        expect(me.page.get_by_role("alert")).to_contain_text("Dieser Tisch lässt sich gerade nicht zeigen")


def test_who_is_not_signed_in_is_led_on_and_back(browser: Browser, house: Served, ada: Account) -> None:
    match = new_table(house.context, ada, bots=["steady"], seats=2)
    with at_browser(browser, house, ada) as me:
        me.page.goto("/table/018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11")
        expect(me.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
        expect(me.page.get_by_role("link", name="My tables")).to_have_attribute("href", "/")
        assert_fit_for_everybody(me.page)
        refused = {"type": "/problems/too-many-requests", "status": 429, "title": "", "detail": "wait"}
        me.page.route("**/v1/rules", lambda one: one.fulfill(status=429, json=refused))
        me.page.goto("/lobby")
        expect(me.page.get_by_role("alert")).to_have_text("That was too fast. Wait a moment.", timeout=5_000)
        me.page.unroute("**/v1/rules")
        me.page.goto("/account")
        me.page.wait_for_url("**/sign-in?next=%2Faccount")
        me.page.goto("/new?game=seafarers")
        expect(me.page.get_by_label("Your name")).to_be_visible()  # newcomers have none yet
        me.enter(match).page.goto("/")
        me.page.wait_for_url("**/new?game=seafarers")
        away = {"type": "/problems/unavailable", "status": 503, "title": "", "detail": "no store"}
        me.page.route("**/v1/rules", lambda one: one.fulfill(status=503, json=away), times=2)
        me.page.clock.install()
        me.page.goto("/lobby")
        for _ in range(2):
            expect(me.page.get_by_role("heading", name="That did not work")).to_be_visible()
            me.page.clock.run_for(5_000)
        expect(me.page.get_by_role("heading", name="Open tables")).to_be_visible()  # nobody has to press anything


def test_who_is_signed_in_and_does_not_sit_at_a_private_table_reads_as_whom(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    own, other = new_table(house.context, ada, bots=["steady"]), new_table(house.context, ben)
    house.context.store.update_account(ada.id, language="de")
    with at_browser(browser, house, ada, locale="de-DE") as me:
        me.enter(own).page.goto(f"/table/{other}")
        expect(me.page.get_by_role("heading", name="Dieser Tisch ist privat")).to_be_visible()
        expect(me.page.get_by_role("alert")).to_contain_text("Du bist als Ada angemeldet und sitzt hier nicht.")
        expect(me.page.locator("main").get_by_role("link", name="Meine Tische")).to_be_visible()
        assert_fit_for_everybody(me.page)
