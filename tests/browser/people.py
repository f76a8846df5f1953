"""People with browsers: a served installation, somebody signed in, and what can be said of any page."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha512
from pathlib import Path
from typing import Any, Literal
from unittest.mock import patch
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, TimeoutError, expect

from service.api.http.session import FORM, LAST
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store.records import Account, Record
from tests.browser.chromium import AXE
from tests.cli.served import Served
from tests.given.contexts import link_for
from workers.resolve.drain import drain_once
from workers.resolve.openings import orders_in_force

PHONE, WIDE, MAGNIFIED = (360, 740), (1280, 860), (195, 420)
"""A small telephone, a wide screen, and a telephone whose reader looks at everything at 200 %."""
SCREENS = Path(__file__).parents[1] / "output" / "screens"
"""Pictures of all pages as tests saw them; those of every page in every look: ``python -m tests.browser.gallery``."""
DEAL = os.environ.get("SIEGELPOST_TEST_DEAL", "")
"""Whatever stands there gives all tables other cards."""
_tables: Counter[str] = Counter()
"""The tables that a test has opened, by the test's name."""
IDLE = "body:has(#ask[aria-busy='false'])"
"""The page while no answer is on its way: until it has arrived, the old question stands there still."""
UNFOLD, LISTS = "#ask button.link", re.compile("^(Show all|Alle )")
ANSWERS = ", ".join(f"{IDLE} #ask {one}" for one in ("[type=radio]", "button.link", "form.compose"))
"""What somebody is asked can be answered by one of these, unless there is one answer only."""
SOLE = ", ".join(f"{IDLE} {one} > button.seal.big" for one in ("#ask > p", ".at-hand"))
"""The button of an only answer."""
ASKED = f"{ANSWERS}, {SOLE}"
"""Whatever somebody is asked: which of them the rules and the draw decide."""
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@dataclass
class Person:
    """Somebody at a browser. ``complaints`` are what the browser's console says against our pages."""

    page: Page
    context: Context
    account: Account | None
    complaints: list[str] = field(default_factory=list)

    def enter(self, match: str) -> Person:
        """Open a table by the link of a mail, as its form does: that page has tests of its own, and takes as long as a table."""
        assert self.account is not None
        link = link_for(self.context, self.account.id, match)
        form = self.context.links.make(FORM, {"link": link})
        answer = self.page.request.post(f"/enter/{link}", form={"form": form}, max_redirects=0)
        assert answer.status == 303, answer.text()
        self.page.goto(answer.headers["location"])
        self.page.get_by_role("heading", level=2).first.wait_for()
        return self

    def was_here(self) -> None:
        """Let the browser have been signed in with the account before, until the session ended by itself."""
        assert self.account is not None
        last = self.context.links.derive(LAST, self.account.id)[:12].hex()
        site = self.context.settings.public_url
        self.page.context.add_cookies([{"name": "siegelpost-last", "value": last, "url": site}])

    def sign_in(self, code: str) -> None:
        """Press the button behind the link of a letter; whoever goes on before the answer is there is not signed in."""
        self.page.goto(f"/login/{code}")
        with self.page.expect_navigation():
            self.page.locator("form button").first.click()

    def choose(self, words: str | re.Pattern[str]) -> None:
        """Take a choice from the list, unfolded if what can be tapped is not listed."""
        first = self.page.get_by_role("radio", name=words).first
        unfold = self.page.locator(UNFOLD, has_text=LISTS)
        first.or_(unfold).first.wait_for()
        if unfold.count():
            unfold.click()
        # Not `check`: what is chosen is confirmed at once, and the list may be gone before anybody looks whether it took it.
        first.click()

    def choose_any(self, timeout: float | None = None) -> None:
        """Take the first thing that can be chosen: in the list, unfolded if it is long, or put together in a form.

        :param timeout: milliseconds for every single look and press, after which whatever was to be pressed has gone.
        """
        first = self.page.get_by_role("radio").first
        unfold = self.page.locator(UNFOLD, has_text=LISTS)
        form = self.page.locator("#ask form.compose")
        first.or_(unfold).or_(form).first.wait_for(timeout=timeout)
        if form.count() and not first.count() and not unfold.count():
            self._fill(form, timeout)
            return
        if unfold.count():
            unfold.click(timeout=timeout)
        first.click(timeout=timeout)

    def _fill(self, form: Locator, timeout: float | None) -> None:
        """Count up, kind by kind, until the form has what is wanted."""
        done = form.locator("button.seal")
        for more in form.locator(".count button:last-child").all():
            while more.is_enabled(timeout=timeout) and not done.is_enabled(timeout=timeout):
                more.click(timeout=timeout)
        done.click(timeout=timeout)

    def answer_any(self) -> None:
        """Take the first thing and confirm it; another one, if the others' moves have the table move on in between."""
        only = self.page.locator(SOLE)
        for _ in range(5):
            try:
                self.page.locator(ASKED).first.wait_for(timeout=10_000)
                if only.count():
                    only.first.click(timeout=5_000)
                    return
                self.choose_any(timeout=10_000)
                self.page.locator(".confirm button.seal.big").click(timeout=5_000)
            except TimeoutError:
                continue
            expect(self.page.locator(".confirm")).to_have_count(0)
            return
        pytest.fail("nothing could be confirmed")

    def confirm(self) -> None:
        """Press the one button that seals or answers."""
        self.page.locator(".confirm button.seal").click()


def record_of(context: Context, match: str) -> Record:
    """Return a match that is there."""
    found = context.store.load(match)
    assert found is not None
    return found


def orders_of(context: Context, match: str, seat: int) -> object:
    """Return the standing orders of a seat that are in force, ``None`` where there are none."""
    record = context.store.load(match, secrets=True)
    assert record is not None
    return orders_in_force(context, record).get(seat)


def new_table(context: Context, owner: Account, rules: str = "kontor", **wishes: Any) -> str:
    """Open a table and deal, if all seats are taken: the same cards in every run, others at each table and in each test."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]  # empty in campaigns
    _tables[test] += 1
    chance = sha512(f"{DEAL} {test} {_tables[test]}".encode()).digest()
    match = new_match_id(derived=chance[:16])
    wished: dict[str, Any] = {"grace": 0, "visibility": "private", **wishes}
    with patch.object(creation, "new_seed", return_value=chance[16:48]):
        creation.create(context, owner, NewMatch(rules=rules, **wished), match)
    _deal(context, match)
    return match


def sit_down(context: Context, match: str, player: Account) -> None:
    """Take a seat at a table; the last one begins the match."""
    invitation = record_of(context, match).table["invitation"]
    lobby.join(context, match, player, seat=None, invitation=invitation)
    _deal(context, match)


def _deal(context: Context, match: str) -> None:
    while record_of(context, match).table["request"]:
        drain_once(context)


@contextmanager
def at_browser(
    browser: Browser,
    served: Served,
    account: Account | None,
    *,
    size: tuple[int, int] = PHONE,
    scheme: Literal["light", "dark"] = "light",
    locale: str = "en-GB",
    scripts: bool = True,
    offline: bool = False,
    motion: bool = False,
) -> Iterator[Person]:
    """Sit down at a browser that knows nothing yet. Whatever its console says against a page fails the test.

    :param motion: whether the page may move things, as for most people.
    """
    made = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,
        locale=locale,
        timezone_id="Europe/Berlin",
        base_url=served.url,
        has_touch=size[0] < 600,
        java_script_enabled=scripts,
        reduced_motion="no-preference" if motion else "reduce",
        service_workers="allow" if offline else "block",
    )
    made.set_default_timeout(60_000)
    person = Person(made.new_page(), served.context, account)
    person.page.on("pageerror", lambda error: person.complaints.append(str(error)))
    person.page.on("console", lambda said: _listen(person, said.type, said.text))
    try:
        yield person
    finally:
        # What a page still asks for as it ends is nobody's business, least of all the next test's.
        for page in made.pages:
            page.unroute_all(behavior="ignoreErrors")
        made.close()
    assert person.complaints == []


def _listen(person: Person, kind: str, text: str) -> None:
    # A refusal is an answer: visitors are told 401 when they are asked who they are.
    ours = not text.startswith(("Failed to load resource", "Service Worker registration blocked by Playwright"))
    if kind in ("error", "warning") and ours:
        person.complaints.append(text)


def bare(route: Route) -> None:
    """Let a table's page bring nothing, so that it asks for everything: ``page.route("**/table/**", bare)``.

    What is redirected is not routed: enter by a mail's link first, then go to the table.
    """
    answer = route.fetch()
    text = re.sub(r"<script [^>]*data-answer.*?</script>", "", answer.text(), flags=re.DOTALL)
    route.fulfill(response=answer, body=text)


def keep_screen(page: Page) -> None:
    """Keep a picture of the window in :data:`SCREENS`, named after the test and the page."""
    test = os.environ["PYTEST_CURRENT_TEST"].rpartition("::")[2].partition(" ")[0]
    path = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "MATCH", urlsplit(page.url).path)
    path = re.sub(r"mailbox/[^/]+(/[^/]+)?", r"mailbox", path)
    name = re.sub(r"[^\w.-]+", "_", f"{test}{path}").strip("_")
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENS / f"{name[:150]}.jpg", type="jpeg", quality=60)


def assert_fit_for_everybody(page: Page) -> None:
    """Nothing for axe to find, and nothing to scroll sideways. What it looked like is kept for people to look at."""
    keep_screen(page)
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(
            AXE.read_text(encoding="utf-8")
        )  # by the debugger: the policy of our pages keeps other scripts out
    # What the button of a new table covers can be scrolled out from under it, which axe does not know: it stands where it ends.
    page.locator(".create .go").evaluate_all("all => all.forEach((one) => { one.style.position = 'static'; })")
    found = page.evaluate(
        "rules => axe.run(document, { runOnly: { type: 'tag', values: rules }, reporter: 'no-passes' })", RULES
    )
    page.locator(".create .go").evaluate_all("all => all.forEach((one) => { one.style.position = ''; })")
    told = [
        f"{one['id']}: {one['help']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for one in found["violations"]
        for node in one["nodes"][:3]
    ]
    assert told == [], (page.url, told)
    full = (
        "all => all.filter(one => one.scrollWidth > one.clientWidth && one.checkVisibility()).map(one => one.innerText)"
    )
    assert page.locator("button:not(.link), a.button").evaluate_all(full) == [], (
        "words that their button is too narrow for"
    )
    wide = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide[0] <= wide[1], f"{page.url} is {wide[0]} px wide in a window of {wide[1]}"
