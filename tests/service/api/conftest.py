"""A running API around a real Redis, and players who talk to it as clients do."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from flask import Flask

from engine import registry
from service.api import create_app
from service.api.app import equip
from service.api.pages import choice_aftermath
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from tests.given.contexts import open_context
from tests.given.partners import RULES, Partners
from tests.given.replays import ReplayQueue
from tests.service.api.browser import Browser
from tests.service.api.players import Player, Table, new_player
from tests.service.api.talk import show
from workers.resolve.drain import drain_once


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Iterator[Context]:
    """A service with nothing in it; may also resolve."""
    opened = open_context(redis_url, tmp_path / "keys")
    yield opened
    opened.store.close()


@pytest.fixture(scope="session")
def routes() -> list[Flask]:
    """The app of this run, once it is made: making it takes longer than most tests."""
    return []


@pytest.fixture
def app(context: Context, routes: list[Flask]) -> Flask:
    """The API of this test's service, remembering nothing of other tests."""
    if not routes:
        routes.append(create_app(context))
    equip(routes[0], context)
    return routes[0]


@pytest.fixture(autouse=True)
def nobody_to_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """No page waits for workers: here they work when a test says so."""
    monkeypatch.setattr(choice_aftermath, "PATIENCE", 0.0)


@pytest.fixture
def ada(app: Flask, context: Context) -> Player:
    """A player with a token of all scopes."""
    return new_player(app, context, "Ada")


@pytest.fixture
def ben(app: Flask, context: Context) -> Player:
    """Another one."""
    return new_player(app, context, "Ben")


@pytest.fixture
def cleo(app: Flask, context: Context) -> Player:
    """A third one."""
    return new_player(app, context, "Cleo")


@pytest.fixture
def eve(app: Flask, context: Context) -> Player:
    """Somebody with no seat at the table."""
    return new_player(app, context, "Eve")


@pytest.fixture
def browser(app: Flask, context: Context, ada: Player) -> Browser:
    """A browser in which a player is signed in."""
    return Browser(app).sign_in(context, ada)


@pytest.fixture
def workers(context: Context, redis_url: str) -> Iterator[ReplayQueue]:
    """Workers that play matches again when a test says so."""
    with redis.Redis.from_url(redis_url) as client:
        yield ReplayQueue(context, client)


@pytest.fixture
def visitor(app: Flask) -> Player:
    """Somebody without a token."""
    return Player(app, None, "")


@pytest.fixture
def table(context: Context, ada: Player, ben: Player) -> Table:
    """A running match of Ada (seat 0) and Ben (seat 1) that closes a round as soon as both are in."""
    return Table.begin(context, ada, ben)


@pytest.fixture
def teams(app: Flask, context: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A match of Ada and Cleo (seats 0, 2) against Ben and Dora (1, 3) in its first round: all choose, nobody may talk."""
    monkeypatch.setitem(registry.GAMES, RULES, Partners())
    players = (ada, ben, new_player(app, context, "Cleo"), new_player(app, context, "Dora"))
    accounts = [account for one in players if (account := context.store.account(one.account))]
    match = new_match_id()
    creation.create(context, accounts[0], NewMatch(rules=RULES, seats=4, grace=0), match)
    for seat, account in enumerate(accounts[1:], start=1):
        lobby.join(context, match, account, seat=seat, invitation=None)
    drain_once(context)
    return Table(context, match, players)


@pytest.fixture
def conferring(teams: Table) -> Table:
    """Their cards are revealed, seat 1 has to claim: partners may talk."""
    show(teams)
    return teams


@pytest.fixture
def limited(app: Flask, redis_url: str, tmp_path: Path) -> Iterator[Context]:
    """The service of the app with rate limits on."""
    opened = open_context(redis_url, tmp_path / "limited", rate_limits=True)
    equip(app, opened)
    yield opened
    opened.store.close()
