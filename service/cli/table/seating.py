"""The seat taken by this machine in a match: a check of the log before anything is done in it.

A dishonest server could seat a player without the player's random number or key, and act for the player or choose the
deal (protocol section 12.2). So a machine stores the log's entry from when it took a seat, and acts in no other seat.

The first entry of a new match is compared with the request: a match has the terms that its owner asked for, or none.
"""

from collections.abc import Mapping
from typing import Any

from engine.contract import BadOptions
from engine.protocol.canon import same
from engine.registry import UnknownRules, game
from service.cli.player.local_files import Keep
from service.cli.table.ownlog import OwnLog, Tampered

SEAT_TAKEN_ANEW = (
    "your seat was taken again without what this machine has sent (random number, key). If you did that yourself on another "
    "machine, play there; if not, the server did it"
)


class SeatedElsewhere(Exception):
    """The player has a seat in the match, but this machine has neither its random number nor its key."""

    def __init__(self, match: str, seat: int) -> None:
        super().__init__(
            f"you sit in seat {seat} of match {match} already, but nothing of it is on this machine: neither the random number "
            "nor the key that it was taken with. If you sat down on another machine, play there; if not, the server seated "
            "you: leave with 'siegelpost leave', and tell whoever runs it"
        )


def check_still_seated(keep: Keep, log: OwnLog, seat: int) -> None:
    """Check that a seat is still as this machine took it, if it did.

    :raises Tampered: when it is another seat, or was given up or taken again since.
    """
    noted = keep.noted_seat(log.match)
    if noted is None:
        return
    n, sitting = log.seating(noted["seat"])
    if seat != noted["seat"] or sitting != noted:
        raise Tampered(log.match, n, SEAT_TAKEN_ANEW)


def check_taken_here(keep: Keep, log: OwnLog, seat: int, *, sign: bool) -> None:
    """Check that an occupied seat was taken with the data on this machine, and record it.

    :param sign: whether the seat must have a key of this machine.
    :raises Tampered: as above. :raises SeatedElsewhere: when the seat was taken from elsewhere.
    """
    if keep.noted_seat(log.match) is not None:
        check_still_seated(keep, log, seat)
        return
    sitting = log.seating(seat)[1] or {}
    entropy, key = sitting.get("entropy"), sitting.get("key")
    number_here = entropy is not None and keep.entropy(log.match, seat, entropy) is not None
    key_here = key is not None and keep.seat_key(log.match, key) is not None
    if not number_here or (sign and not key_here):
        raise SeatedElsewhere(log.match, seat)
    keep.note_seat(log.match, sitting)


def note_taken(keep: Keep, log: OwnLog, seat: int, sent: Mapping[str, Any]) -> None:
    """Check that the log has the seat as just requested, and record it.

    :param sent: the request's ``entropy_commitment``, ``entropy_custody`` and, where the seat signs, ``key``.
    :raises Tampered: when it differs.
    """
    n, sitting = log.seating(seat)
    said = sitting or {}
    if said.get("entropy") != sent["entropy_commitment"]:
        raise Tampered(log.match, n, "it does not carry the entropy this machine has committed to")
    if said.get("entropy_custody") != sent["entropy_custody"]:
        raise Tampered(log.match, n, "it says that the entropy is in another custody than this machine has chosen")
    if said.get("key") != sent.get("key"):
        raise Tampered(log.match, n, "it has another key for the seat than this machine has sent")
    login = keep.login()
    if login is not None and login["account"] not in (None, said.get("player")):
        raise Tampered(log.match, n, "it has another player in the seat that this machine took")
    keep.note_seat(log.match, said)


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
