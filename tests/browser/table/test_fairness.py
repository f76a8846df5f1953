"""What a browser keeps for its player, and what it finds out with it: receipts, sealed cards, "verify this match"."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import requests
from playwright.sync_api import Browser, Locator, Page, Route, expect

from engine.protocol.canon import b64
from engine.protocol.log import FIRST_HEAD, export_line, milliseconds, next_head, timestamp
from service.cli.verifying.whole import Whole
from service.store.records import Account
from service.web import assets
from tests.browser.people import (
    ASKED,
    PHONE,
    Person,
    assert_fit_for_everybody,
    at_browser,
    bare,
    new_table,
    record_of,
    sit_down,
)
from tests.cli.served import Served
from workers.resolve.openings import orders_in_force

SHORT = {"preset": "goldsieber-basic", "round_limit": 1}
"""A match of one round, so that it is over after a few choices."""


def play_to_the_end(me: Person) -> None:
    """Take the first choice until the match is over."""
    over = me.page.get_by_role("heading", name="The match is over")
    while True:
        over.or_(me.page.locator(ASKED)).first.wait_for()
        if over.is_visible():
            return
        me.answer_any()


def told(page: Page) -> Locator:
    """What happened, line by line, be it since the last visit or before."""
    return page.locator(".since li, .story li")


def lines_of(house: Served, match: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in house.context.store.lines(match, 0, 10_000)]


def serve_instead(page: Page, change: Callable[[bytes], bytes]) -> None:
    """Put a proxy between the browser and the log."""

    def lie(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=change(answer.body()))

    page.unroute("**/log.jsonl*")
    page.route("**/log.jsonl*", lie)


def told_anew(house: Served, log: bytes) -> bytes:
    """The log as an operator who has the key would tell it: a sealed move came a moment earlier than its player was told.

    It is the last one, so that no later seal names a head that the lie has changed; answers to open decisions are opened anew.
    """
    lines, head = [], FIRST_HEAD
    asked: dict[str, str] = {}
    entries = [json.loads(line)["entry"] for line in log.splitlines()]
    own = [
        move
        for entry in entries
        if entry["type"] == "resolved" and entry["body"]["openings"]
        for move in entry["body"]["moves"]
        if move["seat"] == 0 and move["received"] is not None
    ]
    own[-1]["received"] = another_time(own[-1]["received"])
    for entry in entries:
        if entry["type"] == "resolved" and entry["body"]["decision"] in asked:
            for opening in entry["body"]["openings"]:
                opening["head"] = asked[entry["body"]["decision"]]
        head = next_head(head, entry)
        if entry["type"] == "opened" and not entry["body"]["sealed"]:
            asked[entry["body"]["decision"]] = b64(head)
        sig = house.context.signer.sign_head(entry_match(log), entry["n"], head)
        lines.append(export_line({"entry": entry, "head": b64(head), "sig": b64(sig)}))
    return b"".join(lines)


def another_time(received: str) -> str:
    """The millisecond before, when the player had not sent anything yet."""
    return timestamp(milliseconds(received) - 1)


def of_a_stranger(match: str) -> dict[str, Any]:
    """A file whose evidence the server never signed: it must refute nobody."""
    receipt = {"id": "A" * 86, "match": match, "receipt": {"match": match, "act": "commit"}}
    return {
        "form": "siegelpost-kept/1",
        "openings": [],
        "receipts": [receipt],
        "created": [{"id": "none", "match": match, "line": "{}"}],
    }


def entry_match(log: bytes) -> str:
    return str(json.loads(log.splitlines()[0])["entry"]["body"]["match"])


def test_a_match_is_verified_in_the_browser_and_every_lie_about_it_is_found(
    browser: Browser, house: Served, ada: Account, tmp_path: Path
) -> None:
    match = new_table(house.context, ada, bots=["steady"], options=SHORT)
    (tmp_path / "of-a-stranger.json").write_text(json.dumps(of_a_stranger(match)), encoding="utf-8")
    with at_browser(browser, house, ada, size=PHONE) as me:
        page = me.enter(match).page
        play_to_the_end(me)
        bodies = [line["entry"]["body"] for line in lines_of(house, match)]
        (ended,) = [one for body in bodies for one in body.get("events", []) if one["type"] == "ended"]
        rows = page.get_by_role("table", name="Score").get_by_role("row").all_inner_texts()
        assert [row.split("\t") for row in rows] == [
            ["", "Ada", "Steady (bot)"],
            *([name, *map(str, ended[each])] for name, each in (("Money", "money"), ("Points", "scores"))),
        ]
        page.get_by_role("link", name="Verify this match").click()
        expect(page.get_by_role("heading", name="The log fits", exact=True)).to_be_visible()
        lines = lines_of(house, match)
        expect(page.get_by_text(f"All entries ({len(lines)}): every one is chained")).to_be_visible()
        expect(
            page.get_by_text(re.compile(r"^Receipts for your own moves, kept in this browser \([1-9]"))
        ).to_be_visible()
        expect(
            page.get_by_text(re.compile(r"^Checksums that this browser saw on earlier visits \([1-9]"))
        ).to_be_visible()
        expect(page.get_by_text("The first entry, as this browser saw it first")).to_be_visible()
        expect(page.get_by_text("siegelpost verify plays the match again")).to_be_visible()
        trusted = page.locator("section").filter(has=page.get_by_role("heading", name="What you have to trust"))
        expect(trusted.locator("> ul > li")).to_have_count(
            4
        )  # people, chance, others' moves, times: few enough to be read
        line = trusted.get_by_text("That the server had no choice of the deal")
        expect(line).to_be_hidden()
        trusted.get_by_text("In detail").click()
        expect(line).to_be_visible()

        for n, head, told in (
            (3, lines[2]["head"], "The email agrees: entry 3"),
            (4, lines[2]["head"], "The email contradicts the log: entry 4"),
            (len(lines) + 1, lines[2]["head"], f"The email knows entry {len(lines) + 1}"),
        ):
            page.get_by_label("Text of the email").fill(
                f"> Keep this mail: it is the proof: entry\n> {n}, head {head},\n> signed"
            )
            page.get_by_role("button", name="Compare").click()
            expect(page.get_by_text(told)).to_be_visible()

        place = len(lines) // 2
        one_byte = lines[place]["entry"]["at"].encode()
        serve_instead(page, lambda log: log.replace(one_byte, one_byte[:-2] + b"xZ", 1))
        page.reload()
        first = next(line["entry"]["n"] for line in lines if line["entry"]["at"].encode() == one_byte)
        expect(page.get_by_text(f"The check stops at entry {first} of the log.")).to_be_visible()

        serve_instead(page, lambda log: told_anew(house, log))
        page.reload()
        # Whoever laid the card openly afterwards has a receipt for that as well, whose head the lie has changed.
        expect(
            page.get_by_text(re.compile("has another (time than resolved|head: there are two histories)"))
        ).to_be_visible()

        serve_instead(page, lambda log: b"".join(log.splitlines(keepends=True)[:-1]))
        page.reload()
        expect(page.get_by_text(f"This browser has already seen entry {len(lines)}")).to_be_visible()

        # Without what the browser has kept, nobody could tell: the receipts are the proof.
        page.goto("/kept")
        page.get_by_role("button", name="Forget everything").click()
        page.get_by_role("button", name="Yes, delete it").click()
        expect(page.get_by_text("Nothing is kept here any more.")).to_be_visible()
        page.get_by_label("Read a saved file").set_input_files(tmp_path / "of-a-stranger.json")
        expect(page.get_by_text("Read: 2 new things.")).to_be_visible()
        serve_instead(page, lambda log: told_anew(house, log))
        page.goto(f"/verify/{match}")
        expect(page.get_by_role("heading", name="The log fits", exact=True)).to_be_visible()
        expect(page.get_by_text("No receipts: this browser has none of this match")).to_be_visible()
        expect(page.get_by_text("Receipts that do not count: 1")).to_be_visible()
        expect(page.get_by_text("Moves without a receipt here")).to_be_visible()
        page.get_by_text("In detail").last.click()
        expect(page.get_by_text("That sealed moves of seats whose receipts are not here")).to_be_visible()


def test_a_card_kept_in_the_browser_survives_a_reload_and_moves_to_another_browser(
    browser: Browser, house: Served, ada: Account, ben: Account, tmp_path: Path
) -> None:
    context = house.context
    match = new_table(context, ada, seats=2, custody="client")
    sit_down(context, match, ben)
    file = tmp_path / "kept.json"
    with at_browser(browser, house, ada) as me:
        page = me.enter(match).page
        expect(page.get_by_text("everybody keeps their own card")).to_be_visible()
        me.choose(re.compile("^play"))
        me.confirm()
        expect(page.get_by_text("Your card is in this browser only")).to_be_visible()
        ((act,)) = record_of(context, match).acts.values()
        assert act.custody == "client"
        page.reload()
        sealed = page.get_by_role("heading", name=re.compile("^You have sealed: play"))
        expect(sealed).to_be_visible()

        # A server that wants the card before all have sealed does not get it.
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.route("**/table/**", bare)
        page.route(re.compile(rf"/v1/matches/{match}\?$"), wants_the_card)
        page.reload()
        expect(page.get_by_text("Your card was not opened")).to_be_visible()
        assert not [url for url in asked if url.endswith("/opening")]
        page.unroute_all(behavior="ignoreErrors")

        page.goto("/kept")
        expect(page.get_by_text("Sealed cards that only this browser can open: 1")).to_be_visible()
        expect(page.get_by_text("does not promise to keep it")).to_be_visible()
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save as a file").click()
        saved.value.save_as(file)
    with at_browser(browser, house, ada) as me:
        page = me.enter(match).page
        expect(page.get_by_role("heading", name="You have sealed on another device")).to_be_visible()
        expect(page.get_by_text("or bring its file here")).to_be_visible()
        expect(page.get_by_text("Your card is in this browser only")).to_have_count(0)
    with at_browser(browser, house, ben) as him:
        page = him.enter(match).page
        him.choose("Pass (+1 coin)")
        him.confirm()
        expect(page.get_by_text("All have sealed; your card was opened.")).to_be_visible()
    with at_browser(browser, house, ada) as me:
        page = me.enter(match).page
        expect(page.get_by_text("but it is not in this browser")).to_be_visible()
        page.get_by_role("link", name="What this browser keeps").click()
        page.get_by_label("Read a saved file").set_input_files(
            {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"}
        )
        expect(page.get_by_text("That is not a file saved here")).to_be_visible()
        page.get_by_label("Read a saved file").set_input_files(file)
        expect(page.get_by_text("new things")).to_be_visible()
        page.goto(f"/table/{match}")
        expect(told(page).filter(has_text="You play").first).to_be_attached()
    log = [line["entry"] for line in lines_of(house, match)]
    (resolved,) = [one["body"] for one in log if one["type"] == "resolved" and len(one["body"]["openings"]) == 2]
    assert [(one["seat"], one["by"]) for one in resolved["moves"]] == [(0, "seat"), (1, "seat")]
    assert resolved["faults"] == []


def a_moment_earlier(route: Route) -> None:
    """Change a receipt under its signature."""
    answer = route.fetch()
    told = answer.json()
    told["receipt"]["received"] = another_time(told["receipt"]["received"])
    route.fulfill(response=answer, json=told)


def wants_the_card(route: Route) -> None:
    """Say that the decision is locked and waits for the opening of seat 0."""
    answer = route.fetch()
    told = answer.json()
    for decision in told["decisions"]:
        decision.update(phase="opening", awaited=[0])
    route.fulfill(response=answer, json=told)


def test_a_card_may_be_kept_at_any_table_and_a_false_receipt_is_noticed(
    browser: Browser, house: Served, ada: Account
) -> None:
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada) as me:
        page = me.enter(match).page
        me.choose(re.compile("^play"))
        page.get_by_label("Keep my card in this browser").check()
        expect(page.get_by_text("The server then gets only the seal.")).to_be_visible()
        expect(page.get_by_text("This browser does not promise to keep it")).to_be_visible()
        page.route("**/commitment", a_moment_earlier)
        me.confirm()
        expect(page.get_by_text("The server's receipt does not match what you did.")).to_be_visible()
        expect(told(page).filter(has_text="You play").first).to_be_attached()  # all are in at once: it opened by itself
    (lock, *_) = [line["entry"]["body"] for line in lines_of(house, match) if line["entry"]["type"] == "locked"]
    assert [one["custody"] for one in lock["seats"]] == ["client", "escrow"]


def test_without_cryptography_in_the_browser_the_table_is_played_and_nothing_is_alleged(
    browser: Browser, house: Served, ada: Account
) -> None:
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada) as me:
        me.page.add_init_script("delete Crypto.prototype.subtle")  # as on a page without https
        me.enter(match).choose(re.compile("^play"))
        me.confirm()
        expect(told(me.page).filter(has_text="You play").first).to_be_attached()
        expect(me.page.get_by_role("alert")).to_have_count(0)
        me.page.goto(f"/verify/{match}")
        expect(me.page.get_by_text("This browser cannot check signatures")).to_be_visible()


def test_a_seat_signs_with_a_key_that_moves_to_another_browser_as_a_file(
    browser: Browser, house: Served, ada: Account, ben: Account, tmp_path: Path
) -> None:
    context, file = house.context, tmp_path / "key.json"
    match = new_table(context, ada, seats=2)
    invitation = record_of(context, match).table["invitation"]
    with at_browser(browser, house, ben) as me:
        me.enter(new_table(context, ben))  # signs in
        me.page.goto(f"/join/{match}?invitation={invitation}")
        me.page.get_by_text("Advanced", exact=True).click()
        me.page.get_by_label("Sign my moves with a key of this browser").check()
        me.page.get_by_role("button", name="Sit down and play").click()
        with me.page.expect_download() as saved:
            me.page.get_by_role("button", name="Save the key as a file").click()
        saved.value.save_as(file)
        me.page.get_by_role("link", name="To the table").click()
        me.choose(re.compile("^play"))
        me.confirm()
        expect(me.page.get_by_role("heading", name=re.compile("^You have sealed: play"))).to_be_visible()
        me.page.get_by_role("button", name="Say now where your card goes").click()
        field = me.page.locator(".picture .spot[id^='spot-field-']").first
        x, y = map(int, str(field.get_attribute("id")).removeprefix("spot-field-").split("_"))
        field.press("Enter")
        me.page.get_by_role("button", name="Save").click()
        expect(me.page.get_by_text("This stands for round 1: Lay it at")).to_be_visible()
        record = context.store.load(match, secrets=True)
        assert record is not None
        assert orders_in_force(context, record) == {1: {"plans": [{"round": 1, "place": [[x, y]]}]}}
        me.page.get_by_role("button", name="Ask me instead").click()
        expect(me.page.get_by_role("button", name="Say now where your card goes")).to_be_visible()
    with at_browser(browser, house, ben) as me:
        page = me.enter(match).page
        page.get_by_role("button", name="Take it back").click()
        expect(page.get_by_role("alert")).to_contain_text("signs its moves with a key that is not in this browser")
        page.goto("/kept")
        page.get_by_label("Read a saved file").set_input_files(file)
        expect(page.get_by_text("Keys of your seats, which sign your moves: 1")).to_be_visible()
        page.goto(f"/table/{match}")
        page.get_by_role("button", name="Take it back").click()
        expect(page.get_by_role("heading", name="Choose a card or pass")).to_be_visible()
        page.locator("details.more > summary").click()
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Yes, give up").click()
        expect(page.get_by_role("heading", name="The match is over")).to_be_visible()
        expect(page.get_by_text(re.compile(r"^Ada still held: \d+"))).to_be_visible()
        expect(page.get_by_text(re.compile("still held"))).to_have_count(1)
        page.get_by_role("link", name="Verify this match").first.click()
        expect(page.get_by_role("heading", name="The log fits", exact=True)).to_be_visible()
    log = [line["entry"]["body"] for line in lines_of(house, match)]
    key = json.loads(file.read_text(encoding="utf-8"))["key"]
    assert [body["key"] for body in log if body.get("seat") == 1 and "player" in body] == [key]
    assert [len(body["signature"]) for body in log if body.get("seat") == 1 and "received" in body] == [86]


def test_a_seat_that_was_made_with_the_table_signs_and_gets_another_key_by_itself_or_by_the_table(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    context = house.context
    with at_browser(browser, house, ada) as first:
        first.enter(new_table(context, ada))  # signs in
        first.page.goto("/new")
        first.page.get_by_role("radio", name=re.compile("Kontor")).first.check()
        first.page.get_by_label("Open to anyone").check()
        first.page.get_by_label("If somebody stops answering").select_option(label="after three missed answers")
        first.page.get_by_text("Advanced", exact=True).click()
        first.page.get_by_label("Sign my moves with a key of this browser").check()
        first.page.get_by_role("button", name="Open the table").click()
        to_the_table = first.page.get_by_role("link", name="To the table")
        match = str(to_the_table.get_attribute("href")).rpartition("/")[2]
        sit_down(context, match, ben)
        to_the_table.click()
        first.page.locator("details.more > summary").click()
        first.page.get_by_role("button", name="Sign with a new key from now on").click()
        expect(first.page.get_by_role("button", name="Save the key as a file")).to_be_visible()
        with at_browser(browser, house, ada) as me, at_browser(browser, house, ben) as he:
            page = me.enter(match).page
            page.locator("details.more > summary").click()
            expect(page.get_by_text("signs its moves with a key that is not in this browser")).to_be_visible()
            page.get_by_role("button", name="The key is lost").click()
            expect(page.get_by_text(f"Still missing: {ben.name}")).to_be_visible()
            said = str(page.get_by_text("Your new key begins with").inner_text())
            begins = re.findall(r"begins with (\S{8})\.", said)[0]
            his = he.enter(match).page
            expect(his.get_by_text(f"does the new key begin with {begins}?")).to_be_visible()
            his.get_by_role("button", name="I have asked: agree").click()
            expect(his.get_by_text("does the new key begin with")).to_have_count(0)
            page.goto(f"/table/{match}")
            me.choose_any()
            me.confirm()
            expect(page.get_by_role("heading", name=re.compile("^You have sealed: "))).to_be_visible()
        first.page.goto(f"/table/{match}")
        first.page.locator("details.more > summary").click()
        expect(first.page.get_by_text("somebody plays in your place")).to_be_visible()
    assert lines_of(house, match)[0]["entry"]["body"]["absence"]["misses"] == 3
    changes = [line["entry"]["body"] for line in lines_of(house, match) if line["entry"]["type"] == "rekeyed"]
    assert [sorted(one) for one in changes] == [["key", "seat", "signature"], ["consents", "key", "seat"]]
    assert (changes[1]["consents"], changes[1]["key"][:8]) == ([[1, None]], begins)


OPENING = {
    "decision": "r3.choose",
    "head": "tEF3WwhNaHvsTy9r6VWYpM8vAXxwQyYtNZ3gCwUF0A0",
    "match": "018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b11",
    "move": {"card": "C36", "type": "play"},
    "rules": "kontor@1",
    "salt": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
    "seat": 1,
    "v": 1,
}
ACT = {
    "act": "seal",
    "commitment": "sc1_fDIuxcqkcS7OZ1FAxKLz6qHtY1mW3wxVuHczl1iAgSQ",
    "decision": "r3.choose",
    "head": OPENING["head"],
    "match": OPENING["match"],
    "seat": 1,
    "seq": 1,
}
RECEIPT = {
    "receipt": {
        "act": "commit",
        "commitment": ACT["commitment"],
        "custody": "client",
        "decision": "r3.choose",
        "head": OPENING["head"],
        "key": "SR9f_NP18hM",
        "match": OPENING["match"],
        "n": 41,
        "received": "2026-11-21T08:00:00.000Z",
        "seat": 1,
        "seq": 1,
    },
    "signature": "Q3yb0AkfzCnVzN8FnRtDMguiAw2pfPtw07rbTo-ZY1NWLWPYQ0w-UTZttBoqsxDF7laD8dH_g01YDbO2eYB8AA",
}


def test_the_browser_seals_by_the_bytes_of_the_protocol_page(browser: Browser, house: Served) -> None:
    with at_browser(browser, house, None) as me:
        me.page.goto("/fairness")
        found = me.page.evaluate(
            """async ({ module, opening, act, receipt, key }) => {
                const seal = await import(module);
                const forged = { ...receipt, receipt: { ...receipt.receipt, seq: 2 } };
                return [
                    await seal.commitmentOf(opening), seal.b64(await seal.actBytes(act)),
                    await seal.receiptHolds(receipt, key), await seal.receiptHolds(forged, key),
                    JSON.stringify(seal.padded({ move: { name: "Ä€" } })).length,
                    JSON.stringify(seal.padded({ move: {} })).length,
                ];
            }""",
            {
                "module": assets.url("sealing/seal.js"),
                "opening": OPENING,
                "act": ACT,
                "receipt": RECEIPT,
                "key": "cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4",
            },
        )
    # Two of the characters have two and three bytes.
    assert found == [ACT["commitment"], "mqyVrornr1ILr7aOlZDRrdLZLJV0RiOGN32AHkuMe04", True, False, 1021, 1024]


GOLDEN = Path(__file__).parents[2] / "system" / "golden" / "goldsieber-basic.jsonl"


def test_names_of_a_file_are_read_as_at_tables(browser: Browser, house: Served) -> None:
    raw = Whole("https://other.example", ["Ada", "Steady (bot)"], [], GOLDEN.read_bytes(), [], [], None).written()
    with at_browser(browser, house, None, locale="de-DE") as me:
        me.page.goto("/verify")
        me.page.get_by_label("Die Datei").set_input_files(
            {"name": "match.siegelpost", "mimeType": "application/json", "buffer": raw}
        )
        expect(me.page.get_by_text("Am Tisch, sagt die Datei: Ada und Steady (Bot)")).to_be_visible()


def test_a_file_is_checked_in_the_browser_and_sent_nowhere(browser: Browser, house: Served) -> None:
    raw = GOLDEN.read_bytes()
    receipts = [json.loads(line) for line in GOLDEN.with_suffix(".receipts.jsonl").read_text().splitlines()]
    whole = Whole("https://other.example", ["Ada", "<b>Ben</b>"], [], raw, receipts, [], None).written()
    last = len(raw.splitlines())
    changed = whole.replace(b'"seq":1', b'"seq":2', 1)
    sent: list[str] = []
    with at_browser(browser, house, None) as me:
        page = me.page
        page.goto("/verify")
        page.on("request", lambda one: sent.append(one.method) if one.post_data_buffer or one.method != "GET" else None)

        def choose(content: bytes) -> None:
            page.get_by_label("The file").set_input_files(
                {"name": "match.siegelpost", "mimeType": "application/json", "buffer": content}
            )

        choose(whole)
        expect(page.locator(".verdict")).to_contain_text(f"All {last} entries of the log hold together")
        expect(page.get_by_text("with a key that is not this server's")).to_be_visible()
        expect(page.get_by_text("At the table, says the file: Ada and <b>Ben</b>")).to_be_visible()
        expect(page.get_by_text(f"with which the log agrees: {len(receipts)}")).to_be_visible()
        page.get_by_text("The entries", exact=True).click()
        expect(page.locator("ol.entries li")).to_have_count(last)
        assert_fit_for_everybody(page)
        choose(raw)
        expect(page.get_by_text("says the file")).to_have_count(0)
        expect(page.locator(".verdict")).to_contain_text(f"All {last} entries")
        choose(b"".join(raw.splitlines(keepends=True)[:5]))
        expect(page.locator(".verdict")).to_contain_text("All 5 entries hold together. The log ends before")
        choose(changed)
        expect(page.locator(".verdict")).to_contain_text("Something does not fit")
        for nonsense in (
            b"",
            b"{}",
            b"\x00\xff",
            b'{"format":"siegelpost-match/2","log":[]}',
            b'{"format":',
            b'{"entry":\n',
            Whole("", ["Ada"] * 65, [], raw, [], [], None).written(),
        ):
            choose(nonsense)
            expect(page.get_by_role("alert")).to_be_visible()
    assert sent == []


def test_a_hostile_file_cannot_turn_the_words_of_the_page_around(browser: Browser, house: Served) -> None:
    """The attacks: names, and members of entries that the reason repeats, with direction overrides and without end."""
    raw = GOLDEN.read_bytes()
    names = ["\u202eAda\u2066", "Ben\n" + "n" * 10_000]
    whole = Whole("", names, [], raw, [], [], None).written()
    strange = raw.replace(b'{"entry":{', b'{"entry":{"' + "\u202e".encode() + b"A" * 10_000 + b'":1,', 1)
    with at_browser(browser, house, None) as me:
        me.page.goto("/verify")
        for content, shown in ((whole, "says the file"), (strange, "Something does not fit")):
            me.page.get_by_label("The file").set_input_files(
                {"name": "match.siegelpost", "mimeType": "application/json", "buffer": content}
            )
            expect(me.page.get_by_text(shown)).to_be_visible()
            said = me.page.locator("main").inner_text()
            assert not {"\u202e", "\u2066"} & set(said) and "n" * 300 not in said and "A" * 300 not in said
            assert_fit_for_everybody(me.page)


def test_a_file_of_this_server_is_known_by_its_key(browser: Browser, house: Served, ada: Account) -> None:
    match = new_table(house.context, ada, bots=["steady"], visibility="open")
    log = requests.get(f"{house.url}/v1/matches/{match}/log.jsonl", timeout=60).content
    with at_browser(browser, house, None, locale="de-DE") as me:
        me.page.goto("/verify")
        me.page.get_by_label("Die Datei").set_input_files(
            {"name": "m.jsonl", "mimeType": "application/json", "buffer": log}
        )
        expect(me.page.get_by_text("mit einem Schlüssel dieses Servers")).to_be_visible()
        assert_fit_for_everybody(me.page)
