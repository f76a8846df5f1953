"""Check that a stored match is one whole step, and that no crash of the store tore the last one in two. Pure.

A script's writes reach the disk as one transaction. A server that keeps half of one (see :mod:`service.store.disk.append_only`)
leaves facts that no whole step leaves side by side.

Bytes that are no JSON are damage of the same kind. A record of another shape is none: another version may have written it,
and its reader says that it cannot be read (:class:`service.store.errors.Unreadable`), which is tried again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.match.asking import phase_for_acts
from engine.match.table import Table
from service.store.matches.packing import unpack
from service.store.values.encoding import decode
from service.store.values.reading import READING, text


def torn(match: str, facts: Sequence[Any], news: Iterable[bytes] = ()) -> str | None:
    """Return what does not agree in a match, in words; ``None`` when everything does.

    :param facts: the answer of the script ``inspect``.
    :param news: the match's waiting news as it is stored.
    """
    try:
        return _torn(match, facts, news) if facts else None
    except ValueError as error:
        return f"unreadable: {type(error).__name__}"
    except READING:
        return None


def _torn(match: str, facts: Sequence[Any], news: Iterable[bytes]) -> str | None:
    n, version, head, status = (text(fact) for fact in facts[:4])
    whole, length = text(facts[5] or b""), int(facts[6])
    if length != int(n):
        return f"n is {n}, the log has {length} entries"
    if whole != f"{n}:{version}":
        return f"n:av is {n}:{version}, the last whole step or act left {whole or 'nothing'}"
    table, last = (unpack(facts[place], match) for place in (4, 7))
    return _log(int(n), head, last) or _table(status, decode(table), facts[8:]) or _news(int(n), news)


def _log(n: int, head: str, last: bytes) -> str | None:
    line = decode(last)
    found = line.get("entry", line)["n"]
    if found != n:
        return f"n is {n}, the last entry of the log says {found}"
    if line.get("head", head) != head:
        return "the head is not that of the log's last entry"
    return None


def _table(status: str, table: Table, decisions: Sequence[Any]) -> str | None:
    if table["status"] != status:
        return f"the status is {status}, the table says {table['status']}"
    stored = {text(decisions[i]): decode(decisions[i + 1])["phase"] for i in range(0, len(decisions), 2)}
    standing = {one["id"]: phase_for_acts(one, table) for one in table["standing"]}
    if stored != standing:
        shown, met = (
            ", ".join(f"{name} ({phase})" for name, phase in sorted(one.items())) for one in (standing, stored)
        )
        return f"the table shows decisions {shown or 'none'}; acts would meet {met or 'none'}"
    return None


def _news(n: int, news: Iterable[bytes]) -> str | None:
    ahead = max((int(decode(one)["n"]) for one in news), default=0)
    return f"n is {n}, news speak of entry {ahead}" if ahead > n else None


__all__ = ["torn"]
