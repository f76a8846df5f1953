"""Sentences about players' agreements beside the game (more time, pauses, absences), new keys and resignations.

They cover protocol sections 12.9 and 12.12 to 12.20, and appear in the story of a match and at the command line. They leave
times out, because a story is the same for readers in all time zones; the command line adds them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.contract import Language
from engine.kit.text.phrases import book_of
from engine.protocol.bodies import SEATED

ALIKE = frozenset(
    {"polled", "declined", "kept", "substituted", "returned", "requested", "paused", "resigned", "resumed"}
)
"""Entries that have one sentence, with the same name."""
CHOSEN: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "absent": lambda body: "missed",
    "voted": lambda body: f"voted-{body['choice']}",
    "volunteered": lambda body: "volunteered-back" if body["by"] is None else "volunteered",
    "handed": lambda body: f"handed-{body['choice']}",
    "extended": lambda body: f"extended-{body['by']}",
    "responded": lambda body: "granted" if body["grant"] else "refused",
    "rekeyed": lambda body: "rekeyed-lost" if "consents" in body else "rekeyed",
    "wished": lambda body: "wished" if body["pause"] else "wished-no-more",
}
"""Entries whose sentence depends on their content."""
TYPES = ALIKE | CHOSEN.keys()
"""Entries that may be about the table; most of a log is not."""
FACTS = ("absent", "by", "choice", "decision", "grant", "pause", "requester", "seat")
"""The members of an entry that clients get besides its type."""


def fact(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry about the table in the form for programs."""
    return {"type": entry["type"], **{name: entry["body"][name] for name in FACTS if name in entry["body"]}}


def told(entry: Mapping[str, Any], names: Sequence[str], after: Sequence[str], language: Language) -> str | None:
    """Return a log entry as a sentence about the table, or None if it is not about the table.

    :param names: by seat, what everybody was called before the entry.
    :param after: the same after it: a seat may have changed hands by it.
    """
    body = entry["body"]
    kind = kind_of(entry["type"], body)
    if kind is None:
        return None
    seat, other = people_in(body)
    if kind == "substituted" and seat is not None:
        name, others_name = after[seat], names[seat]
    else:
        name, others_name = ("" if one is None else names[one] for one in (seat, other))
    return book_of("service", language).say(f"acts.{kind}", name=name, other=others_name)


def kind_of(type_: str, body: Mapping[str, Any]) -> str | None:
    """Return the kind of sentence that tells an entry, or ``None`` if the entry is not about the table."""
    if type_ == "extended" and body["decision"] == SEATED:
        return None
    choose = CHOSEN.get(type_)
    if choose is not None:
        return choose(body)
    return type_ if type_ in ALIKE else None


def people_in(body: Mapping[str, Any]) -> tuple[int | None, int | None]:
    """Return the main seat of an entry, and the other seat in it: the one voted about, or that asked for time."""
    return body.get("seat"), body.get("absent", body.get("requester"))
