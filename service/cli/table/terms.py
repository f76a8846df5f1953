"""The first entry of a match's log, compared with the request: a match has the terms that its owner asked for, or none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.contract import BadOptions
from engine.protocol.canon import same
from engine.registry import UnknownRules, game

Json = Mapping[str, Any]


def contradiction(created: Json, wish: Json) -> str | None:
    """Return the member of ``created`` that differs from the request, or None.

    The server may choose what the request left open; options are compared after the rules have completed them, if the
    rules are known here.
    """
    expected: dict[str, Any] = {
        "seats": wish.get("seats", 2),
        "custody": wish.get("custody", "any"),
        "rules": wish["rules"],
        "entropy": wish.get("entropy", "optional"),
    }
    found = {name: created[name] for name in expected}
    if "@" not in wish["rules"]:
        found["rules"] = created["rules"].partition("@")[0]
    if "hold_seconds" in wish:
        expected["hold_seconds"], found["hold_seconds"] = wish["hold_seconds"], created.get("hold_seconds", 0)
    for name, value in expected.items():
        if not same(found[name], value):
            return name
    agrees = {
        "absence": "absence" not in wish or _agrees(created.get("absence"), wish["absence"]),
        "extensions": "extensions" not in wish or _agrees(created.get("extensions"), wish["extensions"]),
        "pauses": "pauses" not in wish or _agrees(created.get("pauses"), wish["pauses"]),
        "time_requests": "time_requests" not in wish or _agrees(created.get("time_requests"), wish["time_requests"]),
        "nights": wish.get("nights") in (None, created.get("nights", "ignored")),
        "vacation": wish.get("vacation") in (None, created.get("vacation", "plays-on")),
        "pace": _has(created["pace"], wish.get("pace", {})),
        "options": _options_agree(created, wish.get("options", {}), expected["seats"]),
    }
    return next((name for name, holds in agrees.items() if not holds), None)


def otherwise_shown(created: Json, shown: Json) -> str | None:
    """Return the member of ``created`` that differs from what the server shows of the match, or None."""
    expected = {name: shown.get(name) for name in ("match", "rules", "options", "pace", "custody")}
    expected |= {"seats": len(shown["seats"]), "hold_seconds": shown.get("hold_seconds")}
    found = {
        "hold_seconds": 0,
        "absence": None,
        "extensions": None,
        "nights": "ignored",
        "operator_extensions": None,
        "pauses": None,
        "time_requests": None,
        "vacation": "plays-on",
        **created,
    }
    absence: Json | None = shown.get("absence")
    expected["absence"] = None
    if absence is not None:
        agreed = {name: absence[name] for name in ("majority", "misses", "notice_seconds")}
        if absence.get("handing"):
            agreed["handing"] = absence["handing"]
        expected["absence"] = {**agreed, **({"substitutes": True} if absence.get("people") else {})}
    extensions = shown.get("extensions")
    expected["extensions"] = extensions and {name: extensions[name] for name in ("seconds", "times")}
    pauses = shown.get("pauses")
    expected["pauses"] = pauses and {name: pauses[name] for name in ("majority", "seconds")}
    requests = shown.get("time_requests")
    expected["time_requests"] = requests and {name: requests[name] for name in ("majority", "seconds")}
    operator = shown.get("operator_extensions")
    expected["operator_extensions"] = operator and {name: operator[name] for name in ("seconds", "times")}
    expected["nights"] = shown.get("nights", "ignored")
    expected["vacation"] = shown.get("vacation", "plays-on")
    expected["entropy"] = shown.get("entropy")
    return next((name for name, value in expected.items() if not same(found[name], value)), None)


def _agrees(found: Json | None, wanted: Json | None) -> bool:
    return found is None if wanted is None else found is not None and _has(found, wanted)


def _has(found: Json, wanted: Json) -> bool:
    return all(name in found and same(found[name], value) for name, value in wanted.items())


def _options_agree(created: Json, wanted: Json, seats: int) -> bool:
    try:
        return same(created["options"], game(created["rules"]).options(dict(wanted), seats))
    except (UnknownRules, BadOptions):
        return _has(created["options"], wanted)
