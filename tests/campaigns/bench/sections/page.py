"""What the first table costs a phone: bytes and requests until it can be used, and the time that takes on a slow one.

Chromium with a cold cache, a processor four times slower than this machine's and the network that Lighthouse calls slow 4G. The
server is the development server of the tests, so its own share of the time is larger than that of an installation.

The page itself notes when the table was drawn that can be used; what comes later is not counted, however late we look.
"""

import json
import time
from collections.abc import Iterator
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from service.api.http.session import LAST
from service.store.records import Account
from tests.browser.chromium import ARGUMENTS, chromium
from tests.browser.people import PHONE, new_table
from tests.campaigns.bench.figures import Figure, Plan
from tests.cli.served import Served, served
from tests.given.contexts import link_for
from tests.servers.redis_server import RedisServer

SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SLOWER = 4
AIM = 100_000
USABLE = (".picture svg [role=button]", "#ask h2")
"""What must be there: places of the picture that can be tapped, and the question."""
NOTE = """
const there = () => %s.every((what) => document.querySelector(what));
new MutationObserver((_, looking) => {
  if (!there()) return;
  looking.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.usable = performance.now(); }));
}).observe(document, { subtree: true, childList: true, attributeFilter: ["role"] });
"""
"""Notes the moment, in milliseconds since the page began, after which the browser has drawn what must be there."""


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield bytes, requests and times of the first table after the link of a mail."""
    redis, house_of = plan.folder / "redis", plan.folder / "house"
    redis.mkdir()
    house_of.mkdir()
    server = RedisServer(redis)
    server.start()
    try:
        found = chromium()
        with served(server.url, house_of) as house, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=found.program, args=ARGUMENTS, env={**found.environment}
            )
            player = house.context.store.create_account(mail="bench@players.example", name="Bench", verified=True)
            seen = [_first_table(browser, house, player) for _ in range(plan.repeats)]
            browser.close()
    finally:
        server.remove()
    sizes = tuple(float(size) for size, _, _, _ in seen)
    yield Figure("bytes until the first table can be used", "bytes", sizes)
    yield f"the aim is {AIM:,} bytes: {'kept' if median(sizes) <= AIM else 'missed'}"
    yield Figure("requests until then", "", tuple(float(number) for _, number, _, _ in seen))
    yield Figure("time to that, CPU / 4, slow 4G", "s", tuple(seconds for _, _, seconds, _ in seen))
    yield Figure("... from the tap on the mail's link on", "s", tuple(seconds for _, _, _, seconds in seen))


def _first_table(browser: Browser, house: Served, player: Account) -> tuple[int, int, float, float]:
    """Open a table by the link of a mail; return bytes on the wire, requests, and seconds since the page began and the tap."""
    match = new_table(house.context, player, bots=["steady"])
    link = link_for(house.context, player.id, match)
    visit = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, base_url=house.url)
    last = house.context.links.derive(LAST, player.id)[
        :12
    ].hex()  # somebody who was here before: nothing asks for a press
    visit.add_cookies([{"name": "siegelpost-last", "value": last, "url": house.url}])
    page = visit.new_page()
    devtools = visit.new_cdp_session(page)
    page.add_init_script(NOTE % json.dumps(USABLE))
    clocks: list[float] = []  # seconds since 1970 at which the clock of DevTools stood at 0
    came: list[tuple[float, int]] = []
    devtools.on("Network.requestWillBeSent", lambda one: clocks.append(one["wallTime"] - one["timestamp"]))
    devtools.on("Network.loadingFinished", lambda one: came.append((one["timestamp"], int(one["encodedDataLength"]))))
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", SLOW_4G)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    tapped = time.time()
    page.goto(f"/enter/{link}", wait_until="commit")
    for what in USABLE:
        page.locator(what).first.wait_for(timeout=120_000)
    page.wait_for_function("() => window.usable")
    began, usable = page.evaluate("[performance.timeOrigin / 1000, window.usable / 1000]")
    sizes = [size for moment, size in came if moment + clocks[0] <= began + usable]
    counted = sum(sizes), len(sizes), float(usable), began + usable - tapped
    visit.close()
    return counted
