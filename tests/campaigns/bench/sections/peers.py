"""Engines and servers of others beside ours, as one table. They are installed for the run only, from the package registries.

*Engines*, by processor time, at random: decisions of Seafarers beside catanatron (a base board of four; *asked* counts answers to
decisions, *played* also the rolls and ends of turns about which nobody had a choice, as catanatron counts), and each game's
``resolve``, in memory beside a parallel step of PettingZoo and a phase of diplomacy, and through JSON beside a decision of
OpenSpiel's goofspiel that is read from text and written as text.

*Servers*, by the clock, at 32 connections: escrow commitments accepted by ours (durable, sealed, with a receipt) beside secret
moves accepted by boardgame.io, which keeps them in memory or in files, without syncing them, and as they are.
"""

import json
import random
import subprocess
import time
import venv
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

from engine.protocol.chance import Draws
from engine.registry import GAMES
from service.store.values import decode, encode
from tests.campaigns.bench import tables
from tests.campaigns.bench.figures import Figure, Plan, interleaved, ratio
from tests.campaigns.bench.installation import Installation
from tests.campaigns.bench.sections import engine, seafarers, seal
from tests.campaigns.bench.sections.seafarers import Player
from tests.servers.ports import free_port

ENGINES = {
    "catanatron": "catanatron==3.2.1",
    "diplomacy": "diplomacy==1.1.2",
    "open_spiel": "open_spiel==2.0.2",
    "pettingzoo": "pettingzoo==1.25.0",
}
BESIDE = ("pygame==2.6.1",)
"""PettingZoo's games import it, and do not ask for it."""
BOARDGAME_IO = {
    "dependencies": {"boardgame.io": "0.50.2", "node-persist": "3.1.3"},
    "overrides": {"koa-compose": "4.1.0"},
    "private": True,
}
"""With a newer koa-compose its lobby answers 404 (findings/boardgameio-lobby-404.sh)."""
PROGRAMS = Path(__file__).parents[1]
WIDE = 32
STORAGES = {"memory": "in memory (aim 0.6)", "flatfile": "in files (aim 3)"}


class Rates(NamedTuple):
    """Decisions resolved in a second of the processor, in memory, and with the state read from text and written as text."""

    in_memory: float
    through_text: float


def run(plan: Plan) -> Iterator[Figure]:
    """Yield the table; what is installed is gone afterwards."""
    yield from _engines(plan)
    yield from _servers(plan)


def _engines(plan: Plan) -> Iterator[Figure]:
    python = plan.folder / "engines" / "bin" / "python"
    venv.create(python.parents[1], with_pip=True)
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *ENGINES.values(), *BESIDE], check=True)
    seeds = count(1)
    with ExitStack() as stack:
        others = {
            name: stack.enter_context(Player([str(python), str(PROGRAMS / "peer_engines.py"), name]))
            for name in ENGINES
        }
        theirs = interleaved([partial(one.play, plan.seconds) for one in others.values()], plan.repeats)
    by_name = {
        name: Figure(f"{package}: decisions (baseline)", "/s", tuple(one.played / one.seconds for one in values))
        for (name, package), values in zip(ENGINES.items(), theirs, strict=True)
    }
    yield from by_name.values()
    (played,) = interleaved([partial(seafarers.play, *seafarers.BASE, plan.seconds, seeds)], plan.repeats)
    asked = Figure("seafarers, base-19, four at random: asked", "/s", tuple(one.asked / one.seconds for one in played))
    whole = Figure(
        "seafarers, base-19, four at random: played", "/s", tuple(one.played / one.seconds for one in played)
    )
    yield from (asked, whole)
    yield ratio("asked / catanatron (aim 3)", asked, by_name["catanatron"])
    yield ratio("played / catanatron", whole, by_name["catanatron"])
    for rules_id in GAMES:
        (rates,) = interleaved([partial(resolving, rules_id, plan.seconds, seeds)], plan.repeats)
        memory = Figure(f"{rules_id}: resolve, in memory", "/s", tuple(one.in_memory for one in rates))
        text = Figure(f"{rules_id}: resolve, JSON text in and out", "/s", tuple(one.through_text for one in rates))
        yield from (memory, text)
        for name in ("pettingzoo", "diplomacy"):
            yield ratio(f"{rules_id}: in memory / {name}", memory, by_name[name])
        yield ratio(f"{rules_id}: through text / open_spiel", text, by_name["open_spiel"])


def resolving(rules_id: str, seconds: float, seeds: Iterator[int]) -> Rates:
    """Play matches at random until ``resolve`` has taken so many seconds of the processor."""
    game = GAMES[rules_id]
    options = next(iter(game.rules.presets.values()), {})
    seats = engine.least_seats(game, options)
    resolved, inside, outside = 0, 0.0, 0.0
    while inside <= seconds:
        seed = next(seeds)
        whims, chance = random.Random(seed), Draws(random.Random(seed).randbytes(32))
        text = encode(game.setup(game.options(options, seats), seats, chance))
        while standing := game.decisions(state := decode(text)):
            decision = next(one for one in standing if not one["optional"])
            answers = {seat: engine.at_random(game, state, seat, decision, whims) for seat in decision["seats"]}
            begun = time.process_time()
            state = decode(text)
            read = time.process_time()
            state, _ = game.resolve(state, decision["id"], answers, chance)
            done = time.process_time()
            text = encode(state)
            outside += time.process_time() - done + read - begun
            inside += done - read
            resolved += 1
    return Rates(resolved / inside, resolved / (inside + outside))


def _servers(plan: Plan) -> Iterator[Figure]:
    node = plan.folder / "node"
    node.mkdir()
    (node / "package.json").write_text(json.dumps(BOARDGAME_IO), encoding="utf-8")
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=node, check=True)
    with ExitStack() as stack:
        running = stack.enter_context(Installation(plan.folder / "ours", hold_off=seal.DAY))
        people = [one for _ in range(seal.MATCHES) for one in tables.begin(running.context, seal.GRACE)]
        people = tables.dealt(running.context, people)
        running.start("api", "resolve", "deliver", "clock")
        others = [stack.enter_context(_boardgame_io(node, kind)) for kind in STORAGES]
        measures = [partial(_sealing, running, people), *[partial(_rate, one) for one in others]]
        for one in measures:
            one(seal.WARM_UP)
        rates = interleaved([partial(one, plan.seconds) for one in measures], plan.repeats)
    ours = Figure("a sealed card, durable, with its receipt", "/s", tuple(rates[0]))
    yield ours
    for kind, values in zip(STORAGES, rates[1:], strict=True):
        theirs = Figure(f"boardgame.io 0.50.2, a secret move, {kind}", "/s", tuple(values))
        yield theirs
        yield ratio(f"ours / boardgame.io {STORAGES[kind]}", ours, theirs)


def _sealing(running: Installation, people: list[tables.Sitting], seconds: float) -> float:
    return seal.sealing(running, people, WIDE, seconds).load.rate


def _rate(driver: Player, seconds: float) -> float:
    counted = driver.play(seconds)
    return counted.played / counted.seconds


@contextmanager
def _boardgame_io(node: Path, kind: str) -> Iterator[Player]:
    """Run a server, and what drives it; the first question waits until everybody is seated."""
    program, port = ["node", str(PROGRAMS / "boardgame_io.cjs")], str(free_port())
    with subprocess.Popen([*program, "serve", kind, port, kind], cwd=node, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            while "ready" not in (line := server.stdout.readline()):
                assert line, "boardgame.io has not started"
            with Player([*program, "drive", port, str(seal.MATCHES), str(WIDE)], folder=node) as driver:
                yield driver
        finally:
            server.terminate()
