"""The closed form of every type of entry, and of a receipt (protocol sections 4, 7 and 10).

:mod:`engine.protocol.bodies` says the same to mypy, this module says it of exports that anybody may have written: no member
may be missing, none may be added, and everything has a greatest size. What an honest log of any release says is allowed.
"""

from __future__ import annotations

from engine.protocol.canon import LARGEST
from engine.protocol.forms import (
    IDENTIFIED,
    UUID,
    Form,
    Misformed,
    an_object,
    as_object,
    data,
    described,
    either,
    flag,
    instant,
    nullable,
    one_of,
    record,
    rising,
    schema_of,
    several,
    text,
    whole,
)
from engine.protocol.seal import MalformedOpening, check_opening
from engine.protocol.siegelpost2.acts import ORDERS

MOST_SEATS = 64
"""More seats than any game has: what an export says of itself is not believed before it is bounded."""
MOST_EVENTS = 100_000
MOST_DRAWN = 10_000
MOST_MESSAGES = 100_000
LONGEST_HOLD = 366 * 86_400

SEAT = whole(0, MOST_SEATS - 1)
SEATS = rising(SEAT, MOST_SEATS, least=1)
SOME_SEATS = rising(SEAT, MOST_SEATS)
PLAYER = text(r"[\x21-\x7e]{1,64}", "a player's id: 1 to 64 visible letters of ASCII")
MATCH = text(UUID, "a lower-case UUID with hyphens")
CUSTODY = one_of("escrow", "client", "mail")

PACE = either(
    "kind",
    {
        "duration": record({"kind": one_of("duration"), "seconds": whole(1)}),
        "daily": record(
            {
                "kind": one_of("daily"),
                "time": text(r"[0-9]{2}:[0-9]{2}", "an hour like 20:00"),
                "zone": text(r"[A-Za-z0-9_+/-]{1,64}", "a time zone like Europe/Berlin"),
                "weekdays": several(whole(1, 7), 7, least=1),
                "least": whole(),
            }
        ),
    },
)
OUTCOME = record(
    {"winners": several(SEAT, MOST_SEATS), "scores": several(whole(-LARGEST), MOST_SEATS), "reason": IDENTIFIED},
    {"tiebreaks": several(several(whole(-LARGEST), MOST_SEATS), MOST_SEATS)},
)


COUNTED = record({"label": IDENTIFIED, "count": whole(0, MOST_DRAWN)})
DRAWN = record({"label": IDENTIFIED, "values": several(whole(0, 2**32 - 1), MOST_DRAWN)})


@described({"oneOf": [schema_of(COUNTED), schema_of(DRAWN)]})
def _draw(value: object, pointer: str) -> None:
    """Form of numbers drawn: their values where they are public at once, else their count."""
    (COUNTED if "count" in as_object(value, pointer) else DRAWN)(value, pointer)


@described({"$ref": "#/$defs/Event"})
def _event(value: object, pointer: str) -> None:
    """Form of an event that everybody may see; what is in it is the rules' matter."""
    found = as_object(value, pointer)
    IDENTIFIED(found.get("type"), f"{pointer}/type")


OPENING = record(
    {
        "v": whole(1, 1),
        "match": MATCH,
        "rules": IDENTIFIED,
        "decision": IDENTIFIED,
        "seat": SEAT,
        "head": data(32),
        "salt": data(32),
        "move": an_object("Move"),
    }
)
"""What :func:`engine.protocol.seal.check_opening` demands, which also bounds the bytes, and leaves ``match`` to its callers."""


@described({"$ref": "#/$defs/Opening"})
def an_opening(value: object, pointer: str) -> None:
    """Form of an opening that the log publishes."""
    try:
        check_opening(value)
    except MalformedOpening as error:
        raise Misformed(pointer + error.pointer, error.message) from error


ANSWER: dict[str, Form] = {
    "seat": SEAT,
    "move": an_object("Move"),
    "by": one_of("seat", "order", "fallback"),
    "received": nullable(instant),
}
FAULT: dict[str, Form] = {"seat": SEAT, "fault": one_of("unopened", "illegal", "salt-reused", "escrow-failed")}
LOCKED_SEAT: dict[str, Form] = {
    "seat": SEAT,
    "commitment": data(32, "sc1_"),
    "seq": whole(0),
    "custody": one_of("escrow", "client", "mail", "absent"),
}
ORDERED: dict[str, Form] = {"order": data(32, "so1_")}
DISCLOSURE = record(
    {
        "n": whole(1),
        "channel": IDENTIFIED,
        "from": SEAT,
        "salt": data(32),
        "text": text(r"[\s\S]{1,1000}", "a text of 1 to 1000 characters"),
    }
)

CREATED: dict[str, Form] = {
    "match": MATCH,
    "rules": IDENTIFIED,
    "data": data(32),
    "options": an_object("Options"),
    "seats": whole(1, MOST_SEATS),
    "custody": one_of("any", "client"),
    "pace": PACE,
    "seed": data(32, "ss1_"),
    "key": data(32),
}
HELD: dict[str, Form] = {"hold_seconds": whole(1, LONGEST_HOLD)}

RESOLVED: dict[str, Form] = {
    "decision": IDENTIFIED,
    "openings": several(an_opening, MOST_SEATS),
    "moves": several(record(ANSWER), MOST_SEATS, least=1),
    "faults": several(record(FAULT), MOST_SEATS),
    "draws": several(_draw, MOST_DRAWN),
    "events": several(_event, MOST_EVENTS),
    "state": data(32),
}

FORMS: dict[str, Form] = {
    "created": record(CREATED, HELD),
    "joined": record({"seat": SEAT, "player": PLAYER}, {"entropy": data(32, "se1_")}),
    "left": record({"seat": SEAT}),
    "started": record(
        {
            "entropies": several(nullable(data(32)), MOST_SEATS, least=1),
            "seats": several(PLAYER, MOST_SEATS, least=1),
            "order": SEATS,
        }
    ),
    "opened": record(
        {"decision": IDENTIFIED, "kind": IDENTIFIED, "sealed": flag, "seats": SEATS, "deadline": nullable(instant)},
        {"opening_deadline": instant},
    ),
    "extended": record(
        {"decision": IDENTIFIED, "deadline": instant, "by": one_of("server")}, {"opening_deadline": instant}
    ),
    "locked": record({"decision": IDENTIFIED, "seats": several(record(LOCKED_SEAT, ORDERED), MOST_SEATS, least=1)}),
    "resolved": record(RESOLVED),
    "said": record(
        {"channel": IDENTIFIED, "from": SEAT, "text": data(32, "sm1_"), "to": rising(SEAT, MOST_SEATS, least=1)}
    ),
    "disclosed": record({"messages": several(DISCLOSURE, MOST_MESSAGES, least=1)}),
    "closed": record(
        {
            "outcome": nullable(OUTCOME),
            "reason": one_of("finished", "resigned", "cancelled", "expired"),
            "seed": data(32),
        }
    ),
}
"""The form of a body by the type of its entry; a type that is not here is refused."""

_COMMITMENT_OF_ACT: dict[str, Form] = {
    "commit": data(32, "sc1_"),
    "replace": data(32, "sc1_"),
    "open": data(32, "sc1_"),
    "order": nullable(data(32, "so1_")),
}


@described({"type": "null"})
def nothing(value: object, pointer: str) -> None:
    """Form of ``null``."""
    if value is not None:
        raise Misformed(pointer, "is not null")


def _receipt_of(act: str) -> Form:
    """Return the form of a receipt; what its commitment looks like depends on the act."""
    return record(
        {
            "act": one_of(act),
            "match": MATCH,
            "decision": one_of(ORDERS) if act == "order" else IDENTIFIED,
            "seat": SEAT,
            "seq": whole(1),
            "commitment": _COMMITMENT_OF_ACT.get(act, nothing),
            "custody": one_of("escrow") if act == "order" else CUSTODY,
            "received": instant,
            "n": whole(1),
            "head": data(32),
            "key": data(8),
        }
    )


BESIDE_RECEIPT: dict[str, Form] = {"checkpoint": nullable(text(r"[\s\S]*", "a text"))}
"""What may stand beside a receipt; what of it proves something is the business of :mod:`engine.verifier.checkpoints`."""

SIGNED_RECEIPT: Form = record(
    {
        "receipt": either("act", {act: _receipt_of(act) for act in (*_COMMITMENT_OF_ACT, "withdraw")}),
        "signature": data(64),
    },
    BESIDE_RECEIPT,
)
"""A receipt with its signature, as the API gives it."""
