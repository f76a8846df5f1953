"""Readers of streams: connections that show their events one by one, and come back where they were."""

import http.client
import json
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

from tests.given.published_document import check_event

SSE, NDJSON = "text/event-stream", "application/x-ndjson"
PATIENCE = 60.0


class Seen(NamedTuple):
    """An event as a stream showed it."""

    id: str
    type: str
    said: Any


class Reader:
    """One connection to a stream. Its end, in the middle of an event or not, ends the iteration."""

    def __init__(
        self, url: str, path: str, token: str | None = None, *, media: str = SSE, last: str = "", session: str = ""
    ) -> None:
        where = urlsplit(url)
        self._line = http.client.HTTPConnection(str(where.hostname), where.port, timeout=PATIENCE)
        headers = {"Accept": media}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if last:
            headers["Last-Event-ID"] = last
        if session:
            headers |= {"Cookie": f"siegelpost={session}", "Siegelpost-Page": "1"}
        self._line.request("GET", path, headers=headers)
        self.answer = self._line.getresponse()
        self._media = media
        self._component = "AccountEvent" if path.startswith("/v1/me/events") else "FeedEvent"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.answer.close()
        self._line.close()

    def line(self) -> str | None:
        """Return the next line; ``None`` at the end."""
        try:
            read = self.answer.readline()
        except (OSError, http.client.HTTPException):
            return None
        return read.decode() if read.endswith(b"\n") else None

    def next(self) -> Seen | None:
        """Return the next event; ``None`` at the end."""
        fields: dict[str, str] = {}
        while (line := self.line()) is not None:
            text = line.rstrip("\n")
            if self._media == NDJSON:
                if text:
                    said = self._checked(text)
                    return Seen(said.get("cursor", said.get("id", "")), "message", said)
            elif text:
                name, _, value = text.partition(":")
                fields[name] = value.removeprefix(" ")
            elif "data" in fields:
                return Seen(
                    fields.get("id", ""),
                    fields.get("event", "message"),
                    self._checked(fields["data"], fields.get("event", "")),
                )
            else:
                fields = {}
        return None

    def _checked(self, text: str, kind: str = "") -> Any:
        """Return an event that is what the document says; a problem, with which a stream ends, is none."""
        event = json.loads(text)
        if kind != "problem":
            check_event(event, self._component)
        return event

    def take(self, count: int) -> list[Seen]:
        """Return so many events; fewer if the stream ends."""
        found: list[Seen] = []
        while len(found) < count and (one := self.next()) is not None:
            found.append(one)
        return found
