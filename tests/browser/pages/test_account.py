"""The account: its data taken along, and the account deleted, by somebody who reads German."""

import json
import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from service.accounts.access.login import code_in, request_login
from service.context import Context
from service.store.keys import recipient_of
from service.store.records import Account
from service.text.deleted_names import GONE
from tests.browser.people import assert_fit_for_everybody, at_browser, new_table, record_of, sit_down
from tests.cli.served import Served
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import FolderTransport


def letters(context: Context, account: Account, kind: str = "login") -> list[str]:
    """The codes of letters that wait to be sent to somebody, the oldest first."""
    waiting = context.store.notices(recipient_of(account.id, None)).pending
    return [code_in(context, one) for one in waiting if one["kind"] == kind]


def test_an_account_is_taken_along_and_deleted(
    browser: Browser, house: Served, ada: Account, ben: Account, tmp_path: Path
) -> None:
    context = house.context
    context.store.update_account(ada.id, language="de", zone="Europe/London")
    match = new_table(context, ada, seats=2)
    sit_down(context, match, ben)
    request_login(context, ada.mail, "127.0.0.1", name=None, language="de", zone="UTC")
    with at_browser(browser, house, ada, locale="de-DE") as me:
        page = me.page
        me.sign_in(letters(context, ada)[0])
        page.goto("/account")
        page.get_by_role("button", name="Europe/Berlin verwenden").click()
        expect(page.get_by_label("Zeitzone deiner Mails")).to_have_value("Europe/Berlin")
        for nothing in ("", "  "):
            page.get_by_label("Name", exact=True).fill(nothing)
            page.get_by_label("Name", exact=True).blur()
            expect(page.get_by_role("alert")).to_have_text("Ohne Namen geht es nicht; du heißt weiter Ada.")
            expect(page.get_by_label("Name", exact=True)).to_have_value("Ada")
        deliver_once(context, FolderTransport(tmp_path))
        page.get_by_text("Was dir geschickt wurde").click()
        sent = page.locator(".sent-list li")
        expect(sent.filter(has_text="Eine Partie beginnt · Ich bin dran")).to_contain_text(
            "deinem Mailanbieter übergeben"
        )
        expect(sent.filter(has_text="Ein Link zum Anmelden")).to_contain_text("Mail")
        with page.expect_download() as taking:
            page.get_by_role("button", name="Alles herunterladen").click()
        expect(page.get_by_text("„siegelpost-account.json“ wird gespeichert")).to_be_visible()
        file = taking.value.path().read_text(encoding="utf-8")
        assert file.startswith('{\n  "about": {\n    "about": "Was jeder Teil dieser Datei ist."'), "for people, too"
        taken = json.loads(file)
        assert (taken["me"]["zone"], [one["match"] for one in taken["matches"]]) == ("Europe/Berlin", [match])

        page.get_by_text("Konto löschen").click()
        expect(page.get_by_text("Deine laufenden Partien gibst du auf: 1.")).to_be_visible()
        page.get_by_role("button", name="Mail zur Bestätigung schicken").click()
        expect(page.get_by_text(f"Eine Mail an {ada.mail} ist unterwegs")).to_be_visible()
        assert_fit_for_everybody(page)
        page.goto(f"/account/delete/{letters(context, ada, 'deletion-asked')[-1]}")
        assert_fit_for_everybody(page)
        page.get_by_role("button", name="Mein Konto für immer löschen").click()
        expect(page.get_by_role("heading", name="Dein Konto ist gelöscht")).to_be_visible()
        expect(page.get_by_role("link", name="Anmelden")).to_be_visible()  # and no name in the bar any more
        assert [one["name"] for one in page.context.cookies()] == ["siegelpost-language"]
        page.goto("/")
        expect(page.get_by_role("heading", name="Brettspiele in Ruhe, per Post")).to_be_visible()
    with at_browser(browser, house, ben) as other:
        other.enter(match).page.goto("/")
        expect(other.page.get_by_text("with a deleted account")).to_be_visible()
    assert context.store.account(ada.id) is None
    assert [one["name"] for one in record_of(context, match).table["seats"]] == [GONE, "Ben"]


def test_mails_are_switched_in_groups_and_one_by_one(browser: Browser, house: Served, ada: Account) -> None:
    """On a small telephone, where nothing is cut off; what is switched at once keeps what other groups say."""
    store = house.context.store
    store.update_account(ada.id, language="de")
    match = new_table(house.context, ada, bots=["steady"])
    request_login(house.context, ada.mail, "127.0.0.1", name=None, language="de", zone="UTC")
    with at_browser(browser, house, ada, locale="de-DE") as me:
        page = me.enter(match).page
        page.goto("/account")
        page.get_by_text("Einzeln wählen (18 von 18 an)").click()
        page.get_by_role("checkbox", name="Eine Partie beginnt").click()
        expect(page.get_by_role("alert")).to_contain_text("Bestätige dafür")
        expect(page.get_by_role("checkbox", name="Eine Partie beginnt")).to_be_checked()

        me.sign_in(letters(house.context, ada)[-1])
        page.goto("/account")
        tables = page.get_by_role("checkbox", name=re.compile("^Was am Tisch passiert"))
        expect(tables).to_be_checked()
        page.get_by_text("Einzeln wählen (18 von 18 an)").click()
        page.get_by_role("checkbox", name="Eine Partie beginnt").click()
        expect(page.get_by_text("Einzeln wählen (17 von 18 an)")).to_be_visible()
        assert tables.evaluate("one => one.indeterminate") is True
        tables.click()
        expect(page.get_by_text("Einzeln wählen (18 von 18 an)")).to_be_visible()
        expect(tables).to_be_checked()
        page.get_by_role("radio", name="Auch Fragen, wenn dann mindestens 12 Stunden bleiben").click()
        expect(page.get_by_label("Um wie viel Uhr?")).to_be_visible()
        assert_fit_for_everybody(page)


def test_who_gets_no_mails_any_more_is_told_and_takes_one_step(browser: Browser, house: Served, ada: Account) -> None:
    """And a name that is older than a rule which refuses it keeps nobody from choosing something else."""
    house.context.store.update_account(ada.id, name="ada.de", language="de", bouncing=True)
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, locale="de-DE") as me:
        page = me.enter(match).page
        page.goto("/account")
        expect(page.get_by_role("alert")).to_contain_text(f"An {ada.mail} gehen keine Mails mehr")
        page.get_by_role("button", name="Dorthin einen Link schicken").click()
        expect(page.get_by_role("alert")).to_have_count(0)
        me.sign_in(letters(house.context, ada)[-1])
        page.goto("/account")
        page.get_by_label("Zeitzone deiner Mails").select_option("Europe/London")
        expect(page.get_by_text("Gespeichert.")).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)
    account = house.context.store.account(ada.id)
    assert account is not None and not account.bouncing
    assert (account.name, account.zone) == ("ada.de", "Europe/London")


def test_a_letter_s_link_to_the_table_leads_there_on_a_device_that_knows_nobody(
    browser: Browser, house: Served, ada: Account
) -> None:
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, None) as me:
        me.page.goto(f"/table/{match}")
        expect(me.page.get_by_role("alert")).to_contain_text("If you play here, sign in.")
        assert_fit_for_everybody(me.page)
        me.page.locator("main").get_by_role("link", name="Sign in").click()
        me.page.get_by_label("Your email address").fill(ada.mail)
        me.page.get_by_role("button", name="Send me a link").click()
        me.page.locator("#code").wait_for()
        me.sign_in(letters(house.context, ada)[-1])
        me.page.wait_for_url(f"**/table/{match}")
        expect(me.page.locator("#ask")).to_contain_text("Choose a card or pass")


def test_who_came_by_a_letters_link_reads_another_language_without_changing_the_account(
    browser: Browser, house: Served, ada: Account
) -> None:
    """The link of a letter cannot change an account: the page said so, and showed German as chosen all the same."""
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, locale="de-DE") as me:
        page = me.enter(match).page
        page.goto("/account")
        page.get_by_label("Language").select_option("de")
        expect(page.get_by_role("status").first).to_contain_text("Dieser Browser spricht jetzt Deutsch.")
        expect(page.get_by_role("heading", name="Dein Konto")).to_be_visible()
        page.goto(f"/table/{match}")
        expect(page.locator("#ask h2")).to_have_text("Wähle eine Karte oder passe")
        page.goto("/account")
        page.get_by_role("textbox", name="Name").fill("Somebody else")
        page.get_by_role("textbox", name="Name").press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("Bestätige dafür zuerst dein Konto per Mail.")
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Ada")
        expect(page.get_by_text("Gespeichert.")).to_have_count(0)
        page.get_by_role("button", name="Link zum Anmelden schicken").click()
        expect(page.get_by_role("heading", name="Schau in deine Mails")).to_be_visible()
        expect(page.get_by_text("Gespeichert.")).to_have_count(0)
    kept = house.context.store.account(ada.id)
    assert kept is not None and (kept.language, kept.name) == (ada.language, "Ada")


def test_reminders_are_chosen_from_lists_that_show_what_stands(browser: Browser, house: Served, ada: Account) -> None:
    """A second one is asked for only beside a first, and goes with it."""
    store = house.context.store
    store.update_account(ada.id, language="de")
    request_login(house.context, ada.mail, "127.0.0.1", name=None, language="de", zone="UTC")
    with at_browser(browser, house, ada, locale="de-DE") as me:
        page = me.page
        me.sign_in(letters(house.context, ada)[-1])
        page.goto("/account")
        first, second = (
            page.get_by_label("Wann wirst du an eine Frist erinnert?"),
            page.get_by_label("Und ein zweites Mal?"),
        )
        expect(first).to_have_value("0")
        expect(second).to_have_count(0)
        first.select_option("24")
        expect(second).to_have_value("0")
        expect(first).to_have_value("24")
        assert second.locator("option[value='24']").count() == 0, "twice at one time is once"
        second.select_option(label="Eine Stunde vor dem Ende")
        expect(page.get_by_role("status").filter(has_text="Gespeichert.")).to_be_visible()
        expect(second).to_have_value("1")
        expect(first.locator("option[value='1']")).to_have_count(0)
        assert_fit_for_everybody(page)
        page.reload()
        expect(first).to_have_value("24")
        expect(second).to_have_value("1")
        first.select_option("0")
        expect(second).to_have_count(0)
        expect(first).to_have_value("0")
        page.reload()
        expect(first).to_have_value("0")
