"""Partners who talk at the table, while the rules let them, and opponents who do not hear it."""

from playwright.sync_api import Browser, expect

from engine.registry import game_of
from service.context import Context
from service.matches import acts, messages
from service.matches.seating import lobby
from service.store.records import Account
from tests.browser.people import (
    PHONE,
    WIDE,
    Person,
    assert_fit_for_everybody,
    at_browser,
    new_table,
    record_of,
    sit_down,
)
from tests.cli.served import Served
from tests.given.contexts import account
from workers.resolve.drain import drain_once


def until_partners_may_talk(context: Context, match: str) -> str:
    """Answer for everybody until the first of them may talk; return the channel."""
    answered: set[tuple[str, int]] = set()
    while True:
        record = record_of(context, match)
        found = messages.open_channels(record, 0)
        if found:
            return found[0]["id"]
        assert record.state is not None and record.table["status"] == "running"
        for standing in record.table["standing"]:
            # The house's own worker may be at what was answered before.
            for seat in {*standing["seats"]} - {seat for decision, seat in answered if decision == standing["id"]}:
                move = game_of(record.table).moves(record.state, seat, standing["id"])[0]
                if standing["sealed"]:
                    acts.commit(context, record_of(context, match), seat, acts.SeatAct(standing["id"], move=move))
                else:
                    acts.answer(context, record_of(context, match), seat, acts.SeatAct(standing["id"], move=move))
                answered.add((standing["id"], seat))
        drain_once(context)


def test_partners_talk_while_the_rules_let_them(browser: Browser, house: Served, ada: Account, ben: Account) -> None:
    context = house.context
    context.store.update_account(ben.id, language="de")
    match = new_table(context, ada, seats=4, options={"preset": "goldsieber-teams"})
    cleo = account(context, "Cleo")
    for player in (ben, cleo, account(context, "Dora")):
        sit_down(context, match, player)
    channel = until_partners_may_talk(context, match)
    with (
        at_browser(browser, house, ada, size=PHONE) as me,
        at_browser(browser, house, ben, size=WIDE, scheme="dark", locale="de-DE") as partner,
    ):
        me.enter(match)
        talk = me.page.locator(".talk")
        expect(talk.get_by_role("heading")).to_have_text("Talk with Ben")
        partner.enter(match)
        talk.get_by_label("What do you say?").fill("Leave it to <me>")
        talk.get_by_role("button", name="Say it").press("Enter")
        expect(talk.get_by_role("listitem")).to_contain_text("You: Leave it to <me>")
        expect(talk.get_by_label("What do you say?")).to_have_value("")
        heard = partner.page.locator(".talk")
        expect(heard.get_by_role("listitem")).to_contain_text("Ada: Leave it to <me>")
        for text in ("W" * 1000, "<img src=x onerror=alert(1)>", "\u05d0\u05d1\u05d2 (1)"):
            messages.say(context, record_of(context, match), 1, channel, text, name=text[:9])
            drain_once(context)
            expect(talk.get_by_role("listitem").last).to_contain_text(f"Ben: {text}")
        assert talk.locator("img").count() == 0
        heard.get_by_label("Was sagst du?").fill("ja\u202enein")
        heard.get_by_role("button", name="Sagen").press("Enter")
        expect(partner.page.locator("#ask").get_by_role("alert")).to_contain_text("Lass unsichtbare Zeichen weg")
        assert talk.get_by_role("listitem").last.locator("bdi").inner_text() == "\u05d0\u05d1\u05d2 (1)"
        assert_fit_for_everybody(me.page)
        assert_fit_for_everybody(partner.page)
    said, _ = messages.heard(context, record_of(context, match), 1)
    assert [(one.channel, one.text) for one in said][:1] == [(channel, "Leave it to <me>")]
    others, _ = messages.heard(context, record_of(context, match), 2)
    assert others == []
    lobby.resign(context, match, ada)
    drain_once(context)
    with at_browser(browser, house, cleo) as opponent:
        opponent.enter(match)
        talk = opponent.page.locator(".talk")
        expect(talk.get_by_role("heading")).to_have_text("What partners said")
        expect(talk.get_by_role("listitem").first).to_contain_text("Ada: Leave it to <me>")
        expect(talk.get_by_role("textbox")).to_have_count(0)


def look_again(one: Person) -> None:
    """Have a page ask anew: no bell rings for talk in this house's server, and the page would wait 25 seconds each time."""
    one.page.evaluate("dispatchEvent(new Event('online'))")


def test_people_at_any_table_talk_and_take_back_what_they_said(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    context = house.context
    context.store.update_account(ben.id, language="de")
    match = new_table(context, ada, options={"preset": "tilsit"})
    sit_down(context, match, ben)
    drain_once(context)
    with (
        at_browser(browser, house, ada, size=PHONE) as me,
        at_browser(browser, house, ben, size=WIDE, scheme="dark", locale="de-DE") as other,
    ):
        me.enter(match)
        other.enter(match)
        mine, theirs = me.page.locator(".chat"), other.page.locator(".chat")
        for text in ("Good luck, <b>Ben</b>!", "W" * 300):
            mine.get_by_label("Say something to everybody").fill(text)
            mine.get_by_role("button", name="Send").press("Enter")
            expect(mine.get_by_role("listitem").last).to_contain_text(f"Ada {text}")
            expect(mine.get_by_label("Say something to everybody")).to_have_value("")
            look_again(other)
            expect(theirs.get_by_role("listitem").last).to_contain_text(f"Ada {text}")
        assert theirs.locator("b").count() == 0
        theirs.get_by_text("Reaktionen").click()
        theirs.get_by_role("button", name="Danke!").click()
        expect(theirs.get_by_role("listitem")).to_have_count(3)
        look_again(me)
        expect(mine.get_by_role("listitem").last).to_contain_text("Ben Thanks!")
        for one in (me, other):
            assert_fit_for_everybody(one.page)
        mine.get_by_label("More about what Ada said").last.click()
        mine.get_by_role("button", name="Delete").click()
        expect(mine.get_by_role("listitem")).to_have_count(2)
        look_again(other)
        expect(theirs.get_by_role("listitem")).to_have_count(2)
        mine.get_by_label("More about what Ben said").click()
        mine.get_by_role("button", name="Report").click()
        mine.get_by_label("What is wrong with it?").fill("not at all rude")
        mine.locator("form").get_by_role("button", name="Report").click()
        expect(mine.get_by_role("status")).to_have_text("The operator will see it.")
        mine.get_by_label("More about what Ben said").click()
        mine.get_by_role("button", name="Mute Ben").click()
        expect(mine.get_by_role("listitem")).to_have_count(1)
    assert [one.why for one in context.store.reports()] == ["not at all rude"]
