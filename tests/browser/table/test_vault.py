"""What a browser has kept: it holds what it was shown at one table against all others."""

import re
from typing import Any

from playwright.sync_api import Browser, expect

from engine.transparency.checkpoint import Checkpoint
from service.store.records import Account
from tests.browser.people import at_browser, new_table
from tests.cli.served import Served

KEEP = """async ([store, record]) => {
  const { keep } = await import(document.querySelector("script[type=module]").src.replace("bundled/app.js", "sealing/vault.js"));
  await keep(store, record);
}"""


def test_what_was_kept_at_one_table_is_compared_across_tables(browser: Browser, house: Served, ada: Account) -> None:
    """Attacked: the server signs two trees of one size, one beside a receipt at each of two tables."""
    match, other = (new_table(house.context, ada, bots=["steady"]) for _ in range(2))

    def beside(table: str, root: bytes) -> dict[str, Any]:
        note = str(house.context.signer.sign_checkpoint(Checkpoint(house.context.settings.origin, 7, root)))
        receipt = {"match": table, "act": "commit", "decision": "r1.choose", "seat": 0, "seq": 1}
        return {"id": table + root.hex(), "match": table, "receipt": receipt, "checkpoint": note}

    with at_browser(browser, house, ada) as me:
        me.enter(match)
        for table in (match, other):
            me.page.evaluate(KEEP, ["receipts", beside(table, b"1" * 32)])
        me.page.goto("/kept")
        expect(me.page.get_by_text(re.compile("^Receipts.*2"))).to_be_visible()
        me.page.goto(f"/verify/{match}")
        expect(me.page.get_by_role("heading", name="The log fits so far")).to_be_visible()
        me.page.evaluate(KEEP, ["receipts", beside(other, b"2" * 32)])
        me.page.reload()
        expect(me.page.get_by_text("two roots")).to_be_visible()
