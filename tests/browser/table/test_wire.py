"""What the first table weighs on the wire until it can be used: all requests together, at each game, also on a slow phone."""

import json
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Browser

from service.store.records import Account
from tests.browser.people import Person, at_browser, new_table
from tests.campaigns.bench.sections.page import NOTE, SLOWER, USABLE
from tests.cli.served import Served
from tests.given.contexts import link_for

LIGHT = 100_000
"""Bytes, with the heads of the answers."""
GAMES: dict[str, dict[str, Any]] = {
    "kontor": {"seats": 2},
    "packet-row": {"seats": 3},
    "anno-1701": {"seats": 2},
    "seafarers": {"seats": 5},
}


def weighed(me: Person, match: str, slower: int) -> Counter[str]:
    """Open a table by a mail's link with an empty cache; return the bytes that each address has brought by then."""
    assert me.account is not None
    me.was_here()
    devtools = me.page.context.new_cdp_session(me.page)
    asked: dict[str, str] = {}
    came: list[tuple[float, str, int]] = []
    clocks: list[float] = []  # seconds since 1970 at which the clock of DevTools stood at 0

    def asks(one: dict[str, Any]) -> None:
        clocks.append(one["wallTime"] - one["timestamp"])
        led = one.get("redirectResponse")  # of the request that led here, under the same id
        if led is not None:
            came.append((one["timestamp"], f"{asked[one['requestId']]} (led on)", int(led["encodedDataLength"])))
        asked[one["requestId"]] = one["request"]["url"]

    def finished(one: dict[str, Any]) -> None:
        came.append((one["timestamp"], asked[one["requestId"]], int(one["encodedDataLength"])))

    devtools.on("Network.requestWillBeSent", asks)
    devtools.on("Network.loadingFinished", finished)
    devtools.send("Network.enable")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    me.page.add_init_script(NOTE % json.dumps(USABLE))
    me.page.goto(f"/enter/{link_for(me.context, me.account.id, match)}")
    me.page.wait_for_url("**/table/**")
    for what in USABLE:
        me.page.locator(what).first.wait_for()
    me.page.wait_for_function("() => window.usable")
    usable = me.page.evaluate("(performance.timeOrigin + window.usable) / 1000")
    weights: Counter[str] = Counter()  # the page of the link asks for the same files as the table, ahead
    for moment, address, size in came:
        weights[address] += size if moment + clocks[0] <= usable else 0
    return weights


@pytest.mark.parametrize("slower", [1, SLOWER])
@pytest.mark.parametrize("rules", GAMES)
def test_the_first_table_weighs_at_most_100_kilobytes(
    browser: Browser, house: Served, ada: Account, rules: str, slower: int
) -> None:
    match = new_table(house.context, ada, rules, **GAMES[rules], bots=["steady"] * (GAMES[rules]["seats"] - 1))
    with at_browser(browser, house, ada, locale="de-DE") as me:
        came = weighed(me, match, slower)
    assert any("/table/" in one for one in came), came
    assert came.total() <= LIGHT, came


SLOW = {"offline": False, "latency": 150, "downloadThroughput": 400e3 / 8, "uploadThroughput": 400e3 / 8}
"""A network of 400 kbit/s (milliseconds, bytes per second), on which a stranger's first card is to be sealed within 5 seconds."""
TO_THE_FIRST_CARD = (156_000, 40)
"""Bytes, and answers on the wire, from `/` to the first sealed card: 3.1 seconds of that network, and its round trips."""


@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_a_stranger_seals_the_first_card_in_few_bytes_and_answers(browser: Browser, house: Served, locale: str) -> None:
    """Counted to the last byte that has come by then, needed or not; what the browser had already is on no wire."""
    play, seal = ("Jetzt spielen: Kontor", "Versiegeln") if locale == "de-DE" else ("Play now: Kontor", "Seal it")
    with at_browser(browser, house, None, locale=locale) as me:
        devtools = me.page.context.new_cdp_session(me.page)
        asked: dict[str, str] = {}
        came: list[tuple[str, int]] = []

        def asks(one: dict[str, Any]) -> None:
            if (led := one.get("redirectResponse")) is not None:
                came.append((asked[one["requestId"]], int(led["encodedDataLength"])))
            asked[one["requestId"]] = f"{one['request']['method']} {one['request']['url']}"

        def finished(one: dict[str, Any]) -> None:
            came.append((asked[one["requestId"]], int(one["encodedDataLength"])))

        devtools.on("Network.requestWillBeSent", asks)
        devtools.on("Network.loadingFinished", finished)
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", SLOW)
        me.page.goto("/", wait_until="commit")
        me.page.get_by_role("button", name=play).tap()
        me.page.locator(".board [id^='spot-card'][role=button]").first.tap()
        with me.page.expect_response(lambda one: one.request.method == "PUT") as sealed:
            me.page.locator("#confirm").get_by_role("button", name=seal).tap()
        assert sealed.value.ok
        sealed.value.finished()
    place = next(place for place, (what, _) in enumerate(came) if what.startswith("PUT "))
    sizes = {what: size for what, size in came[: place + 1] if size}
    assert not any("/v1/rules/" in what or what.endswith(("/v1/rules", "/v1/me")) for what in sizes), sizes
    bytes_allowed, answers_allowed = TO_THE_FIRST_CARD
    assert sum(sizes.values()) <= bytes_allowed, sizes
    assert len(sizes) <= answers_allowed, sizes
