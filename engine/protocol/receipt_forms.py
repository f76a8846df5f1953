"""The closed form of receipts, by their act (protocol sections 4 and 12.3)."""

from engine.protocol.acts import ORDERS
from engine.protocol.agreements import CHOICES, EXTEND, HAND, HERE, PAUSE, REQUEST, RESPOND, VOTE, Choice
from engine.protocol.bodies import NAME, RESIGN, SEATED
from engine.protocol.body_forms import CUSTODY, HANDED_TO, MATCH, SEAT, choosing
from engine.protocol.forms import (
    IDENTIFIED,
    Form,
    Misformed,
    data,
    described,
    either,
    instant,
    nullable,
    one_of,
    record,
    text,
    whole,
)


@described({"type": "null"})
def nothing(value: object, pointer: str) -> None:
    """Form of ``null``."""
    if value is not None:
        raise Misformed(pointer, "is not null")


BESIDE: dict[str, Form] = {"checkpoint": nullable(text(r"[\s\S]*", "a text"))}
"""Optional members beside a receipt; :mod:`engine.verifier.checkpoints` judges their evidence."""

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
        "decision": one_of(ORDERS),
        "commitment": nullable(data(32, "so1_")),
        "custody": one_of("escrow"),
        "seq": whole(1),
    },
    "reveal": {
        "decision": one_of(SEATED),
        "commitment": data(32, "se1_"),
        "custody": one_of("client"),
        "seq": whole(1, 1),
    },
    RESIGN: {"decision": one_of(RESIGN), "commitment": nothing, "custody": nothing, "seq": whole(1, 1)},
    "here": {"decision": one_of(HERE), "commitment": nothing, "custody": nothing, "seq": whole(1)},
    "vote": {"absent": SEAT, "decision": one_of(VOTE), "commitment": nothing, "custody": nothing, "seq": whole(1)},
    "extend": {"decision": one_of(EXTEND), "commitment": nothing, "custody": nothing, "seq": whole(1)},
    "pause": {"decision": one_of(PAUSE), "commitment": nothing, "custody": nothing, "seq": whole(1)},
    REQUEST: {"decision": one_of(REQUEST), "commitment": nothing, "custody": nothing, "seq": whole(1)},
    RESPOND: {"decision": one_of(RESPOND), "commitment": nothing, "custody": nothing, "seq": whole(1)},
    HAND: {"decision": one_of(HAND), "commitment": nothing, "custody": nothing, "seq": whole(1)},
    "refused": {
        "decision": IDENTIFIED,
        "commitment": nullable(data(32, "sc1_")),
        "custody": nullable(CUSTODY),
        "seq": whole(0, 0),
        "reason": text(r"[a-z-]{1,64}", "the code of a refusal"),
    },
}
"""The table of section 12.3: what a receipt says besides, by its act."""

_CHOSEN_BY: dict[str, tuple[Choice, ...]] = {VOTE: CHOICES, HAND: HANDED_TO}
"""Choices of acts that name, or may name, a seat's next player."""

SIGNED_RECEIPT: Form = record(
    {
        "receipt": either(
            "act",
            {
                act: choosing({"act": one_of(act), **_RECEIPT, **besides}, None, _CHOSEN_BY[act])
                if act in _CHOSEN_BY
                else record({"act": one_of(act), **_RECEIPT, **besides})
                for act, besides in _BY_ACT.items()
            },
        ),
        "signature": data(64),
    },
    BESIDE,
)
"""A receipt with its signature, as the API gives it."""
