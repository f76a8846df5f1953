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
    described,
    either,
    instant,
    nullable,
    one_of,
    record,
    schema_of,
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


_PARTS_OF_ANSWERED = (IDENTIFIED, SEAT, _BY_OF_ANSWERED, whole(0), nullable(instant))


_SEAT_WITHOUT_ORDERS = record(LOCKED_SEAT)
_SEAT_WITH_ORDERS = record({**LOCKED_SEAT, **ORDERED, "order_seq": whole(1)})


@described({"oneOf": [schema_of(_SEAT_WITHOUT_ORDERS), schema_of(_SEAT_WITH_ORDERS)]})
def _locked_seat(value: object, pointer: str) -> None:
    """Form of a seat in a lock: with the number of its orders where they answered."""
    ordered = "order" in as_object(value, pointer)
    (_SEAT_WITH_ORDERS if ordered else _SEAT_WITHOUT_ORDERS)(value, pointer)


_FAULT_SEEN = record({**FAULT, "fault": one_of(*REFUSED_OPENINGS), "opening": an_opening})
_FAULT = record(FAULT)
_FAULT_UNSEEN = record({**FAULT, "fault": one_of("unopened", "escrow-failed")})


@described({"oneOf": [schema_of(_FAULT_UNSEEN), schema_of(_FAULT_SEEN)]})
def _fault(value: object, pointer: str) -> None:
    """Form of a fault: with what was opened where that was wrong."""
    opened = as_object(value, pointer).get("fault") in REFUSED_OPENINGS
    (_FAULT_SEEN if opened else _FAULT)(value, pointer)


@described({})
def _anything(_: object, __: str) -> None:
    """Form of any value; what it is is checked by its place."""


@described(
    {
        "type": "array",
        "prefixItems": [schema_of(part) for part in _PARTS_OF_ANSWERED],
        "items": {"type": ["string", "integer", "null"]},
        "minItems": len(_PARTS_OF_ANSWERED),
        "maxItems": len(_PARTS_OF_ANSWERED),
        "description": "Decision, seat, by whom, the act's `seq`, when it was received.",
    }
)
def _hidden_answer(value: object, pointer: str) -> None:
    """Form of ``[decision, seat, by, seq, received]``."""
    several(_anything, len(_PARTS_OF_ANSWERED), len(_PARTS_OF_ANSWERED))(value, pointer)
    for place, (form, part) in enumerate(zip(_PARTS_OF_ANSWERED, cast("list[object]", value), strict=True)):
        form(part, f"{pointer}/{place}")


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

SIGNED_RECEIPT: Form = record(
    {
        "receipt": either(
            "act", {act: record({"act": one_of(act), **_RECEIPT, **besides}) for act, besides in _BY_ACT.items()}
        ),
        "signature": data(64),
    }
)
"""A receipt of siegelpost/2 with its signature, as the API gives it."""
