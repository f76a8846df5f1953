"""The blocking client and the one for ``asyncio`` under one surface, so that the same test bodies try both."""

import asyncio
import inspect
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from typing import Any, Self, TypeVar, cast

import httpx
from siegelpost_client import AsyncClient, AsyncPlayer, Client, Keep, Player
from siegelpost_client.login import DeviceCode, log_in, log_in_async

Result = TypeVar("Result")
Sleep = Callable[[float], None]


class Blocking:
    """Makes the clients that block."""

    def client(
        self,
        server: str,
        token: str | None = None,
        *,
        transport: httpx.MockTransport | None = None,
        sleep: Sleep = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> Client:
        http = None if transport is None else httpx.Client(transport=transport)
        return Client(server, token, http=http, sleep=sleep, clock=clock)

    def player(self, client: Client, keep: Keep | None = None) -> Player:
        return Player(client, keep)

    def log_in(
        self, client: Client, name: str, scopes: Sequence[str], show: Callable[[DeviceCode], None], sleep: Sleep
    ) -> str:
        return log_in(client, name, scopes, show, sleep=sleep)


class Awaiting(Blocking):
    """Makes the clients that await, each call of which is run to its end in a loop of its own thread."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever)
        self._thread.start()

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()

    def client(
        self,
        server: str,
        token: str | None = None,
        *,
        transport: httpx.MockTransport | None = None,
        sleep: Sleep = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> Client:
        http = None if transport is None else httpx.AsyncClient(transport=transport)
        made = AsyncClient(server, token, http=http, sleep=_awaited(sleep), clock=clock)
        return cast(Client, Awaited(made, self))

    def player(self, client: Client, keep: Keep | None = None) -> Player:
        inner: AsyncClient = cast(Awaited, client).inner
        return cast(Player, Awaited(AsyncPlayer(inner, keep), self))

    def log_in(
        self, client: Client, name: str, scopes: Sequence[str], show: Callable[[DeviceCode], None], sleep: Sleep
    ) -> str:
        inner: AsyncClient = cast(Awaited, client).inner
        return self.run(log_in_async(inner, name, scopes, show, sleep=_awaited(sleep)))

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()


class Awaited:
    """Stands for a client or player that awaits, and has its methods as if they blocked."""

    def __init__(self, inner: Any, loops: Awaiting) -> None:
        self.inner, self._loops = inner, loops

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.inner, name)
        if isinstance(found, AsyncClient):
            return Awaited(found, self._loops)
        if not inspect.ismethod(found):
            return found

        def called(*arguments: Any, **named: Any) -> Any:
            if "sleep" in named:
                named["sleep"] = _awaited(named["sleep"])
            answer = found(*arguments, **named)
            return self._iterated(answer) if inspect.isasyncgen(answer) else self._loops.run(answer)

        return called

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._loops.run(self.inner.close())

    def _iterated(self, events: AsyncIterator[Any]) -> Iterator[Any]:
        try:
            while True:
                try:
                    yield self._loops.run(cast(Coroutine[Any, Any, Any], anext(events)))
                except StopAsyncIteration:
                    return
        finally:
            self._loops.run(cast(Any, events).aclose())


def _awaited(sleep: Sleep) -> Callable[[float], Coroutine[Any, Any, None]]:
    async def slept(seconds: float) -> None:
        sleep(seconds)

    return slept
