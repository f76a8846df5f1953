"""What a browser has kept: a later release reads it on, and holds what it was shown at one table against all others."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, expect

from engine.transparency.checkpoint import Checkpoint
from service.store.records import Account
from tests.browser.people import at_browser, new_table
from tests.browser.test_sitting import ENTROPY
from tests.cli.served import Served

VERSION_1 = """(receipts) => new Promise((resolve, reject) => {
  const request = indexedDB.open("siegelpost", 1);
  request.onerror = () => reject(request.error);
  request.onupgradeneeded = () => {
    for (const name of ["openings", "receipts", "heads", "created", "servers", "keys"]) {
      const store = request.result.createObjectStore(name, { keyPath: "id" });
      if (name !== "servers") store.createIndex("match", "match");
    }
  };
  request.onsuccess = () => {
    const transaction = request.result.transaction("receipts", "readwrite");
    for (const one of receipts) transaction.objectStore("receipts").put(one);
    transaction.oncomplete = () => { request.result.close(); resolve(null); };
  };
})"""
"""Makes the database as the release before seats and random numbers did, with these receipts."""
KEEP = """async ([store, record]) => {
  const { keep } = await import(document.querySelector("script[type=module]").src.replace("bundled/app.js", "vault.js"));
  await keep(store, record);
}"""


def test_what_an_earlier_release_kept_is_read_on_and_compared_across_tables(
    browser: Browser, house: Served, ada: Account
) -> None:
    """Attacked: the server signs two trees of one size, one beside a receipt at each of two tables."""
    match, other = (new_table(house.context, ada, bots=["steady"]) for _ in range(2))

    def beside(table: str, root: bytes) -> dict[str, Any]:
        note = str(house.context.signer.sign_checkpoint(Checkpoint(house.context.settings.origin, 7, root)))
        receipt = {"match": table, "act": "commit", "decision": "r1.choose", "seat": 0, "seq": 1}
        return {"id": table + root.hex(), "match": table, "receipt": receipt, "checkpoint": note}

    with at_browser(browser, house, ada) as me:
        me.page.route("**/bare", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
        me.page.goto("/bare")
        me.page.evaluate(VERSION_1, [beside(match, b"1" * 32), beside(other, b"1" * 32)])
        me.enter(match)
        me.page.goto("/kept")
        expect(me.page.get_by_text(re.compile("^Receipts.*2"))).to_be_visible()
        me.page.evaluate(KEEP, ["entropies", {"id": "a number", "match": match, "seat": 0, "entropy": "a number"}])
        assert me.page.evaluate(ENTROPY, match) == [["a number", "a number"]], "the new shelves are there"
        me.page.goto(f"/verify/{match}")
        expect(me.page.get_by_role("heading", name="The log fits so far")).to_be_visible()
        me.page.evaluate(KEEP, ["receipts", beside(other, b"2" * 32)])
        me.page.reload()
        expect(me.page.get_by_text("two roots")).to_be_visible()
