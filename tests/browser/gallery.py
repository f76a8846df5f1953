"""Pictures of every page in every look, for people to look at: ``python -m tests.browser.gallery [FOLDER]``.

Each page is photographed whole, on a phone and on a wide screen, in light and dark, in German and English. Tables are those of
all games, a few turns in, with somebody's own choice half made, where there is one.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, sync_playwright

from engine.protocol.canon import b64
from service.matches.seating import lobby
from service.store.records import Account
from tests.browser.chromium import ARGUMENTS, chromium
from tests.browser.people import ASKED, PHONE, SOLE, WIDE, Person, at_browser, new_table, record_of
from tests.cli.served import Served, served
from tests.given import contexts
from tests.servers.redis_server import RedisServer

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SIZES = {"phone": PHONE, "wide": WIDE}
LANGUAGES = {"de": "de-DE", "en": "en-GB"}
TURNS = 4
TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "kontor": ("kontor", {"options": {"preset": "goldsieber-pro"}}),
    "tilsit": ("kontor", {"options": {"preset": "tilsit"}}),
    "packet-row": ("packet-row", {"seats": 3}),
    "anno-1701": ("anno-1701", {}),
    "seafarers": ("seafarers", {"seats": 5}),
}
OF_A_VISITOR = (
    "/",
    "/lobby",
    "/tournaments",
    "/bots",
    "/verify",
    "/rules",
    "/fairness",
    "/erasure",
    "/offline",
    "/sign-in",
    "/nowhere-at-all",
)
OF_A_PLAYER = ("/", "/new", "/lobby", "/account", "/kept")
LOAD_PICTURES = """() => Promise.all([...document.images].map((one) => {
  one.loading = "eager";
  return one.complete || new Promise((done) => { one.onload = one.onerror = done; });
}))"""


@contextmanager
def house(folder: Path) -> Iterator[Served]:
    """Serve from a Redis of its own."""
    server = RedisServer(folder)
    server.start()
    push = folder / "push.key"
    push.write_text(b64(bytes(range(32))))
    try:
        with served(server.url, folder, push_key=push) as running:
            yield running
    finally:
        server.remove()


def tables_of(browser: Browser, running: Served, ada: Account) -> dict[str, str]:
    """Open a table of every kind and play a few turns; one waits for players, one is over."""
    found: dict[str, str] = {}
    with at_browser(browser, running, ada, size=WIDE) as me:
        for name, (rules, wishes) in TABLES.items():
            seats = wishes.get("seats", 2)
            found[name] = new_table(running.context, ada, rules, **{**wishes, "bots": ["steady"] * (seats - 1)})
            me.enter(found[name])
            for _ in range(TURNS):
                me.answer_any()
                me.page.locator(ASKED).first.wait_for()
    found["waiting"] = new_table(running.context, ada)
    found["over"] = new_table(running.context, ada, bots=["steady"])
    lobby.resign(running.context, found["over"], ada)
    return found


def photograph(me: Person, to: Path, path: str, name: str) -> None:
    """Open a page and keep a picture of all of it."""
    me.page.goto(path)
    me.page.get_by_role("heading").first.wait_for()
    me.page.wait_for_load_state("networkidle") if not path.startswith("/table") else me.page.wait_for_timeout(700)
    # Pictures further down are loaded when somebody comes to them.
    # Not `wait_for_function`: where it has to look twice, it evaluates text, which the policy of our pages forbids.
    me.page.evaluate(LOAD_PICTURES)
    me.page.screenshot(path=to / f"{name}.png", full_page=True)


def main(arguments: list[str]) -> int:
    """Photograph everything; print where the pictures are."""
    root = Path(arguments[0] if arguments else Path(__file__).parents[1] / "output" / "gallery")
    found = chromium()
    with tempfile.TemporaryDirectory() as folder, house(Path(folder)) as running, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.program, args=ARGUMENTS, env={**found.environment})
        ada = contexts.account(running.context, "Ada")
        tables = tables_of(browser, running, ada)
        invitation = record_of(running.context, tables["waiting"]).table["invitation"]
        for scheme, (size_name, size), (language, locale) in product(SCHEMES, SIZES.items(), LANGUAGES.items()):
            to = root / f"{size_name}-{scheme}-{language}"
            to.mkdir(parents=True, exist_ok=True)
            running.context.store.update_account(ada.id, language=language)
            look: dict[str, Any] = {"size": size, "scheme": scheme, "locale": locale}
            with at_browser(browser, running, None, **look) as me:
                for path in (*OF_A_VISITOR, *(f"/rules/{rules}" for rules, _ in TABLES.values())):
                    photograph(me, to, path, f"visitor{path.replace('/', '-')}")
                photograph(me, to, f"/join/{tables['waiting']}?invitation={invitation}", "visitor-join")
            with at_browser(browser, running, ada, **look) as me:
                me.enter(tables["kontor"])
                for path in OF_A_PLAYER:
                    photograph(me, to, path, f"player{path.replace('/', '-')}")
                for name, match in tables.items():
                    photograph(me, to, f"/table/{match}", f"table-{name}")
                    if name in TABLES and not me.page.locator(SOLE).count():
                        me.choose_any()
                        me.page.screenshot(path=to / f"table-{name}-chosen.png")
                photograph(me, to, f"/verify/{tables['over']}", "verify")
            print(to)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
