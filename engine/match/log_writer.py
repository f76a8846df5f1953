"""Writing the log of a match: entries, and what they change at the table.

The base of a step (:mod:`engine.match.step`), and all of it that agreements need: each of them (pauses, more time, people who
stay away ...) writes its own entries and keeps its own record at the table.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.contract import Json
from engine.match.table import Standing, Table
from engine.protocol.bodies import Lost
from engine.protocol.canon import canonical, unb64
from engine.protocol.log import Entry, line_around, next_head_of, timestamp


class LogWriter:
    """A log that entries are appended to, and the table that goes with it. Arguments are never changed.

    ``n`` and ``head`` are those of the last entry, ``at`` is the time of what is written now (ms); ``lines`` are the new export
    lines of ``entries``.
    """

    def __init__(self, table: Table, *, n: int, head: str, at: int, sign: Callable[[int, bytes], bytes]) -> None:
        self.table: Table = {**table, "standing": list(table["standing"]), "marks": list(table["marks"])}
        self.n = n
        self.head = unb64(head)
        self.at = at
        self._sign = sign
        self.lines: list[bytes] = []
        self.entries: list[Entry] = []

    def write(self, kind: str, body: dict[str, Any]) -> None:
        """Append one entry to the log.

        :raises EntryTooLong: for one that no verifier would read; nothing is appended then.
        """
        n = self.n + 1
        entry = Entry(n=n, at=timestamp(self.at), type=kind, body=body)
        written = canonical(entry)
        head = next_head_of(self.head, written)
        line = line_around(entry, written, head, self._sign(n, head))
        self.n, self.head = n, head
        self.entries.append(entry)
        self.lines.append(line)

    def extend(
        self, standing: Standing, by: int, lost: Sequence[Lost] = (), said: Mapping[str, Json] | None = None
    ) -> None:
        """Write ``extended``: the time given to a decision's seats is moved by so many milliseconds.

        Before the lock this is the decision's deadline; after it, the deadline for openings. ``lost`` are the
        times that this gives back; ``said`` is by whom it is moved, where it is not the server.
        """
        if standing["deadline"] is None:
            return
        body: dict[str, Any] = {"by": "server", "decision": standing["id"], **(said or {})}
        if said is None:
            body["lost"] = list(lost)
        if standing["phase"] == "opening":
            ends = (standing["opening_ends"] or self.at) + by
            changes: dict[str, Any] = {"opening_ends": ends}
            body |= {"deadline": timestamp(standing["deadline"]), "opening_deadline": timestamp(ends)}
        else:
            deadline = standing["deadline"] + by
            changes = {"deadline": deadline}
            body["deadline"] = timestamp(deadline)
            if standing["sealed"]:
                body["opening_deadline"] = timestamp(deadline + standing["opening_period"])
        self.write("extended", body)
        self._replace(standing["id"], **changes)

    def remind(self, standing: Standing, now: int) -> None:
        """Record that the decision's reminders due by ``now`` (ms) have gone out."""
        self._replace(standing["id"], reminded=now)

    def note_stopped(self, decision: str, until: int) -> None:
        """Note until when (ms) the decision's clock has stopped for a vacation."""
        self._replace(decision, stopped_until=until)

    def note_asked(self, decision: str, asked: bool = True) -> None:
        """Record that the seats have been told of the waiting decision, or must be told again."""
        self._replace(decision, asked=asked)

    def _replace(self, decision: str, **changes: Any) -> None:
        self.table["standing"] = [
            {**one, **changes} if one["id"] == decision else one  # type: ignore[typeddict-item]
            for one in self.table["standing"]
        ]
