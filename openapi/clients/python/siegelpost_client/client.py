"""The two clients: :class:`Client` blocks, :class:`AsyncClient` awaits; both have a method for every operation of the API."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from typing import Any, Self, TypeVar, cast

import httpx

from siegelpost_client.async_operations import AsyncOperations
from siegelpost_client.operations import Operations
from siegelpost_client.wire import (
    LONGEST_ANSWER,
    PATIENCE,
    Answer,
    Ask,
    Lost,
    NoStream,
    Pause,
    Refused,
    Request,
    Server,
    Unreachable,
    Work,
    conversation,
    problem_of,
    request_of,
)

T = TypeVar("T")
CONNECT_TIMEOUT = 10.0
AGENT = "siegelpost-client"


@cache
def trusted() -> ssl.SSLContext:
    """Return whose certificates are trusted; reading them takes longer than a request, so all clients of a program share it."""
    return httpx.create_ssl_context()


class Client(Operations):
    """Calls one server and waits for its answers.

    :param server: its address, such as ``https://siegelpost.example``.
    :param token: what ``Authorization: Bearer`` carries; ``None`` for what anybody may ask.
    :param patience: how long one call may go on retrying, in seconds.
    :param agent: the name of your program.
    :param http: your own ``httpx.Client``, for proxies and certificates; redirects stay off for every request.
    """

    def __init__(
        self,
        server: str,
        token: str | None = None,
        *,
        patience: float = PATIENCE,
        agent: str = AGENT,
        http: httpx.Client | None = None,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._known, self.token = Server(server), token
        self._http = http or httpx.Client(verify=trusted())
        self._patience, self._agent, self._sleep, self._clock = patience, agent, sleep, clock

    @property
    def server(self) -> str:
        """The server's address, without a slash at its end."""
        return self._known.address

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def send(self, ask: Ask[T]) -> T:
        """Return what an operation answers; :raises Refused, Unreachable: see :func:`siegelpost_client.wire.conversation`."""
        return cast(T, self.call(ask).read(ask.reading))

    def call(self, ask: Ask[Any]) -> Answer:
        """Return the whole answer, with status and headers."""
        steps = conversation(
            self._known, self.token, ask, agent=self._agent, patience=self._patience, clock=self._clock
        )
        try:
            step = next(steps)
            while True:
                if isinstance(step, Pause):
                    self._sleep(step.seconds)
                    step = next(steps)
                elif isinstance(step, Work):
                    step = steps.send(step.proof())
                else:
                    step = steps.send(self._once(step))
        except StopIteration as end:
            return cast(Answer, end.value)

    @contextmanager
    def lines(self, ask: Ask[Any]) -> Iterator[Iterator[str]]:
        """Open a stream and give its lines. It is not tried again here: :mod:`siegelpost_client.following` resumes it."""
        try:
            response = self._http.send(self._built(first_request(self, ask)), stream=True, auth=None)
            try:
                if response.status_code != 200:
                    response.read()
                yield _streaming(response).iter_lines()
            finally:
                response.close()
        except httpx.TransportError as error:
            raise Unreachable(f"{self.server}: the stream ended ({type(error).__name__})") from error

    def _built(self, request: Request) -> httpx.Request:
        return self._http.build_request(
            request.method,
            request.url,
            params=dict(request.query) or None,
            headers=dict(request.headers),
            content=request.content,
            data=request.form,
            timeout=httpx.Timeout(request.timeout, connect=CONNECT_TIMEOUT),
        )

    def _once(self, request: Request) -> Answer | Lost:
        try:
            response = self._http.send(self._built(request), stream=True, auth=None, follow_redirects=False)
            try:
                body = bytearray()
                for piece in response.iter_bytes(1 << 16):
                    body += _bounded(request, body, piece)
            finally:
                response.close()
        except httpx.TransportError as error:
            return Lost(type(error).__name__)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unreachable(f"{request.url}: {error}") from error
        return _answer(response, bytes(body))


class AsyncClient(AsyncOperations):
    """Like :class:`Client`, for programs that run on ``asyncio``."""

    def __init__(
        self,
        server: str,
        token: str | None = None,
        *,
        patience: float = PATIENCE,
        agent: str = AGENT,
        http: httpx.AsyncClient | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._known, self.token = Server(server), token
        self._http = http or httpx.AsyncClient(verify=trusted())
        self._patience, self._agent, self._sleep, self._clock = patience, agent, sleep, clock

    @property
    def server(self) -> str:
        """The server's address, without a slash at its end."""
        return self._known.address

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def send(self, ask: Ask[T]) -> T:
        """Return what an operation answers; :raises Refused, Unreachable: see :func:`siegelpost_client.wire.conversation`."""
        return cast(T, (await self.call(ask)).read(ask.reading))

    async def call(self, ask: Ask[Any]) -> Answer:
        """Return the whole answer, with status and headers."""
        steps = conversation(
            self._known, self.token, ask, agent=self._agent, patience=self._patience, clock=self._clock
        )
        try:
            step = next(steps)
            while True:
                if isinstance(step, Pause):
                    await self._sleep(step.seconds)
                    step = next(steps)
                elif isinstance(step, Work):
                    step = steps.send(await asyncio.to_thread(step.proof))
                else:
                    step = steps.send(await self._once(step))
        except StopIteration as end:
            return cast(Answer, end.value)

    @asynccontextmanager
    async def lines(self, ask: Ask[Any]) -> AsyncIterator[AsyncIterator[str]]:
        """Open a stream and give its lines; see :meth:`Client.lines`."""
        try:
            response = await self._http.send(self._built(first_request(self, ask)), stream=True, auth=None)
            try:
                if response.status_code != 200:
                    await response.aread()
                yield _streaming(response).aiter_lines()
            finally:
                await response.aclose()
        except httpx.TransportError as error:
            raise Unreachable(f"{self.server}: the stream ended ({type(error).__name__})") from error

    def _built(self, request: Request) -> httpx.Request:
        return self._http.build_request(
            request.method,
            request.url,
            params=dict(request.query) or None,
            headers=dict(request.headers),
            content=request.content,
            data=request.form,
            timeout=httpx.Timeout(request.timeout, connect=CONNECT_TIMEOUT),
        )

    async def _once(self, request: Request) -> Answer | Lost:
        try:
            response = await self._http.send(self._built(request), stream=True, auth=None, follow_redirects=False)
            try:
                body = bytearray()
                async for piece in response.aiter_bytes(1 << 16):
                    body += _bounded(request, body, piece)
            finally:
                await response.aclose()
        except httpx.TransportError as error:
            return Lost(type(error).__name__)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unreachable(f"{request.url}: {error}") from error
        return _answer(response, bytes(body))


def first_request(client: Client | AsyncClient, ask: Ask[Any]) -> Request:
    """Return what a call sends first."""
    return request_of(client.server, client.token, ask, AGENT)


def _bounded(request: Request, body: bytearray, piece: bytes) -> bytes:
    if len(body) + len(piece) > LONGEST_ANSWER:
        raise Unreachable(f"{request.url} answers without end: is this a Siegelpost?")
    return piece


def _answer(response: httpx.Response, body: bytes) -> Answer:
    links = {str(name): str(link["url"]) for name, link in response.links.items()}
    return Answer(response.status_code, dict(response.headers), body, links)


def _streaming(response: httpx.Response) -> httpx.Response:
    """Return an answer that streams; :raises Refused, Unreachable: for anything else."""
    if response.status_code != 200:
        answer = _answer(response, response.content)
        raise Refused(answer.status, problem_of(answer))
    if not response.headers.get("content-type", "").startswith("application/x-ndjson"):
        raise NoStream(f"{response.url} does not stream")
    return response


__all__ = ["AsyncClient", "Client"]
