"""A passkey registered in one browser signs in another one, by Chromium's own authenticator."""

from dataclasses import replace

from playwright.sync_api import Browser, CDPSession, Page, expect

from service.accounts.access.login import request_login
from service.api.app import equip
from service.store.records import Account
from tests.browser.pages.test_account import letters
from tests.browser.people import assert_fit_for_everybody, at_browser
from tests.cli.served import Served


def test_a_second_device_signs_in_without_a_mailbox(browser: Browser, house: Served, ada: Account) -> None:
    url = house.url.replace("127.0.0.1", "localhost")
    named = Served.__new__(Served)
    named.context, named.url = replace(house.context, settings=replace(house.context.settings, public_url=url)), url
    request_login(named.context, ada.mail, "127.0.0.1", name=None, language="en", zone="UTC")
    equip(house.app, named.context)
    try:
        with at_browser(browser, named, ada) as first:
            page = first.page
            device, held = authenticator(page)
            first.sign_in(letters(named.context, ada)[0])
            page.goto("/account")
            page.get_by_role("link", name="Passkeys").click()
            with page.expect_navigation():
                page.get_by_role("button", name="Register a passkey").click()
            expect(page.get_by_text("not used yet")).to_be_visible()
            assert_fit_for_everybody(page)
            page.get_by_role("button", name="Register a passkey").click()
            expect(page.get_by_role("alert")).to_contain_text("may have a passkey for your account already")
            (passkey,) = device.send("WebAuthn.getCredentials", {"authenticatorId": held})["credentials"]
        with at_browser(browser, named, ada) as second:
            page = second.page
            device, held = authenticator(page)
            page.goto("/#sign-in")
            page.get_by_role("link", name="Sign in with a passkey").click()
            button = page.get_by_role("button", name="Sign in with a passkey")
            expect(button).to_be_visible()
            assert_fit_for_everybody(page)
            device.send("WebAuthn.addCredential", {"authenticatorId": held, "credential": passkey})
            with page.expect_navigation():
                button.click()
            page.goto("/account/passkeys")
            expect(page.get_by_text("not used yet")).to_have_count(0)
            with page.expect_navigation():
                page.get_by_role("button", name="Remove").click()
            page.context.clear_cookies()
            page.goto("/sign-in")
            page.get_by_role("button", name="Sign in with a passkey").click()
            expect(page.get_by_role("alert").filter(visible=True)).to_contain_text("not registered here")
    finally:
        equip(house.app, house.context)


def authenticator(page: Page) -> tuple[CDPSession, str]:
    """Give the page a device that holds passkeys and asks nobody; return how to talk to it, and its id."""
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    return device, device.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
