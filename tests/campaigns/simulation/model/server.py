"""A server of the store: takes requests in turns, writes and syncs before it answers, dies where a fault says, starts again."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from redis._parsers.base import BaseParser
from redis.exceptions import ConnectionError as NotConnected

from service.store.connection.scripts import ALL
from tests.campaigns.simulation.model.disk import Disk, Full
from tests.campaigns.simulation.model.keyspace import OK, Refusal, Words, apply
from tests.campaigns.simulation.model.lua import LUA
from tests.campaigns.simulation.model.ordered import Database
from tests.campaigns.simulation.world import World

Moment = Literal["before", "between", "written", "synced"]
"""Where in a turn a server dies: before it runs anything, amid the requests, before the sync, before the answers."""
TEXTS = {script.sha.encode(): script.text.encode() for script in ALL}
"""What runs under the name of each script: a fault is planted here."""
SCRIPTS = {script.sha.encode(): script.name for script in ALL}
SHAS = {text: sha for sha, text in TEXTS.items()}
LONG = 32_768
"""Bytes of an append-only file from which on a server rewrites it after a start."""


@dataclass
class Request:
    """What one client sends at once.

    :ivar answer: called with the replies, or with why there are none.
    :ivar only: so many of the commands arrive, then the connection is cut.
    :ivar deaf: whether the replies get lost on their way back.
    """

    commands: Sequence[Words]
    answer: Callable[[list[Any] | Exception], None]
    only: int | None = None
    deaf: bool = False


@dataclass(frozen=True)
class Death:
    """How a server dies in a turn: where, and whether the machine loses its power with it."""

    moment: Moment
    power: bool
    away: float
    """Seconds until it starts again."""


@dataclass
class Server:
    """One server. ``skew`` is by how much its clock is wrong, ``latest_told`` the latest time it has told, in seconds."""

    world: World
    seen: Callable[[str, Words, Words], None] = lambda *_: None
    """Told the name, keys and arguments of every script that has changed something."""
    dies: Callable[[], Death | None] = lambda: None
    """Asked at every turn."""
    skew: float = 0.0
    latest_told: float = 0.0
    up: bool = True
    happened: Counter[str] = field(default_factory=Counter)
    space: Database = field(default_factory=Database)
    stopped_until: float = 0.0
    memory_full: bool = False

    def __post_init__(self) -> None:
        self.disk = Disk(self.world.chance)
        self._base = Database()
        """What the file holds that is loaded before the append-only one."""
        self._known: set[bytes] = set()
        self._waiting: list[Request] = []
        self._busy = False
        self.life = 0
        """Counts its deaths: whoever was connected before one is not connected after it."""

    @property
    def is_troubled(self) -> bool:
        """Whether something is wrong with it, or with its clock, now."""
        full = self.disk.full or self.memory_full
        return not self.up or full or self.skew != 0 or self.stopped_until > self.world.now

    def _tell_time(self) -> None:
        told = self.world.now + self.skew
        self.space.now_us, self.latest_told = round(told * 1_000_000), max(self.latest_told, told)

    def take(self, request: Request) -> None:
        """Take a request; it is done in the next turn."""
        if not self.up:
            request.answer(NotConnected("refused"))
            return
        self._waiting.append(request)
        if not self._busy:
            self._busy = True
            life = self.life
            self.world.after(max(0.0, self.stopped_until - self.world.now), lambda: self._turn(life))

    def _turn(self, life: int) -> None:
        if life != self.life:
            return
        if self.stopped_until > self.world.now:
            self.world.after(self.stopped_until - self.world.now, lambda: self._turn(life))
            return
        requests, self._waiting = self._waiting, []
        death = self.dies()
        if death is not None and death.moment == "before":
            self._die(death, requests)
            return
        self._tell_time()
        self.space.full = self.memory_full
        done: list[tuple[Request, list[Any]]] = []
        units: list[list[Words]] = []
        most = (
            self.world.chance.randrange(len(requests) + 1) if death is not None and death.moment == "between" else None
        )
        for request in requests[:most]:
            replies = []
            for command in request.commands[: request.only]:
                replies.append(self._run(command))
                if self.space.effects:
                    units.append(list(self.space.effects))
                    self.space.effects.clear()
            done.append((request, replies))
        if death is not None and death.moment == "between":
            self._die(death, requests)
            return
        try:
            self.disk.write(units)
        except Full:
            self.happened["died of a full disk"] += 1
            self._die(Death("written", power=False, away=20.0), requests)
            return
        if death is not None and death.moment == "written":
            self._die(death, requests)
            return
        self.disk.sync()
        if death is not None:
            self._die(death, requests)
            return
        seconds = self.world.chance.uniform(0.0005, 0.004) if units else 0.0001
        self.world.after(seconds, lambda: self._end_turn(life, done))

    def _end_turn(self, life: int, done: list[tuple[Request, list[Any]]]) -> None:
        if life != self.life:
            for request, _ in done:
                request.answer(NotConnected("closed"))
            return
        self._busy = False
        self._reply(done)
        if self._waiting and not self._busy:
            self._busy = True
            self._turn(life)

    def _reply(self, done: list[tuple[Request, list[Any]]]) -> None:
        for request, replies in done:
            cut = request.deaf or request.only is not None
            request.answer(NotConnected("cut") if cut else replies)

    def _run(self, words: Words) -> Any:
        try:
            name = words[0]
            if name == b"EVALSHA" and words[1] not in self._known:
                raise Refusal("NOSCRIPT No matching script. Please use EVAL.")
            if name in (b"EVALSHA", b"EVAL"):
                return self._script(words[1] if name == b"EVALSHA" else SHAS[words[1]], words)
            if name == b"INFO":
                return "aof_last_write_status:ok\r\nrole:master\r\nconnected_slaves:1\r\n"
            return self.space.run(words)
        except Refusal as error:
            return BaseParser.parse_error(str(error))

    def _script(self, sha: bytes, words: Words) -> Any:
        self._known.add(sha)
        count = int(words[2])
        names, arguments = words[3 : 3 + count], words[3 + count :]
        reply = LUA.run(self.space, TEXTS[sha], names, arguments)
        if self.space.effects:
            self.seen(SCRIPTS[sha], names, arguments)
        return reply

    def _die(self, death: Death, requests: list[Request]) -> None:
        self.life += 1
        self.up, self._busy = False, False
        waiting, self._waiting = [*requests, *self._waiting], []
        self.happened[f"{death.moment}, {self.disk.crash(power=death.power)}"] += 1
        for request in waiting:
            request.answer(NotConnected("closed"))
        self.world.after(death.away, self._start)

    def _start(self) -> None:
        """Start from the file; now and then twice, as when the first start was killed before anybody came."""
        for _ in range(self.world.chance.choice([1, 1, 2, 3])):
            self.happened["started"] += 1
            self.space = self._base.copy()
            self._tell_time()
            apply(self.space, self.disk.load())
        if len(self.disk.data) > LONG:
            self._base = self.space.copy()
            self.disk.begin_anew()
        self._known.clear()
        self.up = True


__all__ = ["OK", "Death", "Request", "Server"]
