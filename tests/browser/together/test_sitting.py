"""Creating a table and sitting down: the browser holds the server to the first entry before it sends anything else."""

import json
from collections.abc import Callable
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from engine.protocol.canon import b64, canonical
from engine.protocol.log import FIRST_HEAD, Entry, next_head
from service.accounts.bots import create_bot
from service.bot_policy import Policy
from service.keys.signing import Sealer
from service.matches.departure import depart
from service.matches.seating import lobby
from service.matches.seating.lobby import resign
from service.store.records import Account
from tests.browser.people import PHONE, Person, at_browser, new_table, record_of, sit_down
from tests.cli.served import Served
from tests.given.contexts import account
from workers.resolve.drain import drain_once

KEPT = """async (match) => {
  const { kept } = await import(document.querySelector("script[type=module]").src.replace("bundled/app.js", "sealing/vault.js"));
  return (await kept("created", match)).map((one) => one.line);
}"""
ENTROPY = """async (match) => {
  const { kept } = await import(document.querySelector("script[type=module]").src.replace("bundled/app.js", "sealing/vault.js"));
  return (await kept("entropies", match)).map((one) => [one.id, one.entropy]);
}"""
STANDS = """async ([id, status]) => {
  const { call } = await import(document.querySelector("script[type=module]").src.replace("bundled/app.js", "frame/api.js"));
  const match = await call("GET", `/v1/matches/${id}`);
  return match.status === status && (status !== "lobby" || match.reveal !== null);
}"""
"""Whether a match has come so far: the table is closed and waits for numbers, or the match runs."""
Lie = Callable[[Any], Any]


def bodies(house: Served, match: str, kind: str) -> list[Any]:
    """Return what the log's entries of a type say."""
    entries = [json.loads(line)["entry"] for line in house.context.store.lines(match)]
    return [entry["body"] for entry in entries if entry["type"] == kind]


def resigned(house: Served, line: Any, **changes: Any) -> Any:
    """Return a first entry with another body, signed with the server's own key."""
    entry = {**line["entry"], "body": {**line["entry"]["body"], **changes}}
    head = next_head(FIRST_HEAD, cast(Entry, entry))
    signature = house.context.signer.sign_head(entry["body"]["match"], 1, head)
    return {"entry": entry, "head": b64(head), "sig": b64(signature)}


def sent(page: Page) -> list[str]:
    """Note what the page asks to be changed, from now on."""
    found: list[str] = []
    page.on(
        "request", lambda request: None if request.method == "GET" else found.append(f"{request.method} {request.url}")
    )
    return found


def sign_in(me: Person, house: Served) -> None:
    """Come in by the mail of some other table."""
    assert me.account is not None
    me.enter(new_table(house.context, me.account, bots=["steady"]))


def seats_taken(requests: list[str]) -> list[str]:
    return [one for one in requests if "/seats/" in one]


def test_a_table_that_was_made_is_kept_as_it_began_and_one_sits_at_it(
    browser: Browser, house: Served, ada: Account
) -> None:
    with at_browser(browser, house, ada, size=PHONE) as me:
        sign_in(me, house)
        me.page.goto("/new")
        me.page.get_by_role("button", name="Open the table").click()
        me.page.wait_for_url("**/table/**")
        expect(me.page.get_by_role("heading", level=2).first).to_be_visible()
        match = me.page.url.rsplit("/", 1)[1]
        (line,) = me.page.evaluate(KEPT, match)
        kept = me.page.evaluate(ENTROPY, match)
    (first,) = house.context.store.lines(match, limit=1)
    assert line.encode() == first.rstrip(b"\n")
    assert json.loads(line)["entry"]["body"]["protocol"] == "siegelpost/1"
    assert ada.id in [seat["player"] for seat in record_of(house.context, match).table["seats"]]
    # Her browser's random number is in the deal: the workers have opened its box.
    (joined,) = [one for one in bodies(house, match, "joined") if one["player"] == ada.id]
    (started,) = bodies(house, match, "started")
    assert [[joined["entropy"], started["entropies"][joined["seat"]]]] == kept
    assert (joined["entropy_custody"], bodies(house, match, "seated")[0]["reveal"]) == ("escrow", [])


@pytest.mark.parametrize("what", ["leaves it out", "cannot open the box"])
def test_a_server_that_does_not_mix_in_the_browser_s_number_is_found_or_gets_it_openly(
    browser: Browser, house: Served, ada: Account, ben: Account, what: str
) -> None:
    """Attacked: a number that came is dropped, or its box called shut to shut the player out of the deal."""
    match = new_table(house.context, ada, seats=2)
    invitation = record_of(house.context, match).table["invitation"]

    def lie(route: Route) -> None:
        sent = json.loads(route.request.post_data or "{}")
        box = {"entropy_box": Sealer(bytes(31) + b"\x09").seal_bytes(b"{}")}
        kept = {name: value for name, value in sent.items() if not name.startswith("entropy")}
        route.continue_(post_data=json.dumps({**sent, **box} if what == "cannot open the box" else kept))

    with at_browser(browser, house, ben) as me:
        sign_in(me, house)
        me.page.route("**/seats/*", lie)
        me.page.goto(f"/join/{match}?invitation={invitation}")
        me.page.get_by_role("button", name="Sit down").click()
        if what == "leaves it out":
            expect(me.page.get_by_role("alert")).to_contain_text("does not have the random number")
            return
        me.page.wait_for_url(f"**/table/{match}")
        me.page.wait_for_function(STANDS, arg=[match, "lobby"])
        assert bodies(house, match, "seated")[0]["reveal"] == [1]
        with me.page.expect_response(lambda answer: answer.url.endswith("/seats/1/entropy") and answer.ok):
            me.page.goto("/")
        ((_, value),) = me.page.evaluate(ENTROPY, match)
        me.page.wait_for_function(STANDS, arg=[match, "running"])
    assert bodies(house, match, "started")[0]["entropies"] == [None, value]


@pytest.mark.parametrize("what", ["other terms", "another first entry than its log"])
def test_a_table_that_is_not_what_was_asked_for_is_not_sat_down_at(
    browser: Browser, house: Served, ada: Account, what: str
) -> None:
    """Attacked: the server signs a match with another pace, or answers with an entry that its log does not have."""
    pace = {"kind": "duration", "seconds": 5}

    def lie(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        if what == "other terms":
            made[found["match"]] = resigned(house, found["created"], pace=pace)
            route.fulfill(response=answer, json={**found, "pace": pace, "created": made[found["match"]]})
        else:
            route.fulfill(
                response=answer,
                json={**found, "created": resigned(house, found["created"], seed="ss1_" + b64(bytes(32)))},
            )

    def lying_log(route: Route) -> None:
        answer = route.fetch()
        line = made.get(route.request.url.split("/matches/")[1][:36])
        lines = [line, *_continued(house, line, answer.body())] if line else []
        body = b"".join(canonical(one) + b"\n" for one in lines) if lines else answer.body()
        route.fulfill(response=answer, body=body)

    made: dict[str, Any] = {}
    with at_browser(browser, house, ada) as me:
        sign_in(me, house)
        me.page.goto("/new")
        me.page.route("**/v1/matches", lie)
        me.page.route("**/log.jsonl*", lying_log)
        requests = sent(me.page)
        me.page.get_by_role("button", name="Open the table").click()
        words = (
            "other terms than you were shown or asked for (pace)" if made or what == "other terms" else "does not hold"
        )
        expect(me.page.get_by_role("alert")).to_contain_text(words)
        assert seats_taken(requests) == []


def _continued(house: Served, first: Any, log: bytes) -> list[Any]:
    """The other entries of a log after another first one, signed anew."""
    found, head = [], next_head(FIRST_HEAD, first["entry"])
    for line in log.splitlines()[1:]:
        entry = json.loads(line)["entry"]
        head = next_head(head, entry)
        signature = house.context.signer.sign_head(first["entry"]["body"]["match"], entry["n"], head)
        found.append({"entry": entry, "head": b64(head), "sig": b64(signature)})
    return found


def test_nobody_sits_down_at_a_table_whose_log_does_not_hold(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    match = new_table(house.context, ada, seats=2)
    invitation = record_of(house.context, match).table["invitation"]

    def lie(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.body().replace(b'"custody":"any"', b'"custody":"any "'))

    with at_browser(browser, house, ben) as me:
        sign_in(me, house)
        me.page.route("**/log.jsonl*", lie)
        me.page.goto(f"/join/{match}?invitation={invitation}")
        requests = sent(me.page)
        me.page.get_by_role("button", name="Sit down").click()
        expect(me.page.get_by_role("alert")).to_contain_text("the log of this match does not hold")
        assert seats_taken(requests) == []
        me.page.unroute_all(behavior="ignoreErrors")
        me.page.get_by_role("button", name="Sit down").click()
        me.page.wait_for_url(f"**/table/{match}")
        assert len(me.page.evaluate(KEPT, match)) == 1


def by_the_operator(house: Served, match: str, player: Account, seat: int) -> None:
    """Seat a player by the store, with nothing that a browser of his has sent."""
    invitation = record_of(house.context, match).table["invitation"]
    lobby.join(house.context, match, player, seat=seat, invitation=invitation)


def test_a_player_who_was_seated_without_asking_is_told_and_no_number_is_left_out(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    """Attacked: the operator calls a seat taken that nobody has taken, or takes it anew without the browser's number."""

    def lie(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        by_the_operator(house, found["match"], ada, 1)
        route.fulfill(response=answer, json={**found, "seat": 1})

    with at_browser(browser, house, ada) as me:
        sign_in(me, house)
        me.page.goto("/new")
        me.page.route("**/v1/matches", lie)
        me.page.get_by_role("button", name="Open the table").click()
        expect(me.page.get_by_role("alert")).to_contain_text("does not have the random number")

    match = new_table(house.context, ada, seats=2, start="by-owner")
    invitation = record_of(house.context, match).table["invitation"]
    with at_browser(browser, house, ben) as me:
        sign_in(me, house)
        me.page.goto(f"/join/{match}?invitation={invitation}")
        me.page.get_by_role("button", name="Sit down").click()
        me.page.wait_for_url(f"**/table/{match}")
        lobby.leave(house.context, match, ben)
        by_the_operator(house, match, ben, 1)
        lobby.start(house.context, match, ada)
        me.page.wait_for_function(STANDS, arg=[match, "running"])
        requests = sent(me.page)
        me.page.reload()
        me.choose_any()
        me.confirm()
        expect(me.page.get_by_role("alert")).to_contain_text("without the random number")
        assert not [one for one in requests if "/decisions/" in one]


def test_a_table_that_was_cancelled_says_so_and_shows_nothing_that_never_was(
    browser: Browser, house: Served, ada: Account
) -> None:
    match = new_table(house.context, ada)
    with at_browser(browser, house, ada) as me:
        me.enter(match)
        me.page.get_by_role("button", name="Cancel the table").click()
        expect(me.page.get_by_text("Cancelled")).to_be_visible()
        expect(me.page.get_by_role("alert")).to_have_count(0)
        for never in (".board", ".people", "#ask a[href^='/verify/']"):
            expect(me.page.locator(never)).to_have_count(0)


def test_the_same_table_is_opened_again_from_the_one_that_ended(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    """Attacked: it was refused where a program had played, an account was deleted since, or the title was a link."""
    context, carl = house.context, account(house.context, "Carl")
    policy = Policy(open=True, games=["packet-row"], most_matches=5, listed=False)
    rolf = create_bot(context, ben, f"p_{'0a' * 16}", name="Rolf", policy=policy)
    match = new_table(context, ada, "packet-row", seats=4, title="Friday at evil.com", talk="none")
    for player in (ben, rolf, carl):
        sit_down(context, match, player)
    with at_browser(browser, house, ada) as me:
        me.enter(match)
        resign(context, match, ada)
        drain_once(context)
        depart(context, carl.id)
        me.page.reload()
        me.page.get_by_role("button", name="Rematch").click()
        expect(me.page.get_by_text("2 of 4 taken", exact=False)).to_be_visible()
        assert match not in me.page.url
        assert record_of(context, me.page.url.rpartition("/")[2]).table.get("talk") == "none"
