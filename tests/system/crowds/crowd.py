"""A crowd that means no good: ``python -m tests.system.crowds.crowd PLAN.json``. In a process of its own, beside the measurement.

Prints a line when everybody is there, goes on until its standard input ends, and prints what the crowd saw as JSON. Who is
hung up on comes again after a second, as an attacker's program would.
"""

import asyncio
import json
import resource
import socket
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from functools import partial
from itertools import cycle, islice, product
from pathlib import Path

BETWEEN = 1.0
"""Seconds before one of the crowd comes again."""
PICTURES = list(product((2000, 1400, 900, 600, 300), ("de", "en")))
"""Widths and languages: each is drawn once by every process, so that it takes a while until none has to wait any more. They come
first, all at the same moment."""


@dataclass(frozen=True)
class Plan:
    """How many of each kind, and what they ask for; ``polls`` are pairs of a path and a token."""

    port: int
    slow_bodies: int
    slow_readers: int
    idle: int
    pictures: int
    large: str
    picture: str
    body_to: str
    polls: list[tuple[str, str]]
    pause: float
    """Seconds between the bytes of a slow body and the reads of a slow reader."""

    @property
    def everybody(self) -> int:
        return self.slow_bodies + self.slow_readers + self.idle + self.pictures + len(self.polls)


class Crowd:
    """All of them, in one event loop."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.saw: Counter[str] = Counter()
        self.there = asyncio.Event()
        self._arrived = 0

    async def gather(self) -> None:
        """Send everybody; :attr:`there` is set when all have arrived once."""
        plan = self.plan
        kinds: list[Callable[[], Awaitable[None]]] = [
            *[partial(self._picture, *kind) for kind in islice(cycle(PICTURES), plan.pictures)],
            *[self._slow_body] * plan.slow_bodies, *[self._slow_reader] * plan.slow_readers, *[self._idle] * plan.idle,
            *[partial(self._poll, path, token) for path, token in plan.polls],
        ]  # fmt: skip
        await asyncio.gather(*(self._again(kind) for kind in kinds))

    async def _again(self, kind: Callable[[], Awaitable[None]]) -> None:
        arrived = False
        while True:
            try:
                task = asyncio.ensure_future(kind())
                if not arrived:
                    await asyncio.wait({task}, timeout=0.5)
                    arrived = True
                    self._arrived += 1
                    if self._arrived == self.plan.everybody:
                        self.there.set()
                await task
            except (OSError, asyncio.IncompleteReadError, ValueError):
                self.saw["hung up"] += 1
            await asyncio.sleep(BETWEEN)

    async def _open(self, room: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        line = socket.socket()
        line.setblocking(False)
        if room:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", self.plan.port))
        return await asyncio.open_connection(sock=line, limit=max(room, 1 << 16))

    async def _slow_body(self) -> None:
        reader, writer = await self._open()
        writer.write(_head("PUT", self.plan.body_to, "Content-Type: application/json", "Content-Length: 1000"))
        while not reader.at_eof() and not await self._answered(reader, "slow body"):
            writer.write(b" ")
            await writer.drain()
        writer.close()

    async def _answered(self, reader: asyncio.StreamReader, kind: str) -> bool:
        try:
            line = await asyncio.wait_for(reader.readline(), self.plan.pause)
        except TimeoutError:
            return False
        self.saw[f"{kind}: {line[9:12].decode() or 'hung up'}"] += 1
        return True

    async def _slow_reader(self) -> None:
        reader, writer = await self._open(room=2048)
        assert isinstance(writer.transport, asyncio.Transport)
        writer.write(_head("GET", self.plan.large))
        self.saw["slow reader: sent"] += 1
        while await reader.read(64):
            writer.transport.pause_reading()
            await asyncio.sleep(self.plan.pause)
            writer.transport.resume_reading()
        writer.close()

    async def _idle(self) -> None:
        reader, writer = await self._open()
        await reader.read()
        writer.close()

    async def _poll(self, path: str, token: str) -> None:
        await self._ask("poll", path, f"Authorization: Bearer {token}")

    async def _picture(self, width: int, language: str) -> None:
        await self._ask("picture", f"{self.plan.picture}?width={width}&language={language}")

    async def _ask(self, kind: str, path: str, *headers: str) -> None:
        reader, writer = await self._open()
        writer.write(_head("GET", path, "Connection: close", *headers))
        answer = await reader.read()
        self.saw[f"{kind}: {answer[9:12].decode() or 'hung up'}"] += 1
        writer.close()


def _head(method: str, path: str, *headers: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *headers, "", ""]).encode()


async def main(plan: Plan) -> None:
    """Be there until standard input ends."""
    crowd = Crowd(plan)
    going = asyncio.ensure_future(crowd.gather())
    await crowd.there.wait()
    print("there", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    going.cancel()
    print(json.dumps(crowd.saw), flush=True)


def write(plan: Plan, file: Path) -> None:
    """Write a plan where :func:`main` reads it."""
    file.write_text(json.dumps(asdict(plan)), encoding="utf-8")


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(main(Plan(**json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))))
