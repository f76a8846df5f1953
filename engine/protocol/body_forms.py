"""The closed form of every type of entry (protocol sections 7, 10 and 12.1).

:mod:`engine.protocol.bodies` says the same to mypy, this module says it of exports that anybody may have written: no member
may be missing, none may be added, and everything has a greatest size.
"""

from typing import cast

from engine.protocol.acts import MOST_IN_ENTRY
from engine.protocol.agreements import (
    CHOICES,
    LONGEST_EXTENSION,
    LONGEST_HANDING,
    LONGEST_NOTICE,
    LONGEST_OPERATOR_EXTENSION,
    LONGEST_PAUSE,
    LONGEST_REQUEST,
    MOST_EXTENSIONS,
    MOST_HANDINGS,
    MOST_MISSES,
    MOST_OPERATOR_EXTENSIONS,
    STOPPED,
    WHY,
    Choice,
)
from engine.protocol.beacon import G1_BYTES, G2_BYTES, SCHEME
from engine.protocol.bodies import NAME
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

ZONE = text(r"[A-Za-z0-9_+/-]{1,64}", "a time zone like Europe/Berlin")
PACE = either(
    "kind",
    {
        "duration": record(
            {"kind": one_of("duration"), "seconds": whole(1)},
            {"counted": record({"weekdays": several(whole(1, 7), 6, least=1), "zone": ZONE})},
        ),
        "daily": record(
            {
                "kind": one_of("daily"),
                "time": text(r"[0-9]{2}:[0-9]{2}", "an hour like 20:00"),
                "zone": ZONE,
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
"""Form demanded by :func:`engine.protocol.seal.check_opening`, which also bounds the bytes; callers check ``match``."""


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
    "draws": several(_draw, MOST_DRAWN),
    "events": several(_event, MOST_EVENTS),
    "state": data(32),
}

SIGNATURE = data(64)
SIGNED_ORDER: dict[str, Form] = {"order": data(32, "so1_"), "order_seq": whole(1), "order_signature": SIGNATURE}
BESIDE_OPEN: dict[str, Form] = {"seq": whole(0), "proof": data(32, "sa1_"), "signature": SIGNATURE, **SIGNED_ORDER}
"""Optional members of an answer to an open decision: a number or a proof, and the seat's signature."""

OPENINGS_AWAITED: dict[str, Form] = {"opening_deadline": instant}
REFUSED_OPENINGS = ("illegal", "salt-reused")
"""Faults of an opening that everybody may judge, because it is published."""

_BY_OF_ANSWERED = one_of("seat", "order", "fallback", "lapsed")


def _row(about: str, *forms: Form) -> Form:
    """Return the form of a list of fixed length, given the form of each position."""

    @described(
        {
            "type": "array",
            "prefixItems": [schema_of(form) for form in forms],
            "items": {},
            "minItems": len(forms),
            "maxItems": len(forms),
            "description": about,
        }
    )
    def check(value: object, pointer: str) -> None:
        several(_anything, len(forms), len(forms))(value, pointer)
        for place, (form, part) in enumerate(zip(forms, cast("list[object]", value), strict=True)):
            form(part, f"{pointer}/{place}")

    return check


_SEAT_WITHOUT_ORDERS = record(LOCKED_SEAT, {"signature": SIGNATURE})
_SEAT_WITH_ORDERS = record(
    {**LOCKED_SEAT, **ORDERED, "order_seq": whole(1)}, {"signature": SIGNATURE, "order_signature": SIGNATURE}
)


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


_ORDER_SIGNED = _row(
    "The commitment to the orders, their act's `seq`, and the seat's signature.", *SIGNED_ORDER.values()
)


@described({"oneOf": [schema_of(SIGNATURE), schema_of(_ORDER_SIGNED)]})
def _signed(value: object, pointer: str) -> None:
    """Form of a seat's signature, or of that of its orders."""
    (_ORDER_SIGNED if isinstance(value, list) else SIGNATURE)(value, pointer)


_HIDDEN_ANSWER = _row(
    "Decision, seat, by whom, the act's `seq`, when it was received, what the seat signed.",
    IDENTIFIED,
    SEAT,
    _BY_OF_ANSWERED,
    whole(0),
    nullable(instant),
    nullable(_signed),
)
_CONSENT = _row("A seat and its signature; null: it has no key.", SEAT, nullable(SIGNATURE))


def _hex(size: int) -> Form:
    return text(f"[0-9a-f]{{{2 * size}}}", f"{size} bytes in lower-case hex")


LONGEST_REVEAL = 30 * 86_400
"""Most seconds that seats have to reveal their entropy."""
LONGEST_DELAY = 86_400
"""Most seconds between the last ``joined`` and the beacon's round."""
MOST_STANDING = 1_000
"""Most decisions that stand at once."""
MOST_LOST = 128
"""Most times that one extension gives back."""
_ROUND = whole(1)
_CHAIN: dict[str, Form] = {
    "chain": _hex(32),
    "genesis": whole(),
    "period": whole(1, 86_400),
    "public_key": _hex(G2_BYTES),
    "scheme": one_of(SCHEME),
}
CHAIN = record(_CHAIN)
"""A chain of a public randomness beacon."""
BEACON = record({**_CHAIN, "delay": whole(0, LONGEST_DELAY)})
_CREATED: dict[str, Form] = {
    **CREATED,
    "protocol": one_of(NAME),
    "beacon": nullable(BEACON),
    "entropy": one_of("optional", "required"),
    "resolver": data(32),
    "reveal_seconds": whole(1, LONGEST_REVEAL),
}
_COMMITTED = several(nullable(data(32, "se1_")), MOST_SEATS, least=1)
_ENTROPIES = several(nullable(data(32)), MOST_SEATS, least=1)
_PLAYERS = several(PLAYER, MOST_SEATS, least=1)

ABSENCE = record(
    {"majority": one_of("all", "most"), "misses": whole(1, MOST_MISSES), "notice_seconds": whole(1, LONGEST_NOTICE)},
    {"handing": record({"seconds": whole(1, LONGEST_HANDING), "times": whole(1, MOST_HANDINGS)}), "substitutes": flag},
)


def choosing(
    said: dict[str, Form], optional: dict[str, Form] | None = None, choices: tuple[Choice, ...] = CHOICES
) -> Form:
    """Return the form of a vote or a handover: it names a player exactly when a person is chosen."""
    parts: dict[str, Form] = {**said, "choice": one_of(*choices)}
    whole_vote = record(parts, {"player": PLAYER, **(optional or {})})
    with_player, without = record({**parts, "player": PLAYER}, optional), record(parts, optional)

    @described(schema_of(whole_vote))
    def check(value: object, pointer: str) -> None:
        person = as_object(value, pointer).get("choice") == "person"
        (with_player if person else without)(value, pointer)

    return check


HANDED_TO: tuple[Choice, ...] = ("bot", "person")
_EXTENSIONS = record({"seconds": whole(1, LONGEST_EXTENSION), "times": whole(1, MOST_EXTENSIONS)})
_OPERATOR_EXTENSIONS = record(
    {"seconds": whole(1, LONGEST_OPERATOR_EXTENSION), "times": whole(1, MOST_OPERATOR_EXTENSIONS)}
)
_TIME_REQUESTS = record({"majority": one_of("all", "most"), "seconds": whole(1, LONGEST_REQUEST)})
_PAUSES = record({"majority": one_of("all", "most"), "seconds": whole(1, LONGEST_PAUSE)})
_MOVED = _row(
    "A decision, its deadline, and until when its openings are awaited; null: it is not sealed.",
    IDENTIFIED,
    instant,
    nullable(instant),
)
_EXTENDED: dict[str, Form] = {"decision": IDENTIFIED, "deadline": instant}
_GIVEN_BACK = record(
    {
        **_EXTENDED,
        "by": one_of("server"),
        "lost": several(
            record({"cause": one_of("outage", "parked", "restored"), "since": instant, "until": instant}), MOST_LOST
        ),
    },
    OPENINGS_AWAITED,
)
_AWAY = record({**_EXTENDED, "by": one_of("vacation"), "seat": SEAT}, OPENINGS_AWAITED)
_TAKEN = record({**_EXTENDED, "by": one_of("seat"), "seat": SEAT}, {**OPENINGS_AWAITED, "signature": SIGNATURE})
_GRANTED = record({**_EXTENDED, "by": one_of("agreement"), "seat": SEAT}, OPENINGS_AWAITED)
_BY_OPERATOR = record({**_EXTENDED, "by": one_of("operator")}, OPENINGS_AWAITED)

FORMS: dict[str, Form] = {
    "created": record(
        _CREATED,
        {
            **HELD,
            "absence": ABSENCE,
            "extensions": _EXTENSIONS,
            "nights": one_of("kept"),
            "operator_extensions": _OPERATOR_EXTENSIONS,
            "pauses": _PAUSES,
            "rated": flag,
            "operator": one_of("may-stop"),
            "time_requests": _TIME_REQUESTS,
            "vacation": one_of("clock-stops"),
        },
    ),
    "joined": record(
        {"seat": SEAT, "player": PLAYER},
        {"entropy": data(32, "se1_"), "entropy_custody": one_of("escrow", "client"), "key": data(32)},
    ),
    "left": record({"seat": SEAT}),
    "opened": record(
        {"decision": IDENTIFIED, "kind": IDENTIFIED, "sealed": flag, "seats": SEATS, "deadline": nullable(instant)},
        {"opening_deadline": instant},
    ),
    "extended": either(
        "by",
        {"server": _GIVEN_BACK, "seat": _TAKEN, "vacation": _AWAY, "agreement": _GRANTED, "operator": _BY_OPERATOR},
    ),
    "seated": record(
        {
            "deadline": nullable(instant),
            "entropies": _COMMITTED,
            "players": _PLAYERS,
            "reveal": SOME_SEATS,
            "round": nullable(_ROUND),
        }
    ),
    "revealed": record({"entropies": _ENTROPIES}),
    "started": record(
        {
            "beacon": nullable(record({"round": _ROUND, "signature": _hex(G1_BYTES)})),
            "entropies": _ENTROPIES,
            "order": SEATS,
            "seats": _PLAYERS,
        }
    ),
    "locked": record({"decision": IDENTIFIED, "seats": several(_locked_seat, MOST_SEATS, least=1)}, OPENINGS_AWAITED),
    "resolved": record(
        {
            **RESOLVED,
            "moves": several(record(ANSWER, BESIDE_OPEN), MOST_SEATS, least=1),
            "faults": several(_fault, MOST_SEATS),
        }
    ),
    "resigned": record({"seat": SEAT, "received": instant}, {"signature": SIGNATURE}),
    "rekeyed": record(
        {"seat": SEAT, "key": data(32)}, {"signature": SIGNATURE, "consents": several(_CONSENT, MOST_SEATS, least=1)}
    ),
    "absent": record({"missed": several(IDENTIFIED, MOST_MISSES, least=1), "seat": SEAT, "until": instant}),
    "polled": record({"seat": SEAT}),
    "voted": choosing({"absent": SEAT, "seat": SEAT}, {"signature": SIGNATURE}),
    "returned": record({"by": one_of("seat", "answer"), "seat": SEAT}, {"signature": SIGNATURE}),
    "substituted": record({"player": PLAYER, "seat": SEAT}, {"key": data(32)}),
    "volunteered": record({"by": nullable(SEAT), "player": PLAYER, "seat": SEAT}, {"key": data(32)}),
    "declined": record({"player": PLAYER, "seat": SEAT}),
    "handed": choosing({"seat": SEAT, "until": instant}, {"signature": SIGNATURE}, HANDED_TO),
    "kept": record({"seat": SEAT}),
    "requested": record(
        {"decision": IDENTIFIED, "seat": SEAT, "seconds": whole(1, LONGEST_REQUEST)}, {"signature": SIGNATURE}
    ),
    "responded": record(
        {"decision": IDENTIFIED, "grant": flag, "requester": SEAT, "seat": SEAT}, {"signature": SIGNATURE}
    ),
    "wished": record({"pause": flag, "seat": SEAT}, {"signature": SIGNATURE}),
    "paused": record({"until": instant}),
    "resumed": record({"moved": several(_MOVED, MOST_STANDING)}),
    "answered": record({"answers": several(_HIDDEN_ANSWER, MOST_IN_ENTRY, least=1)}),
    "said": record(
        {"channel": IDENTIFIED, "from": SEAT, "text": data(32, "sm1_"), "to": rising(SEAT, MOST_SEATS, least=1)}
    ),
    "disclosed": record({"messages": several(DISCLOSURE, MOST_MESSAGES, least=1)}),
    "closed": record(
        {
            "outcome": nullable(OUTCOME),
            "reason": one_of("finished", "resigned", "cancelled", "expired", "unrevealed", "abandoned", STOPPED),
            "seed": data(32),
        },
        {"by": one_of("operator"), "seats": SEATS, "why": text(WHY, "one line of 1 to 200 characters")},
    ),
}
"""The form of a body by the type of its entry; a type that is not here is refused."""
