"""People who stay away, at the web table: "I am here", and what the others choose."""

import json

from playwright.sync_api import Browser, expect

from engine.match.absence import case_of
from service.store.records import Account
from tests.browser.people import PHONE, Person, assert_fit_for_everybody, at_browser, new_table, record_of, sit_down
from tests.cli.served import Served
from tests.service.hours import pass_hours


def test_one_comes_back_and_decides_about_the_other(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    match = new_table(house.context, ada, absence={"misses": 1})
    sit_down(house.context, match, ben)
    pass_hours(house.context, match, lambda record: "polled" in (case_of(record.table, 0) or {}))
    with at_browser(browser, house, ben) as me:
        me.enter(match).page.goto("/")
        expect(me.page.locator("#away + ul li").first).to_contain_text("Ada stays away")
        if case_of(record_of(house.context, match).table, 1) is not None:
            expect(me.page.locator("#missed")).to_have_text("You are missed")
            expect(me.page.locator("#missed + ul li").first).to_contain_text("You are missed here")
        me.page.goto(f"/table/{match}")
        expect(me.page.get_by_text("has missed an answer")).to_be_visible()
        if case_of(record_of(house.context, match).table, 1) is not None:
            me.page.get_by_role("button", name="I am here").click()
        expect(me.page.get_by_role("button", name="I am here")).to_have_count(0)
        assert_fit_for_everybody(me.page)
        me.page.get_by_role("button", name="End the match and take the win").click()
        expect(me.page.get_by_text("cannot be taken back")).to_be_visible()
        me.page.get_by_role("button", name="End the match and take the win").click()
        expect(me.page.get_by_text("You won").first).to_be_visible()
    types = [json.loads(line)["entry"]["type"] for line in house.context.store.lines(match)]
    assert "voted" in types and types[-1] == "closed"


def test_two_on_telephones_decide_about_the_third(browser: Browser, house: Served, ada: Account, ben: Account) -> None:
    """Each reads first that something is asked, then what each way means, what was chosen, and what is still open."""
    context = house.context
    cleo = context.store.create_account(mail=f"cleo.{ada.id}@players.example", name="Cleo", verified=True)
    people = [ada, ben, cleo]
    for one in people:
        context.store.update_account(one.id, language="de")
    match = new_table(context, ada, "packet-row", seats=3, absence={"misses": 1}, hold=0)
    for one in (ben, cleo):
        sit_down(context, match, one)
    pass_hours(context, match, lambda record: any("polled" in (case_of(record.table, seat) or {}) for seat in range(3)))
    table = record_of(context, match).table
    missing = next(seat for seat in range(3) if "polled" in (case_of(table, seat) or {}))
    gone = table["seats"][missing]["name"]
    first, second = (one for one in people if one.name != gone)

    def say_bot(person: Person) -> None:
        person.page.get_by_role("button", name="Einen Bot weiterspielen lassen").click()
        expect(person.page.get_by_text("lässt es sich nicht zurücknehmen")).to_be_visible()
        person.page.get_by_role("button", name="Einen Bot weiterspielen lassen").click()

    with at_browser(browser, house, first, size=PHONE, locale="de-DE") as me:
        page = me.enter(match).page
        asked = page.locator(".above", has_text=f"{gone} fehlt: Was soll geschehen?")
        asked.click()
        expect(page.get_by_text(f"Ein Bot spielt auf dem Platz von {gone} weiter")).to_be_in_viewport()
        assert_fit_for_everybody(page)
        say_bot(me)
        expect(page.get_by_text(f"Noch nicht gewählt: {second.name}.")).to_be_visible()
        expect(asked).to_have_count(0)
        with at_browser(browser, house, second, size=PHONE, locale="de-DE") as other:
            other.enter(match)
            expect(other.page.get_by_text(f"{first.name}: Einen Bot weiterspielen lassen")).to_be_visible()
            other.page.get_by_role("button", name="Warten", exact=True).click()
            expect(other.page.get_by_text("Du: Warten")).to_be_visible()
            expect(page.get_by_text("nichts hat genug Stimmen")).to_be_visible()  # without loading it again
            other.page.get_by_text("Anders wählen").click()
            say_bot(other)
            expect(other.page.get_by_text("(Bot) spielt seit")).to_be_visible()
        expect(page.get_by_text("(Bot) spielt seit")).to_be_visible()
