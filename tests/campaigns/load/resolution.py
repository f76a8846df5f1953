"""How long after the last answer a table went on, and how long after a deadline: as the logs of the matches say it.

The log's times are the server's own, so neither this machine's clock nor the way to it is in the figures.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass
class Resolutions:
    """Seconds, one for each decision that ended: ``after_answers`` where everybody had answered, ``after_deadlines`` else."""

    after_answers: list[float] = field(default_factory=list)
    after_deadlines: list[float] = field(default_factory=list)

    def read(self, lines: Iterable[Mapping[str, Any]]) -> None:
        """Add what the log of one match says."""
        deadlines: dict[str, datetime] = {}
        for line in lines:
            entry = line["entry"]
            body, at = entry["body"], datetime.fromisoformat(entry["at"])
            if entry["type"] in ("opened", "extended") and body["deadline"] is not None:
                deadlines[body["decision"]] = datetime.fromisoformat(body["deadline"])
            elif entry["type"] == "resolved":
                deadline = deadlines.get(body["decision"])
                received = [datetime.fromisoformat(one["received"]) for one in body["moves"] if one["received"]]
                if deadline is not None and at >= deadline:
                    self.after_deadlines.append((at - deadline).total_seconds())
                elif received and len(received) == len(body["moves"]):
                    self.after_answers.append((at - max(received)).total_seconds())
