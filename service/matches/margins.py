"""An account's own notes about a match: how far it has read, a note, and kinds of news that it does not want.

None of it is in the log, and no other account can read it. It goes with the account, and is in its export.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from service.context import Context
from service.notifications.kinds import switchable
from service.notifications.planning import MUTED_KINDS as MUTED
from service.store.records import Account

VISIT = 30 * 60_000
"""Who looks at a table again so soon (ms) goes on with the same visit."""
LONGEST_NOTE = 2000
MOST_NOTES, MOST_READ, MOST_MUTED = 200, 500, 100
"""The most matches with notes, with a place up to which they were read (the oldest go first), and with muted kinds."""
NOTE, READ = "note", "read"


class Full(Exception):
    """An account has as many notes, or matches with muted kinds, as it may have."""


class Reading(NamedTuple):
    """Reading position in a match: the last entry shown, the last one that had been read before that visit, and when (ms)."""

    n: int = 0
    before: int = 0
    at: int = 0


class Margin(NamedTuple):
    """An account's own notes about a match. ``seen`` is the last entry that it had read before this visit, 0 for the first."""

    seen: int
    note: str
    muted: Sequence[str]


def margin_of(context: Context, account: Account, match: str) -> Margin:
    """Return what an account keeps about a match."""
    kept = context.store.margin(account.id, [f"{READ} {match}", f"{NOTE} {match}"])
    read = _reading(kept.get(f"{READ} {match}"))
    # On the first visit nothing was missed; what came since is new.
    same = read.before and context.store.now() - read.at < VISIT
    return Margin(read.before if same else read.n, kept.get(f"{NOTE} {match}", ""), muted_at(account, match))


def keeps_any(context: Context, account: Account, match: str) -> bool:
    """Return whether an account keeps anything about a match."""
    return bool(context.store.margin(account.id, [f"{READ} {match}", f"{NOTE} {match}"]) or muted_at(account, match))


def mark_read(context: Context, account: str, match: str, n: int, before: int) -> None:
    """Remember how far an account has read; of two pages, the one that has read further counts."""
    field = f"{READ} {match}"
    kept = context.store.margin(account, [field])
    read = Reading(max(n, _reading(kept.get(field)).n), before, context.store.now())
    stale: list[str] = []
    if not kept:
        others = {name: _reading(said) for name, said in context.store.margins_of(account).items() if name[:4] == READ}
        stale = sorted(others, key=lambda name: others[name].at)[: max(0, len(others) + 1 - MOST_READ)]
    context.store.keep_margin(account, {field: " ".join(map(str, read)), **dict.fromkeys(stale)})


def keep_note(context: Context, account: str, match: str, note: str) -> None:
    """Keep a note about a match; an empty one is deleted. :raises Full: too many notes."""
    field = f"{NOTE} {match}"
    if note:
        others = [one for one in context.store.margins_of(account) if one.startswith(f"{NOTE} ") and one != field]
        if len(others) >= MOST_NOTES:
            raise Full(f"you have notes about {MOST_NOTES} matches, the most there can be: delete one first")
    context.store.keep_margin(account, {field: note or None})


def muted_at(account: Account, match: str) -> Sequence[str]:
    """Return the kinds of news that an account does not want about a match."""
    by_match: Mapping[str, Sequence[str]] = account.prefs.get(MUTED, {})
    return by_match.get(match, ())


def mute(context: Context, account: str, match: str, kinds: Sequence[str]) -> None:
    """Keep news of these kinds about a match from an account, by any channel; send others again.

    :raises Full: too many matches.
    """
    wanted = [one for one in switchable() if one in kinds]

    def change(before: Account) -> dict[str, Any]:
        muted = {one: named for one, named in before.prefs.get(MUTED, {}).items() if one != match}
        if wanted and len(muted) >= MOST_MUTED:
            raise Full(f"you have muted news about {MOST_MUTED} matches, the most there can be: unmute another first")
        return {**before.prefs, MUTED: {**muted, match: wanted} if wanted else muted}

    context.store.change_prefs(account, change)


def exported_margins(kept: Mapping[str, str], account: Account) -> list[dict[str, Any]]:
    """Return all of it for an account's export, by match.

    :param kept: as the store keeps it.
    """
    muted: Mapping[str, Sequence[str]] = account.prefs.get(MUTED, {})
    matches = sorted({field.partition(" ")[2] for field in kept} | set(muted))
    return [
        {
            "match": one,
            "seen": _reading(kept.get(f"{READ} {one}")).n,
            "note": kept.get(f"{NOTE} {one}", ""),
            "muted": list(muted.get(one, ())),
        }
        for one in matches
    ]


def _reading(said: str | None) -> Reading:
    parts = (said or "").split(" ")
    return (
        Reading(*map(int, parts)) if len(parts) == len(Reading._fields) and all(map(str.isdigit, parts)) else Reading()
    )
