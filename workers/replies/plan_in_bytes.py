"""An order in the eight bytes that a letter's address has for what it asks to confirm: was it meant? Pure.

It goes by the places of its things among those that may stand there, which are the same when the answer comes; a check byte,
which also says what stood when it was asked, shows where they are not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from engine.kit.plan_sentences import Filled, Order, Sentence, Slot
from workers.replies.confirming import stamped

MARK = b"\0\1"
"""How the eight bytes begin: so does no day of a vacation, nor resigning or a rematch (:mod:`workers.replies.confirming`)."""
AGAIN = b"\0\2\0\0"
"""How the eight bytes begin that ask to send lines about orders again: neither an order does nor anything else."""
FAR, SIDE = 20, 41
"""Fields go from -20 to 20 in each direction."""
ROOM = 1 << 40


def packed(order: Order, sentences: Sequence[Sentence], seq: int) -> bytes | None:
    """Return an order in eight bytes; ``None``: it is too much for them.

    :param seq: the number of the act that has set what stands, 0 for none.
    """
    at = next(place for place, one in enumerate(sentences) if one.kind == order.kind)
    digits = [(at, len(sentences))]
    for name, slot in sorted(sentences[at].slots.items()):
        for value in order.values.get(name, ()):
            digit = _digit(value.name, slot)
            if digit is None:
                return None
            digits.append((digit + 1, _base(slot) + 1))
            if slot.many == "amounts":
                digits.append((value.count, slot.most + 1))
        digits.append((0, _base(slot) + 1))
    number = 0
    for digit, base in reversed(digits):
        number = number * base + digit
    return None if number >= ROOM else MARK + bytes([_check(order, seq)]) + number.to_bytes(5, "big")


def unpacked(raw: bytes, sentences: Sequence[Sentence], seq: int) -> Order | None:
    """Return the order that :func:`packed` has put into eight bytes; ``None``: something else stands by now."""
    if not sentences:
        return None
    number, at = divmod(int.from_bytes(raw[3:], "big"), len(sentences))
    values: dict[str, tuple[Filled, ...]] = {}
    for name, slot in sorted(sentences[at].slots.items()):
        own: list[Filled] = []
        number, digit = divmod(number, _base(slot) + 1)
        while digit and len(own) < slot.most:
            count = 1
            if slot.many == "amounts":
                number, count = divmod(number, slot.most + 1)
            own.append(Filled(_name(digit - 1, slot), count))
            number, digit = divmod(number, _base(slot) + 1)
        if own:
            values[name] = tuple(own)
    order = Order(sentences[at].kind, values)
    return order if not number and _check(order, seq) == raw[2] else None


def packed_again(now: int) -> bytes:
    """Return the eight bytes by which a letter asks, at a moment (ms), to send lines about orders again."""
    return stamped(AGAIN, now)


def asked_again(asked: bytes) -> bool:
    """Return whether eight bytes ask for that.

    >>> asked_again(packed_again(60_000)), asks_for(packed_again(60_000))
    (True, False)
    """
    return asked.startswith(AGAIN)


def asks_for(asked: bytes) -> bool:
    """Return whether eight bytes say an order, not days or what has a mark of its own."""
    return asked.startswith(MARK)


def _base(slot: Slot) -> int:
    fields = SIDE * SIDE if slot.form == "fields" else 0
    return slot.most + 1 if slot.form == "number" else len(slot.things) + fields


def _digit(name: str, slot: Slot) -> int | None:
    if slot.form == "number":
        return int(name)
    things = sorted(slot.things)
    if name in slot.things:
        return things.index(name)
    column, row = (int(one) + FAR for one in name.split(","))
    return len(things) + column * SIDE + row if min(column, row) >= 0 and max(column, row) < SIDE else None


def _name(digit: int, slot: Slot) -> str:
    if slot.form == "number":
        return str(digit)
    if digit < len(slot.things):
        return sorted(slot.things)[digit]
    column, row = divmod(digit - len(slot.things), SIDE)
    return f"{column - FAR},{row - FAR}"


def _check(order: Order, seq: int) -> int:
    return hashlib.sha256(repr((order.kind, [*_said(order.values)], seq)).encode()).digest()[0]


def _said(values: Mapping[str, tuple[Filled, ...]]) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    for name in sorted(values):
        yield name, [(one.name, one.count) for one in values[name]]


__all__ = ["asked_again", "asks_for", "packed", "packed_again", "unpacked"]
