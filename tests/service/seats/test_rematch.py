"""The same table once more: one for each match, however many ask for it, and whatever dies in between."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from service.choices.rematch import PlayedAgain, play_again, rematch_of
from service.context import Context
from service.matches.errors import MatchError
from service.matches.seating import creation, lobby
from service.matches.seating.lobby import resign
from service.store.records import Account
from tests.given.contexts import account, loaded, open_context
from tests.service.absent_people import People
from workers.resolve.drain import drain_once


@pytest.fixture
def people(redis_url: str, tmp_path: Path) -> People:
    """Three people whose match is over."""
    played = People(open_context(redis_url, tmp_path), "packet-row", 3).begin()
    resign(played.context, played.match, played.players[0])
    drain_once(played.context)
    return played


def again(people: People, who: Account) -> PlayedAgain:
    return play_again(people.context, who, loaded(people.context, people.match))


def test_of_many_who_ask_at_once_one_opens_it_and_all_sit_down(people: People) -> None:
    at_once = Barrier(3)

    def ask(who: Account) -> str:
        at_once.wait()
        return again(people, who).did

    with ThreadPoolExecutor(3) as threads:
        did = sorted(threads.map(ask, people.players))
    assert did == ["joined", "joined", "opened"]
    table = rematch_of(people.context, people.match)
    assert table is not None and {one["player"] for one in table.table["seats"]} == {one.id for one in people.players}
    assert {again(people, one).did for one in people.players} == {"stands"}


def test_who_died_while_opening_it_sits_down_the_next_time(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(creation, "_settle_in", dies)
        again(people, people.players[1])
    found = again(people, people.players[1])
    assert (found.did, [one["player"] for one in found.record.table["seats"]]) == (
        "opened", [people.players[1].id, None, None],
    )  # fmt: skip


def test_a_title_that_would_be_refused_today_gives_way_to_the_games(people: People) -> None:
    """Titles are older than the rules about them; here one that mail readers make a link of."""
    ended = loaded(people.context, people.match)
    ended.table["title"] = "Friday at evil.com"
    made = play_again(people.context, people.players[0], ended)
    assert (made.did, made.record.table["title"]) == ("opened", "Packet Row")


def refusal(people: People, who: Account) -> str:
    with pytest.raises(MatchError) as error:
        again(people, who)
    return error.value.code


def test_strangers_and_whoever_was_sent_away_open_and_join_nothing(people: People) -> None:
    context: Context = people.context
    assert refusal(people, account(context, "Eve")) == "not-seated"
    made = again(people, people.players[0]).record.match
    again(people, people.players[1])
    lobby.remove(context, made, people.players[0], seat=1, player=people.players[1].id)
    assert refusal(people, people.players[1]) == "removed-from-table"
    lobby.leave(context, made, people.players[0])
    drain_once(context)
    assert refusal(people, people.players[0]) == refusal(people, people.players[2]) == "not-in-lobby"


def test_there_is_none_while_the_match_goes_on(redis_url: str, tmp_path: Path) -> None:
    people = People(open_context(redis_url, tmp_path), "packet-row", 3).begin()
    assert refusal(people, people.players[0]) == "not-running"
