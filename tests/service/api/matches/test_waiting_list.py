"""What waits for an account: with all it takes to answer, as soon as there is something, and cheap when nothing is new."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import parse_qs

import pytest
import redis
from flask import Flask

from service.api.http import holding
from service.api.http.cursors import encode
from service.api.http.holding import Limits, Places
from service.context import Context
from service.store import keys
from tests.service.api.matches.test_waiting import Worker
from tests.service.api.players import Player, Table, refused, timeless
from tests.service.serve.watching import until

PASS = {"type": "pass"}
ALL = "include=moves,view"


def waiting(player: Player, query: str = "") -> Any:
    return player.sees(f"/v1/me/waiting{query and '?' + query}")["waiting"]


def test_moves_and_view_come_along_on_wish(table: Table, ada: Player) -> None:
    [plain] = waiting(ada)
    assert (plain["moves"], plain["view"]) == (None, None)
    [one] = waiting(ada, ALL)
    assert one["moves"] == table.moves(ada, one["decision"]["id"])
    assert one["view"] == table.seen_by(ada)["view"]
    [only] = waiting(ada, "include=moves")
    assert only["moves"] and only["view"] is None


def test_words_of_a_query_are_repeated_or_separated_by_commas(table: Table, ada: Player) -> None:
    """Generated clients repeat a parameter, people write commas."""
    assert timeless(waiting(ada, "include=moves&include=view")) == timeless(waiting(ada, ALL))
    for wrong in ("include=moves&include=moves", "include=moves,moves", "include=", "include=moves&include=all"):
        refused(ada.get(f"/v1/me/waiting?{wrong}"), 422, "invalid")


@pytest.mark.parametrize("include", ["", "include=words&", f"{ALL}&"])
def test_pages_hold_each_decision_once_with_all_that_was_asked_for(
    table: Table, context: Context, ada: Player, ben: Player, include: str
) -> None:
    """Only the ten most urgent brought their moves, so that a program with eleven tables died of the last."""
    tables = [table, *(Table.begin(context, ada, ben) for _ in range(11))]
    query, found, sizes = f"{include}limit=11", [], []
    while query:
        page = ada.get(f"/v1/me/waiting?{query}")
        found += page.get_json()["waiting"]
        sizes.append(len(page.get_json()["waiting"]))
        following = page.get_json()["next"]
        link = page.headers.get("Link", "")
        query = link.partition(">")[0].removeprefix("</v1/me/waiting?")
        assert parse_qs(query).get("after") == (following and [following])
    assert sizes == ([10, 2] if "moves" in include else [11, 1])
    assert sorted(one["match"] for one in found) == sorted(one.match for one in tables)
    assert [one["deadline_at"] for one in found] == sorted(one["deadline_at"] for one in found)
    for one in found:
        assert (one["moves"] is not None) == (one["view"] is not None) == ("moves" in include)
        assert (one["words"] is not None) == ("words" in include)


def test_what_is_no_cursor_of_the_list_is_refused(ada: Player) -> None:
    for wrong in ("x", encode("2026"), encode(False, False, "", "")):
        refused(ada.get(f"/v1/me/waiting?after={wrong}"), 422, "invalid")


def test_one_match_can_be_asked_for_and_waited_for(
    table: Table, context: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waited elsewhere ended every wait at once, so that programs asked without a pause."""
    other = Table.begin(context, ada, ben)
    [one] = waiting(ada, f"match={other.match}")
    assert one["match"] == other.match
    ada.put(f"{other.here()}/commitment", {"move": PASS})
    waits: list[list[str]] = []
    monkeypatch.setattr(holding, "until_news", lambda ends, patience, names: waits.append(names))
    assert waiting(ada, f"match={other.match}&wait=30") == []
    assert waits == [[other.match]]
    assert waiting(ada, "match=00000000-0000-4000-8000-000000000009") == []
    refused(ada.get("/v1/me/waiting?match=mine"), 422, "invalid")


def test_what_asks_nothing_is_not_read_but_told_of_when_it_is_damaged(
    table: Table, context: Context, ada: Player, ben: Player, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All running matches of an account were read for each look. What is parked is, as its players learn from it."""
    context.store.sweep()
    sealed = Table.begin(context, ada, ben)
    ada.put(f"{sealed.here()}/commitment", {"move": PASS})
    read: list[str] = []
    load_many = context.store.load_many

    def noted(matches: list[str]) -> list[Any]:
        read.extend(matches)
        return load_many(matches)

    monkeypatch.setattr(context.store, "load_many", noted)

    assert [one["match"] for one in waiting(ada)] == [table.match]
    assert read == [table.match]

    with redis.Redis.from_url(redis_url) as server:
        server.hset(keys.match(sealed.match), "state", "7")
        server.hset(keys.parked(keys.bucket_of(sealed.match)), sealed.match, '{"reason": "set aside: by its operator"}')
    assert ada.sees("/v1/me/waiting")["unavailable"] == [sealed.match]


@pytest.mark.parametrize("wrong", ["", "move", "moves,", "moves,moves", "view;moves", ",".join(["view"] * 99)])
def test_what_cannot_come_along_is_refused(ada: Player, wrong: str) -> None:
    problem = refused(ada.get(f"/v1/me/waiting?include={wrong}"), 422, "invalid")
    assert problem["errors"][0]["parameter"] == "include"


def test_the_tag_knows_what_waits_and_not_the_time(table: Table, ada: Player, ben: Player) -> None:
    first = ada.get("/v1/me/waiting")
    tag = first.headers["ETag"]
    assert ada.get("/v1/me/waiting", If_None_Match=tag).status_code == 304
    ben.put(f"{table.here()}/commitment", {"move": PASS})
    assert ada.get("/v1/me/waiting", If_None_Match=tag).status_code == 304, (
        "what an opponent does is no business of mine"
    )
    assert ada.get(f"/v1/me/waiting?{ALL}", If_None_Match=tag).status_code == 200
    ada.put(f"{table.here()}/commitment", {"move": PASS})
    assert ada.get("/v1/me/waiting", If_None_Match=tag).status_code == 200


@pytest.mark.parametrize("tags", ['""', 'W/"Og@", "", "(B3$"', "W/", ",", '".", "a."', "\xff"])
def test_tags_that_we_never_gave_are_no_tags(table: Table, ada: Player, tags: str) -> None:
    """An empty tag among others was a 500."""
    assert ada.get("/v1/me/waiting", If_None_Match=tags).status_code == 200


def test_an_answer_waits_until_something_does(table: Table, ada: Player, ben: Player) -> None:
    here = f"{table.here()}/commitment"
    ada.put(here, {"move": PASS})
    found: list[Any] = []
    follower = threading.Thread(target=lambda: found.append(waiting(ada, "wait=30")))
    follower.start()
    ben.put(here, {"move": PASS})
    table.resolve()
    follower.join(25)
    [[one]] = found
    assert one["decision"]["id"] != "r1.choose"


def test_an_answer_waits_until_something_else_does_than_is_known(table: Table, ada: Player, ben: Player) -> None:
    tag = ada.get("/v1/me/waiting").headers["ETag"]
    assert ada.get("/v1/me/waiting?wait=1", If_None_Match=tag).status_code == 304
    found: list[Any] = []
    follower = threading.Thread(target=lambda: found.append(ada.get("/v1/me/waiting?wait=30", If_None_Match=tag)))
    follower.start()
    Table.begin(table.context, ada, ben)
    follower.join(25)
    assert len(found[0].get_json()["waiting"]) == 2


def test_a_wait_does_not_end_because_less_waits(table: Table, ada: Player, ben: Player) -> None:
    """A client that answers, and asks what is new since it was asked, was told at once that nothing is: a third request."""
    other = Table.begin(table.context, ada, ben)
    for query in ("", ALL):
        tag = ada.get(f"/v1/me/waiting?{query}").headers["ETag"]
        ada.put(f"{table.here()}/commitment", {"move": PASS}, If_None_Match="*")
        short = ada.get(f"/v1/me/waiting?{query}&wait=1", If_None_Match=tag)
        assert (short.status_code, len(short.get_json()["waiting"])) == (200, 1), "told when the time is up"
        tags = f'{tag}, "x.", W/{short.headers["ETag"]}'
        with ThreadPoolExecutor(1) as pool:
            found = pool.submit(ada.get, f"/v1/me/waiting?{query}&wait=30", If_None_Match=tags)
            ben.put(f"{table.here()}/commitment", {"move": PASS})
            table.resolve()
            answer = found.result(25)
        asked = {one["decision"]["id"] for one in answer.get_json()["waiting"] if one["match"] == table.match}
        assert asked and "r1.choose" not in asked
        table = other


@pytest.mark.parametrize(
    "tag", ['"AAAAAAAAAAAAAAAAAAAAAA"', '"x"', "*junk", '"."', '"x.AAAA"', 'W/"x.AAAAAAAA"', '"' + "A" * 6000 + '"']
)
def test_tags_that_know_nothing_of_what_waits_end_the_wait_at_once(table: Table, ada: Player, tag: str) -> None:
    """Anything that a client makes up."""
    assert len(ada.get("/v1/me/waiting?wait=30", If_None_Match=tag).get_json()["waiting"]) == 1


def test_a_list_that_waits_needs_a_place(app: Flask, ada: Player) -> None:
    app.extensions["siegelpost-waiting"].places = Places(Limits(account=0))
    refused(ada.get("/v1/me/waiting?wait=30"), 429, "too-many-waiting")


class Follower(threading.Thread):
    """Plays a seat by nothing but the list and the answers it asks for, until another match asks; counts its requests."""

    def __init__(self, match: str, player: Player) -> None:
        super().__init__(daemon=True)
        self._match, self._player = match, player
        self.requests = self.answers = 0
        self.refused: list[str] = []

    def run(self) -> None:
        while True:
            self.requests += 1
            for one in waiting(self._player, f"{ALL}&wait=30"):
                if one["match"] != self._match:
                    return
                here = f"/v1/matches/{one['match']}/decisions/{one['decision']['id']}/{one['answer']}"
                answer = self._player.put(here, {"move": one["moves"][-1]})
                self.requests += 1
                self.answers += 1
                if answer.status_code != 200:
                    self.refused.append(answer.get_data(as_text=True))


def test_a_match_is_played_with_two_requests_per_decision_and_seat(context: Context, ada: Player, ben: Player) -> None:
    """A round took eight per seat. The only other request is the one that the end of the match finds waiting."""
    table = Table.begin(context, ada, ben, options={"preset": "tilsit", "round_limit": 8}, hold_seconds=0)
    followers = [Follower(table.match, player) for player in (ada, ben)]
    with Worker(table):
        for one in followers:
            one.start()
        until(lambda: table.seen_by(ada)["status"] == "closed", "the match is over", 120)
        Table.begin(context, ada, ben)
        for one in followers:
            one.join(120)
    assert [one.refused for one in followers] == [[], []]
    for one in followers:
        assert one.answers >= 8
        assert one.requests == 2 * one.answers + 1
