"""Web push in a browser: switched on with its reader's permission, shown by the worker, ended where the reader ends it."""

import json

from playwright.sync_api import Browser, Route, expect

from engine.protocol.canon import b64
from service.accounts.access.login import code_in, request_login
from service.accounts.browsers import browsers_of
from service.keys.signing import new_match_id
from service.store.keys import recipient_of
from service.store.records import Account
from tests.browser.people import Person, assert_fit_for_everybody, at_browser, new_table, sit_down
from tests.browser.table.test_offline import PREPARED
from tests.cli.served import Served
from tests.given.contexts import account_of
from tests.service.serve.watching import until
from tests.workers.push.browser import Device

SERVICE = """([endpoint, p256dh, auth]) => {
  let current = null;
  const made = () => ({
    endpoint, unsubscribe: async () => { current = null; return true; },
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh, auth } }),
  });
  PushManager.prototype.subscribe = async function (options) {
    if (!options.userVisibleOnly || atob(options.applicationServerKey.replaceAll("-", "+").replaceAll("_", "/")).length !== 65)
      throw new DOMException("", "InvalidAccessError");
    return (current = made());
  };
  PushManager.prototype.getSubscription = async () => current;
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
}"""
"""A push service inside the page: a Chromium without a screen has none."""
KNOWN = """([before, endpoint, p256dh, auth]) => {
  let current = { endpoint: before, unsubscribe: async () => { current = null; return (self.ended = true); } };
  PushManager.prototype.subscribe = async () => (current = {
    endpoint, unsubscribe: async () => true, toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
  });
  PushManager.prototype.getSubscription = async () => current;
}"""
"""A browser that has subscribed before; asked again, its push service gives another address."""
CHANGED = """async ([before, endpoint, p256dh, auth]) => {
  let done;
  const event = new Event("pushsubscriptionchange");
  const newSubscription = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
  Object.assign(event, { oldSubscription: { endpoint: before }, newSubscription, waitUntil: (until) => { done = until; } });
  dispatchEvent(event);
  await done;
}"""
"""The push service ends an address and gives another."""
RECORDED = """() => {
  const all = [];
  let wake = () => {};
  self.shown = { next: async (count) => {
    while (all.length < count) await new Promise((done) => { wake = done; });
    return all;
  } };
  registration.showNotification = async (title, options) => { all.push({ title, ...options }); wake(); };
  let went = "";
  WindowClient.prototype.focus = async function () { went = `focus ${new URL(this.url).pathname}`; };
  clients.openWindow = async (path) => { went = `open ${path}`; };
  self.press = async (match) => {
    let done;
    const event = new Event("notificationclick");
    Object.assign(event, { notification: { close: () => {}, data: { match } }, waitUntil: (until) => { done = until; } });
    dispatchEvent(event);
    await done;
    return went;
  };
}"""
"""The worker tells what it would show and open: a Chromium without a screen shows nothing, and nobody can press it."""
TOLD = {"title": "Kontor with Ben", "body": "Round 1: choose a card", "language": "en"}


def test_the_reader_is_offered_it_after_a_seal_and_ends_it_on_the_account_page(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    context = house.context
    match = new_table(context, ada, seats=2)
    sit_down(context, match, ben)
    device = Device(f"https://push.example.net/{ada.id}")
    request_login(context, ada.mail, "127.0.0.1", name=None, language="en", zone="UTC")
    (code,) = [code_in(context, one) for one in context.store.notices(recipient_of(ada.id, None)).pending]
    with at_browser(browser, house, ada, offline=True) as me:
        page = me.page
        given = json.dumps([device.endpoint, device.p256dh, b64(device.auth)])
        page.add_init_script(f"({SERVICE})({given})")
        me.sign_in(code)
        page.goto(f"/table/{match}")
        me.answer_any()
        offer = page.get_by_role("group", name="Notifications")
        expect(offer).to_be_visible()
        offer.get_by_role("button", name="Yes, tell me").click()
        expect(page.get_by_text("It will. The account page ends it.")).to_be_visible()
        (kept,) = browsers_of(account_of(context, ada.mail))
        assert (kept.endpoint, kept.public_key) == (device.endpoint, device.p256dh)
        assert "on Linux" in kept.name

        page.goto("/account")
        page.get_by_label("From (").select_option("23:00")
        expect(page.get_by_text("Saved.")).to_be_visible()
        page.get_by_label("Emails wait, too").click()
        expect(page.get_by_label("Emails wait, too")).to_be_checked()
        assert_fit_for_everybody(page)
        page.get_by_role("button", name=f"Tell {kept.name} nothing any more").click()
        expect(page.get_by_text("Browsers that are told")).to_have_count(0)
        page.get_by_label("Tell me in this browser").click()
        expect(page.get_by_label("Tell me in this browser")).to_be_checked()
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("heading", name="Slow board games, by mail")).to_be_visible()
    assert browsers_of(account_of(context, ada.mail)) == []
    wished = account_of(context, ada.mail).prefs
    assert (wished["quiet_from"], wished["quiet_mails"]) == (23, True)


def subscribed(me: Person, house: Served, ada: Account, device: Device) -> str:
    """Sign in with all rights, with a browser that is told; return its id."""
    request_login(house.context, ada.mail, "127.0.0.1", name=None, language="en", zone="UTC")
    (code,) = [code_in(house.context, one) for one in house.context.store.notices(recipient_of(ada.id, None)).pending]
    given = json.dumps([device.endpoint, device.p256dh, b64(device.auth)])
    me.page.add_init_script(f"({SERVICE})({given})")
    me.sign_in(code)
    me.page.goto("/account")
    me.page.get_by_label("Tell me in this browser").click()
    expect(me.page.get_by_label("Tell me in this browser")).to_be_checked()
    (kept,) = browsers_of(account_of(house.context, ada.mail))
    return kept.id


def test_a_subscription_under_a_replaced_key_is_renewed_when_a_page_opens(
    browser: Browser, house: Served, ada: Account
) -> None:
    device = Device(f"https://push.example.net/{ada.id}")
    with at_browser(browser, house, ada, offline=True) as me:
        page, id = me.page, subscribed(me, house, ada, device)
        # The page knows its subscription again, and the server says that it is under a key of before.
        newer = Device(f"https://push.example.net/newer/{ada.id}")
        page.add_init_script(
            f"({KNOWN})({json.dumps([device.endpoint, newer.endpoint, newer.p256dh, b64(newer.auth)])})"
        )

        def replaced(route: Route) -> None:
            if route.request.method != "GET":
                route.continue_()
                return
            shown = route.fetch().json()
            route.fulfill(
                json={**shown, "browsers": [{**one, "current": one["id"] != id} for one in shown["browsers"]]}
            )

        page.route("**/v1/me/browsers", replaced)
        with page.expect_response(lambda one: one.request.method == "DELETE" and one.url.endswith(id)):
            page.goto("/")
        (kept,) = browsers_of(account_of(house.context, ada.mail))
        assert (kept.endpoint, kept.public_key) == (newer.endpoint, newer.p256dh)

        # Somebody else signs in without a sign-out before, as by the link of a letter: what is hers is not for them to see.
        page.unroute("**/v1/me/browsers")
        page.route("**/v1/me/browsers", lambda route: route.fulfill(json={"public_key": "A", "browsers": []}))
        page.goto("/")
        page.wait_for_function("() => self.ended")


def test_a_subscription_that_the_push_service_ends_is_replaced_by_the_worker(
    browser: Browser, house: Served, ada: Account
) -> None:
    device = Device(f"https://push.example.net/{ada.id}")
    newer = Device(f"https://push.example.net/newer/{ada.id}")
    with at_browser(browser, house, ada, offline=True) as me:
        subscribed(me, house, ada, device)
        me.page.evaluate(PREPARED)
        me.page.locator("html[data-prepared]").wait_for()
        (before,) = browsers_of(account_of(house.context, ada.mail))
        (worker,) = me.page.context.service_workers
        worker.evaluate(CHANGED, [device.endpoint, newer.endpoint, newer.p256dh, b64(newer.auth)])
        (kept,) = browsers_of(account_of(house.context, ada.mail))
        assert (kept.endpoint, kept.public_key, kept.name) == (newer.endpoint, newer.p256dh, before.name)


def test_what_is_pushed_is_shown_by_table_and_leads_there(browser: Browser, house: Served, ada: Account) -> None:
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, offline=True) as me:
        page = me.enter(match).page
        page.context.grant_permissions(["notifications"], origin=house.url)
        page.evaluate(PREPARED)
        page.locator("html[data-prepared]").wait_for()
        (worker,) = page.context.service_workers
        worker.evaluate(RECORDED)
        devtools = page.context.new_cdp_session(page)
        registrations: set[str] = set()
        devtools.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: registrations.update(one["registrationId"] for one in event["registrations"]),
        )
        devtools.send("ServiceWorker.enable")
        until(
            lambda: page.evaluate("navigator.serviceWorker.ready.then(() => true)") and registrations,
            "it is registered",
        )
        (registration,) = registrations
        for body in ("Round 1: choose a card", "Round 2: choose a card"):
            told = json.dumps({**TOLD, "body": body, "match": match})
            devtools.send(
                "ServiceWorker.deliverPushMessage", {"origin": house.url, "registrationId": registration, "data": told}
            )
        shown = worker.evaluate("shown.next(2)")
        assert [(one["title"], one["body"], one["tag"], one["lang"], one["renotify"]) for one in shown] == [
            ("Kontor with Ben", "Round 1: choose a card", match, "en", True),
            ("Kontor with Ben", "Round 2: choose a card", match, "en", True),
        ]
        assert page.request.get(shown[0]["icon"]).ok
        # A press on it goes to the window that has the table, or opens one; what is no match leads home.
        for data, went in (
            (match, f"focus /table/{match}"),
            (new_match_id(), "open /table/"),
            ("//evil.example", "open /"),
        ):
            assert worker.evaluate("press", data).startswith(went)


def test_who_leaves_the_browser_s_question_unanswered_is_told_that_it_stays_off(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    """Not that something failed, nor that it was forbidden: it can be asked again."""
    match = new_table(house.context, ada, seats=2)
    sit_down(house.context, match, ben)
    with at_browser(browser, house, ada, offline=True) as me:
        me.page.add_init_script("""
            Object.defineProperty(Notification, "permission", { get: () => "default" });
            PushManager.prototype.getSubscription = async () => null;
            PushManager.prototype.subscribe = async () => { throw new DOMException("dismissed", "NotAllowedError"); };
        """)
        page = me.enter(match).page
        me.answer_any()
        offer = page.get_by_role("group", name="Notifications")
        offer.get_by_role("button", name="Yes, tell me").click()
        expect(offer.get_by_text("so nothing was switched on")).to_be_visible()
        expect(offer.get_by_role("button", name="Yes, tell me")).to_be_enabled()
