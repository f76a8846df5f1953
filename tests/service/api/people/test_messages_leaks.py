"""What partners say shows to nobody else before the end: not in bytes, sizes, tags, headers, errors, news."""

import json
from typing import Any

import pytest
from flask import Flask

from service.context import Context
from service.store import keys
from service.store.records import Notice
from tests.service.api.matches.test_leaks import everything, look
from tests.service.api.players import Player, Table, new_player, refused
from tests.service.api.talk import heard, say, show

SECRET = "the five is <mine>, leave it"


@pytest.fixture
def watchers(conferring: Table, app: Flask, context: Context, visitor: Player) -> tuple[Player, ...]:
    """The opponents, a spectator with an account, one without."""
    return (conferring.players[1], conferring.players[3], new_player(app, context, "Eve"), visitor)


def reads(table: Table, player: Player) -> dict[str, tuple[int, bytes, list[tuple[str, str]]]]:
    return {**everything(table, player), "messages": look(player, f"{table.path}/messages")}


def notices(table: Table) -> dict[str, list[Notice]]:
    """Return what waits to be mailed, by name of the reader."""
    found = {}
    for player in table.players:
        queue = table.context.store.notices(keys.recipient_of(player.account, table.match))
        found[player.account] = [one for one in queue.pending if one["kind"] == "said"]
    return found


def test_what_waits_for_the_worker_changes_nothing_that_others_can_read(
    conferring: Table, watchers: tuple[Player, ...]
) -> None:
    before = [reads(conferring, one) for one in watchers]
    partner = reads(conferring, conferring.players[2])
    for text in (SECRET, "x" * 1000):
        assert say(conferring, conferring.players[0], text).status_code == 202
    assert [reads(conferring, one) for one in watchers] == before
    assert reads(conferring, conferring.players[2]) == partner


def test_once_it_is_in_the_log_others_see_that_something_was_said_and_not_what(
    conferring: Table, watchers: tuple[Player, ...]
) -> None:
    said = [say(conferring, conferring.players[0], text).get_json() for text in (SECRET, "no")]
    conferring.resolve()
    for watcher in watchers:
        shown = reads(conferring, watcher)
        read = b"".join(body for _, body, _ in shown.values())
        assert b'"said"' in read
        assert not [
            one for one in (SECRET, json.dumps(SECRET)[1:-1], said[0]["salt"], said[1]["salt"]) if one.encode() in read
        ]
        assert json.loads(shown["messages"][1]) == {"messages": [], "unsaid": [], "next": None}


def test_a_long_message_and_a_short_one_give_others_answers_of_one_size(
    teams: Table, watchers: tuple[Player, ...]
) -> None:
    sizes = []
    for number, text in enumerate(("no", "x" * 1000), start=1):
        if number > 1:
            player = teams.players[teams.standing()["seats"][0]]
            player.put(f"{teams.here()}/move", {"move": {"claim": "leave"}})
            teams.resolve()
            show(teams)
        assert say(teams, teams.players[0], text, f"r{number}.confer.0").status_code == 202
        n = teams.seen_by(teams.players[0])["n"]
        teams.resolve()
        entries = [look(one, f"{teams.path}/log?after={n}")[1] for one in watchers]
        sizes.append([len(entry) for entry in entries])
    assert sizes[0] == sizes[1]


def test_a_refused_message_leaves_no_trace_for_anybody_else(
    conferring: Table, watchers: tuple[Player, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [reads(conferring, one) for one in watchers]
    say(conferring, conferring.players[0], SECRET)
    with monkeypatch.context() as closed:
        closed.setattr("tests.given.partners.Partners.channels", lambda self, state: [])
        conferring.resolve()
    assert heard(conferring, conferring.players[0])["unsaid"][0]["state"] == "refused"
    assert [reads(conferring, one) for one in watchers] == before
    assert heard(conferring, conferring.players[2]) == {"messages": [], "unsaid": [], "next": None}


def test_refusals_do_not_tell_an_opponent_whether_anything_was_said(conferring: Table) -> None:
    ben = conferring.players[1]

    def refusals() -> list[Any]:
        return [
            refused(say(conferring, ben, channel=channel), 409, "channel-closed") for channel in ("r1.confer.0", "x")
        ]

    before = refusals()
    say(conferring, conferring.players[0], SECRET)
    assert refusals() == before
    conferring.resolve()
    assert refusals() == before


def test_only_the_partner_gets_news_of_it(conferring: Table) -> None:
    ada, ben, cleo, dora = conferring.players
    say(conferring, ada, SECRET)
    conferring.resolve()
    told = notices(conferring)
    assert [one["facts"]["text"] for one in told[cleo.account]] == [SECRET]
    assert told[ada.account] == told[ben.account] == told[dora.account] == []
