"""Mutations of a log by whoever holds the signing key: any entry, any member, chained and signed anew from there on.

Every mutation says of itself what it touched (type of entry, member, operator), so that a verdict of PASS can be held against
the page's list of what cannot be proved. The same seed gives the same mutations on every machine.
"""

import copy
import hashlib
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import nacl.signing
import pytest

from engine.contract import Json
from engine.match.step import Step
from engine.protocol import seal
from engine.protocol.canon import LARGEST, NotCanonical, b64, canonical, tagged_hash
from engine.protocol.log import FIRST_HEAD, EntryTooLong, milliseconds, timestamp

Entries = list[Any]
KEY = nacl.signing.SigningKey(hashlib.sha256(b"key").digest())
"""The true key of the server of :mod:`tests.engine.playing`."""
MUCH = 20_000
"""How many times something is repeated to make it huge."""


@dataclass(frozen=True)
class Mutation:
    """One mutated log. ``member`` is a JSON pointer into the body with ``*`` for places, empty for the entry as a whole."""

    kind: str
    member: str
    operator: str
    export: bytes


def signed(match: str, entries: Sequence[Any], honest: Sequence[bytes] = ()) -> bytes:
    """Return the export of these entries: honest lines as long as they are the same, then chained and signed anew."""
    lines, head = [], FIRST_HEAD
    for place, entry in enumerate(entries):
        head = tagged_hash("siegelpost/log/v1", head, canonical(entry, depth=40))
        n = entry["n"] if type(entry.get("n")) is int and entry["n"] >= 0 else place + 1
        line = honest[place] if place < len(honest) else b""
        if b64(head).encode() not in line:
            honest = ()
            sig = b64(KEY.sign(seal.head_bytes(match, n, head)).signature)
            line = canonical({"entry": entry, "head": b64(head), "sig": sig}, depth=42) + b"\n"
        lines.append(line)
    return b"".join(lines)


def told_anew(match: str, entries: Entries, change: Callable[[Entries], None]) -> bytes:
    """Return the log as the owner of the key would tell it: the entries changed, numbered, chained and signed anew."""
    entries = copy.deepcopy(entries)
    change(entries)
    for number, entry in enumerate(entries, start=1):
        entry["n"] = number
    return signed(match, entries)


def entries_in(export: bytes) -> Entries:
    """Return the entries of an exported log."""
    return [json.loads(line)["entry"] for line in export.splitlines()]


def mutations(export: bytes, entries: Entries, seed: int) -> Iterator[Mutation]:
    """Yield mutations without end: every type of entry comes equally often, then every member of it."""
    rng, honest = random.Random(seed), export.splitlines(keepends=True)
    kinds = sorted({entry["type"] for entry in entries})
    match = entries[0]["body"]["match"]
    while True:
        kind = rng.choice(kinds)
        place = rng.choice([place for place, entry in enumerate(entries) if entry["type"] == kind])
        if rng.random() < 0.3:
            made = _of_entries(rng, entries, place)
        else:
            made = _of_member(rng, entries, place)
        if repr(made[2]) == repr(entries):
            continue
        member, operator, changed = made
        try:
            yield Mutation(kind, member, operator, signed(match, changed, honest))
        except NotCanonical:  # what has no canonical bytes cannot be signed: other tests send it
            continue


def retold(entries: Entries, play: Callable[[], bytes], seed: int) -> Iterator[Mutation]:
    """Yield logs that were mutated while they were written: all that follows, seals and states too, fits the mutated entry.

    ``play`` plays the match of ``entries`` again and returns its export.
    """
    rng = random.Random(seed)
    kinds = sorted({entry["type"] for entry in entries})
    write = Step.write
    while True:
        kind = rng.choice(kinds)
        place = rng.choice([place for place, entry in enumerate(entries) if entry["type"] == kind])
        member, operator, bodies = _rewritten(rng, entries, place)
        if repr(bodies) == repr([(kind, entries[place]["body"])]):
            continue
        done: list[int] = []

        def bent(step: Step, kind: str, body: dict[str, Any]) -> None:
            if step.n != place or done:  # noqa: B023
                write(step, kind, body)
                return
            done.append(step.n)  # noqa: B023
            for told, changed in bodies:  # noqa: B023
                write(step, told, changed)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Step, "write", bent)
            try:
                export = play()
            except (NotCanonical, EntryTooLong):
                continue
        yield Mutation(kind, member, operator, export)


def _rewritten(rng: random.Random, entries: Entries, place: int) -> tuple[str, str, list[tuple[str, dict[str, Any]]]]:
    """Return what is written instead of an entry: nothing, itself twice, something before it, or it with another member."""
    entry = entries[place]
    honest = (entry["type"], entry["body"])
    operator = rng.choice(("drop", "double", "insert", "member", "member", "member"))
    if operator == "drop":
        return "", operator, []
    if operator == "double":
        return "", operator, [honest, honest]
    if operator == "insert":
        kind = rng.choice(INSERTED)
        return "", f"insert {kind}", [(kind, _invented(kind, entries, rng)), honest]
    member, operator, changed = _of_member(rng, entries, place)
    return member, operator, [(entry["type"], changed[place]["body"])]


Made = tuple[str, str, Entries]
INSERTED = (
    "paused", "moderated", "absent", "rolled-back", "left", "extended", "said", "disclosed", "closed", "resigned", "answered",
)  # fmt: skip


def _of_entries(rng: random.Random, entries: Entries, place: int) -> Made:
    """Return the log with an entry as a whole dropped, doubled, moved, replaced, renamed, or at another time."""
    changed, numbered = copy.deepcopy(entries), rng.random() < 0.8
    entry, other = changed[place], rng.randrange(len(entries))
    operator = rng.choice(
        ("drop", "double", "swap", "move", "cut", "close", "type", "at", "body", "insert", "n", "members")
    )
    if operator == "drop":
        del changed[place]
    elif operator == "double":
        changed.insert(rng.choice((place + 1, other)), copy.deepcopy(entry))
    elif operator == "swap":
        after = min(place + 1, len(changed) - 1)
        changed[place], changed[after] = changed[after], changed[place]
    elif operator == "move":
        changed.insert(other, changed.pop(place))
    elif operator == "cut":
        del changed[place:]
    elif operator == "close":
        changed[place:] = [{**copy.deepcopy(entries[-1]), "at": entry["at"]}]
        body = changed[place]["body"]
        body["reason"] = rng.choice(("finished", "resigned", "cancelled", "expired", "bored"))
        seats = entries[0]["body"]["seats"]
        resigned = {"reason": body["reason"], "scores": [0] * seats, "winners": [rng.randrange(seats)]}
        body["outcome"] = rng.choice((None, resigned, body["outcome"]))
    elif operator == "type":
        entry["type"] = rng.choice(
            ("paused", "moderated", "rolled-back", "wished", "", *{one["type"] for one in entries})
        )
    elif operator == "at":
        entry["at"] = rng.choice((_moved(entry["at"], rng), entries[other]["at"], "soon", 7, None))
    elif operator == "body":
        entry["body"] = copy.deepcopy(rng.choice((entries[other]["body"], {}, [], None)))
    elif operator == "insert":
        kind = rng.choice(INSERTED)
        operator = f"insert {kind}"
        changed.insert(place, {"at": entry["at"], "body": _invented(kind, entries, rng), "n": 0, "type": kind})
    elif operator == "n":
        entry["n"], numbered = rng.choice((0, -1, True, LARGEST, entry["n"] + 1, "1")), False
    else:
        entry["note"] = "more"
    if numbered:
        for number, one in enumerate(changed, start=1):
            one["n"] = number
    return "", operator, changed


def _invented(kind: str, entries: Entries, rng: random.Random) -> Json:
    decisions = [one["body"]["decision"] for one in entries if one["type"] == "opened"] or ["r1.choose"]
    end = _moved(entries[-1]["at"], rng)
    return {
        "left": {"seat": 0},
        "extended": {
            "by": "server",
            "deadline": end,
            "decision": rng.choice(decisions),
            "opening_deadline": end,
            "lost": [],
        },
        "said": {"channel": "r1.confer.0", "from": 0, "text": "sm1_" + b64(rng.randbytes(32)), "to": [2]},
        "disclosed": {"messages": []},
        "resigned": {"received": entries[-1]["at"], "seat": 0},
        "answered": {"answers": [[rng.choice(decisions), 0, "lapsed", 1, entries[-1]["at"]]]},
        "closed": entries[-1]["body"],
    }.get(kind, {"by": "moderator", "who": 0, "why": "because"})


def _of_member(rng: random.Random, entries: Entries, place: int) -> Made:
    """Return the log with one member of a body deleted, added, changed, swapped, doubled, turned round, cut or made huge."""
    changed = copy.deepcopy(entries)
    body = changed[place]["body"]
    paths = sorted(_paths(body), key=repr)
    by_pattern: dict[str, list[tuple[Any, ...]]] = {}
    for path in paths:
        by_pattern.setdefault(_pattern(path), []).append(path)
    pattern = rng.choice(sorted(by_pattern))
    path = rng.choice(by_pattern[pattern])
    holder = body
    for step in path[:-1]:
        holder = holder[step]
    last, value = path[-1], holder[path[-1]]
    operator, change = rng.choice([one for one in OPERATORS.items() if one[1][0](value, holder)])
    if operator == "delete":
        del holder[last]
    elif operator == "add":
        value["note"] = rng.choice((1, "more", None))
    elif operator == "swap":
        _swap(holder, last, rng)
    elif operator == "borrow":
        found = [_at(one["body"], other) for one in entries if one["type"] == changed[place]["type"]
                 for other in _paths(one["body"]) if _pattern(other) == pattern]  # fmt: skip
        holder[last] = copy.deepcopy(rng.choice(found))
    else:
        holder[last] = change[1](value, rng)
    return pattern, operator, changed


Fits = Callable[[Any, Any], bool]
New = Callable[[Any, random.Random], Any]


def _moved(at: str, rng: random.Random) -> str:
    try:
        return timestamp(milliseconds(at) + rng.choice((-86_400_000, -3_600_000, -1, 1, 500, 60_000, 86_400_000)))
    except ValueError:
        return at


def _other_text(value: str, rng: random.Random) -> str:
    if value.endswith("Z") and value[:2] == "20":
        return _moved(value, rng)
    place = rng.randrange(len(value) + 1)
    return rng.choice((
        value[:place] + rng.choice("aA0_-é/ \x1b") + value[place + 1 :], value[::-1], value.upper(), value + "x", "",
        value[:4] + b64(rng.randbytes(32)), b64(rng.randbytes(32)),
    ))  # fmt: skip


def _other_number(value: int, rng: random.Random) -> int:
    return rng.choice((value + 1, value - 1, -value, 0, 10**12, LARGEST, -LARGEST, 2**31, 2**32))


OPERATORS: dict[str, tuple[Fits, New]] = {
    "delete": (lambda value, holder: True, lambda value, rng: None),
    "add": (lambda value, holder: isinstance(value, dict), lambda value, rng: None),
    "swap": (lambda value, holder: len(holder) > 1, lambda value, rng: None),
    "borrow": (lambda value, holder: True, lambda value, rng: None),
    "type": (
        lambda value, holder: True,
        lambda value, rng: rng.choice((None, True, False, 0, 1, -1, "", "x", [], {}, [value], {"x": value}, str(value)[:50])),
    ),
    "text": (lambda value, holder: isinstance(value, str), _other_text),
    "number": (lambda value, holder: type(value) is int, _other_number),
    "flip": (lambda value, holder: type(value) is bool, lambda value, rng: not value),
    "double": (
        lambda value, holder: isinstance(value, list) and bool(value),
        lambda value, rng: [*value, copy.deepcopy(rng.choice(value))],
    ),
    "reverse": (lambda value, holder: isinstance(value, list) and len(value) > 1, lambda value, rng: value[::-1]),
    "cut": (
        lambda value, holder: isinstance(value, (list, str)) and bool(value),
        lambda value, rng: value[: rng.randrange(len(value))],
    ),
    "huge": (
        lambda value, holder: isinstance(value, (list, str)) and bool(value),
        lambda value, rng: value[:1] * MUCH,
    ),
    "deep": (lambda value, holder: True, lambda value, rng: _nested(rng.choice((7, 20, 35)))),
}  # fmt: skip
"""What is done to one value, and to which it can be done."""


def _nested(depth: int) -> Any:
    return [] if depth == 0 else [_nested(depth - 1)]


def _swap(holder: Any, one: Any, rng: random.Random) -> None:
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    other = rng.choice([key for key in keys if key != one])
    holder[one], holder[other] = holder[other], holder[one]


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in items:
        yield from _paths(item, (*path, name))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


def _pattern(path: tuple[Any, ...]) -> str:
    return "".join("/*" if isinstance(step, int) else f"/{step}" for step in path)
