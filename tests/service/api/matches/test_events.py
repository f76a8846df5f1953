"""The feed of an account: every event with its id and place, by pages, from now on, from any place on, and typed."""

import json
import threading
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator

from service.api.document.spec import PUBLISHED
from service.api.http.cursors import encode
from service.api.http.holding import BEHIND, Limits, Places
from service.context import Context
from service.store import keys
from service.store.accounts import events as stored_events
from tests.service.api.players import Player, Table, new_player, refused

PASS = {"type": "pass"}
DOCUMENT = json.loads(PUBLISHED.read_text(encoding="utf-8"))
EVENTS = Draft202012Validator({"$ref": "#/components/schemas/EventPage", "components": DOCUMENT["components"]})


def page(player: Player, query: str = "") -> Any:
    """Return a page of the feed that fits the document."""
    found = player.sees(f"/v1/me/events{query}")
    EVENTS.validate(found)
    return found


def types(found: Any) -> list[str]:
    return [one["type"] for one in found["events"]]


def play_round(table: Table) -> None:
    here = f"{table.here()}/commitment"
    for player in table.players:
        assert player.put(here, {"move": PASS}).status_code == 200
    table.resolve()


def test_everything_that_asks_or_tells_somebody_is_an_event(table: Table, ada: Player, ben: Player) -> None:
    play_round(table)
    found = page(ada)
    assert types(found)[:3] == ["started", "your-turn", "resolved"]
    started, turn, resolved = found["events"][:3]
    assert turn["match"] == table.match and turn["seat"] == 0
    assert turn["decision"] == {"id": "r1.choose", "kind": "choose", "sealed": True, "optional": False}
    assert turn["id"] == f"{table.match}.{turn['n']}.0.your-turn"
    assert resolved["n"] > turn["n"] > started["n"]
    assert {one["id"] for one in found["events"]}.isdisjoint(one["id"] for one in page(ben)["events"])


def test_an_invitation_can_be_accepted_by_the_event_alone(ada: Player, ben: Player) -> None:
    wish = {"rules": "kontor", "visibility": "private", "invite": [ben.account]}
    assert ada.post("/v1/matches", wish).status_code == 201
    [event] = page(ben)["events"]
    assert (event["type"], event["by"], event["seat"]) == ("invited", "Ada", None)
    seat = ben.put(f"/v1/matches/{event['match']}/seats/me", {"invitation": event["invitation"]})
    assert seat.status_code == 200


def test_the_end_of_a_match_is_told_with_its_outcome(table: Table, ada: Player, ben: Player) -> None:
    here = page(ben)["cursor"]
    assert ada.post(f"{table.path}/resign", {}).status_code == 202
    table.resolve()
    over = page(ben, f"?after={here}")["events"][-1]
    assert (over["type"], over["reason"]) == ("over", "resigned")
    assert over["outcome"] == table.seen_by(ben)["outcome"]


def test_pages_follow_one_another_without_a_gap(table: Table, ada: Player) -> None:
    for _ in range(3):
        play_round(table)
    everything = page(ada)["events"]
    assert len(everything) >= 7
    found, cursor, more = [], None, True
    while more:
        one = page(ada, "?limit=2" + (f"&after={cursor}" if cursor else ""))
        assert len(one["events"]) <= 2
        found += one["events"]
        cursor, more = one["cursor"], one["more"]
    assert found == everything
    assert page(ada, f"?after={everything[2]['cursor']}")["events"] == everything[3:]


def test_from_now_on(table: Table, ada: Player) -> None:
    start = page(ada, "?after=now")
    assert start["events"] == []
    play_round(table)
    assert types(page(ada, f"?after={start['cursor']}")) == ["resolved", "your-turn"]


def test_a_feed_without_events_can_be_followed_from_its_beginning(ada: Player, ben: Player, context: Context) -> None:
    start = page(ada)
    assert (start["events"], start["more"]) == ([], False)
    Table.begin(context, ada, ben)
    assert types(page(ada, f"?after={start['cursor']}")) == ["started", "your-turn"]


def test_who_has_missed_events_is_told_so_and_what_to_do(
    table: Table, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = page(ada)["events"][0]["cursor"]
    monkeypatch.setattr(stored_events, "MOST", 2)
    for _ in range(3):
        play_round(table)
    problem = refused(ada.get(f"/v1/me/events?after={start}"), 410, "events-gone")
    assert "/v1/me/waiting" in problem["detail"]
    assert len(page(ada)["events"]) == 2


@pytest.mark.parametrize(
    "cursor", ["", "x", "1-1", encode("x"), encode(1, 2), encode("1-1", 2), encode("-"), encode("٣-1"), "%00"]
)
def test_what_is_no_cursor_is_refused(ada: Player, cursor: str) -> None:
    problem = refused(ada.get(f"/v1/me/events?after={cursor}"), 422, "invalid")
    assert problem["errors"][0]["parameter"] == "after"


def test_others_events_are_not_to_be_had(table: Table, app: Flask, context: Context, ada: Player) -> None:
    cursor = page(ada)["events"][0]["cursor"]
    eve = new_player(app, context, "Eve")
    assert page(eve, f"?after={cursor}")["events"] == []
    nobody = Player(app, None, "")
    refused(nobody.get("/v1/me/events"), 401, "token-missing")
    writer = new_player(app, context, "Wes", scopes=("account:read",))
    refused(writer.get("/v1/me/events"), 403, "scope-missing")


def test_login_codes_are_no_events(app: Flask, ada: Player, context: Context) -> None:
    account = context.store.account(ada.account)
    assert account is not None
    assert ada.post("/v1/login", {"mail": account.mail}).status_code == 202
    assert page(ada)["events"] == []
    assert context.store._ask(("XLEN", keys.news(keys.bucket_of(ada.account)))) == 0


def test_an_answer_waits_for_the_next_event(table: Table, ada: Player) -> None:
    start = page(ada)["cursor"]
    seen: list[Any] = []
    waiting = threading.Thread(target=lambda: seen.append(page(ada, f"?after={start}&wait=30")))
    waiting.start()
    play_round(table)
    waiting.join(25)
    assert types(seen[0])[0] == "resolved"


def test_an_answer_comes_when_the_time_is_up(ada: Player) -> None:
    assert page(ada, "?after=now&wait=1")["events"] == []


def test_who_waits_too_often_is_refused_and_nobody_else(app: Flask, ada: Player, ben: Player) -> None:
    """The attack: one account polls so often that no place is left, and others get empty answers at once, again and again."""
    app.extensions["siegelpost-waiting"].places = Places(Limits(account=0))
    answer = ada.get("/v1/me/events?after=now&wait=30")
    refused(answer, 429, "too-many-waiting")
    assert answer.headers["Retry-After"] == "5"
    app.extensions["siegelpost-waiting"].places = Places(Limits(all=0))
    answer = ben.get("/v1/me/events?after=now&wait=30")
    refused(answer, 503, "no-place-to-wait")
    assert answer.headers["Retry-After"] == "5"


def test_a_poll_that_others_follow_on_its_line_does_not_wait(app: Flask, ada: Player) -> None:
    """The attack: polls in pairs on many connections, which cannot be kept aside, so that each would keep a thread."""
    app.extensions["siegelpost-waiting"].places = Places(Limits(account=0))  # whoever waits is refused
    answer = app.test_client().get(
        "/v1/me/events?after=now&wait=30",
        headers={"Authorization": f"Bearer {ada.token}"},
        environ_overrides={BEHIND: True},
    )
    assert (answer.status_code, answer.get_json()["events"]) == (200, [])


def test_a_server_that_cannot_stream_answers_with_a_page(ada: Player) -> None:
    answer = ada.get("/v1/me/events", Accept="text/event-stream")
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
