"""The closed forms of bodies and receipts of siegelpost/2 (protocol sections 12.1 and 12.3)."""

from __future__ import annotations

from typing import cast

from engine.protocol.body_forms import (
    ANSWER,
    CREATED,
    CUSTODY,
    FAULT,
    FORMS,
    HELD,
    LOCKED_SEAT,
    MATCH,
    MOST_SEATS,
    ORDERED,
    RESOLVED,
    SEAT,
    an_opening,
    nothing,
)
from engine.protocol.forms import (
    IDENTIFIED,
    Form,
    as_object,
    data,
    instant,
    nullable,
    one_of,
    record,
    several,
    text,
    whole,
)
from engine.protocol.siegelpost2.answers import MOST_IN_ENTRY
from engine.protocol.siegelpost2.bodies import NAME, RESIGN

BESIDE_OPEN: dict[str, Form] = {"seq": whole(0), "proof": data(32, "sa1_")}
"""What an answer to an open decision has besides: the one or the other."""

OPENINGS_AWAITED: dict[str, Form] = {"opening_deadline": instant}
REFUSED_OPENINGS = ("illegal", "salt-reused")
"""Faults of an opening that everybody may judge, because it is published."""

_BY_OF_ANSWERED = one_of("seat", "order", "fallback", "lapsed")


def _hidden_answer(value: object, pointer: str) -> None:
    """Form of ``[decision, seat, by, seq, received]``."""
    forms = (IDENTIFIED, SEAT, _BY_OF_ANSWERED, whole(0), nullable(instant))
    several(_anything, len(forms), len(forms))(value, pointer)
    for place, (form, part) in enumerate(zip(forms, cast("list[object]", value), strict=True)):
        form(part, f"{pointer}/{place}")


def _locked_seat(value: object, pointer: str) -> None:
    """Form of a seat in a lock: with the number of its orders where they answered."""
    ordered = "order" in as_object(value, pointer)
    record({**LOCKED_SEAT, **(ORDERED | {"order_seq": whole(1)} if ordered else {})})(value, pointer)


def _fault(value: object, pointer: str) -> None:
    """Form of a fault: with what was opened where that was wrong."""
    opened = as_object(value, pointer).get("fault") in REFUSED_OPENINGS
    record({**FAULT, **({"opening": an_opening} if opened else {})})(value, pointer)


def _anything(_: object, __: str) -> None:
    """Form of any value; what it is is checked by its place."""


FORMS_2: dict[str, Form] = {
    **FORMS,
    "created": record({**CREATED, "protocol": one_of(NAME)}, HELD),
    "locked": record({"decision": IDENTIFIED, "seats": several(_locked_seat, MOST_SEATS, least=1)}, OPENINGS_AWAITED),
    "resolved": record(
        {
            **RESOLVED,
            "moves": several(record(ANSWER, BESIDE_OPEN), MOST_SEATS, least=1),
            "faults": several(_fault, MOST_SEATS),
        }
    ),
    "resigned": record({"seat": SEAT, "received": instant}),
    "answered": record({"answers": several(_hidden_answer, MOST_IN_ENTRY, least=1)}),
}
"""The form of a body by the type of its entry; a type that is not here is refused."""

_RECEIPT: dict[str, Form] = {
    "match": MATCH,
    "seat": SEAT,
    "received": instant,
    "n": whole(1),
    "head": data(32),
    "key": data(8),
    "protocol": one_of(NAME),
}
_SEALED: dict[str, Form] = {"decision": IDENTIFIED, "commitment": data(32, "sc1_"), "custody": CUSTODY, "seq": whole(1)}
_BY_ACT: dict[str, dict[str, Form]] = {
    "commit": _SEALED,
    "replace": _SEALED,
    "open": _SEALED,
    "withdraw": {**_SEALED, "commitment": nothing},
    "order": {
        "decision": one_of("orders"),
        "commitment": nullable(data(32, "so1_")),
        "custody": one_of("escrow"),
        "seq": whole(1),
    },
    RESIGN: {"decision": one_of(RESIGN), "commitment": nothing, "custody": nothing, "seq": whole(1, 1)},
    "refused": {
        "decision": IDENTIFIED,
        "commitment": nullable(data(32, "sc1_")),
        "custody": nullable(CUSTODY),
        "seq": whole(0, 0),
        "reason": text(r"[a-z-]{1,64}", "the code of a refusal"),
    },
}
"""The table of section 12.3: what a receipt says besides, by its act."""

_ACT = one_of(*_BY_ACT)


def _receipt(value: object, pointer: str) -> None:
    act = as_object(value, pointer).get("act")
    _ACT(act, f"{pointer}/act")
    record({"act": _ACT, **_RECEIPT, **_BY_ACT[cast(str, act)]})(value, pointer)


SIGNED_RECEIPT: Form = record({"receipt": _receipt, "signature": data(64)})
"""A receipt of siegelpost/2 with its signature, as the API gives it."""
