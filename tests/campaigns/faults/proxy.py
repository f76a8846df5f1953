"""A TCP proxy that fails as networks do: late, in mid-sentence, or after the request got through and before its answer.

The last is the one that makes duplicates: the client cannot know, and asks again.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

PIECE = 65_536


@dataclass(frozen=True)
class Fault:
    """What happens to one connection. ``delay`` in seconds before the request goes on; the cuts count bytes."""

    delay: float = 0.0
    cut_request_after: int | None = None
    cut_answer_after: int | None = None
    """0: the request got through, its answer does not."""


FAIR = Fault()
SWALLOWED = Fault(cut_answer_after=0)


class FaultProxy:
    """Listens on a free port and connects to ``port``; asks ``choose`` for the fate of every connection."""

    def __init__(self, port: int, choose: Callable[[], Fault] = lambda: FAIR) -> None:
        self._target, self.choose = port, choose
        self.port = 0
        self.cuts = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._conversations: set[asyncio.Task[None]] = set()
        self._aborted: list[asyncio.WriteTransport] = []

    def __enter__(self) -> FaultProxy:
        self._thread.start()
        assert self._ready.wait(120)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    @property
    def url(self) -> str:
        """The proxy as an HTTP address."""
        return f"http://127.0.0.1:{self.port}"

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        server = await asyncio.start_server(self._connection, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._stopping = asyncio.create_task(self._stop.wait())
        await self._stopping
        for listening in server.sockets:
            self._loop.remove_reader(listening.fileno())
        # asyncio loses a connection that is still being accepted when its server closes, and one that is being made by a task
        # that is cancelled: so these become conversations first, and conversations end by themselves.
        while self._conversations or len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0)
        server.close()
        # An aborted transport closes its socket in a later turn of the loop.
        while any(transport.get_extra_info("socket").fileno() >= 0 for transport in self._aborted):
            await asyncio.sleep(0)

    def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        conversation = asyncio.create_task(self._carry(reader, writer, self.choose()))
        self._conversations.add(conversation)

        def ended(_: asyncio.Task[None]) -> None:
            self._abort(writer)
            self._conversations.discard(conversation)

        conversation.add_done_callback(ended)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, fault: Fault) -> None:
        try:
            back, onward = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            return
        ways: list[asyncio.Task[None]] = []
        try:
            await asyncio.wait([self._stopping], timeout=fault.delay)
            ways = [
                asyncio.create_task(self._pass(reader, onward, fault.cut_request_after)),
                asyncio.create_task(self._pass(back, writer, fault.cut_answer_after)),
            ]
            await asyncio.wait([*ways, self._stopping], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            self._abort(onward)

    def _abort(self, writer: asyncio.StreamWriter) -> None:
        writer.transport.abort()
        self._aborted = [one for one in self._aborted if one.get_extra_info("socket").fileno() >= 0]
        self._aborted.append(writer.transport)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, cut: int | None) -> None:
        """Pass bytes on until the end, or until so many have gone and one more would follow."""
        passed = 0
        with suppress(ConnectionError):
            while piece := await reader.read(PIECE):
                if cut is not None and passed + len(piece) > cut:
                    writer.write(piece[: cut - passed])
                    await writer.drain()
                    self.cuts += 1
                    return
                passed += len(piece)
                writer.write(piece)
                await writer.drain()
