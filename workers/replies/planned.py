"""What a mail about standing orders came to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.contract import Language, Move
from engine.kit.plan_sentences import Order
from engine.match.table import Standing
from workers.replies.plan_reading import Wrong

PlanTrouble = Literal[
    "alone",
    "client-custody",
    "conflict",
    "elsewhere",
    "full",
    "in-doubt",
    "illegal",
    "mistyped",
    "no-orders",
    "no-such",
    "not-meant",
    "signature-needed",
    "too-many",
    "unreadable",
    "unsure",
    "wrong",
]
"""Why nothing was changed: PLAN stands beside other commands; the match demands client custody; others were set meanwhile; what
stands was set elsewhere; it was changed too often; text below may change what it says; the rules refuse it; it is asked about;
this game has none; there is no order of this number; the letter that asked was answered otherwise; the seat signs; there are too
many lines; what stands cannot be opened; it was not understood."""


@dataclass(frozen=True)
class Planned:
    """What became of a mail about standing orders.

    ``seat`` is whose they are; what is ``wrong`` is told in the ``language``. ``stands`` is what stands now by number, ``None``
    in the place of what is over; none of it where the answer does not tell it, and where it was set ``elsewhere``.
    ``added``, ``ended`` and ``dropped`` (what one that was added takes the place of) are what the mail changed; ``would`` is what
    the orders answer now. ``line`` is the one for which nothing was changed, ``wrong`` what is wrong with it, ``order`` the one
    that the rules refuse, or that may have been meant, and ``rule`` the code of the rule. ``confirm``: the eight bytes by which a
    letter asks about it. ``before``: this very mail did it when it came first.
    """

    seat: int
    language: Language
    trouble: PlanTrouble | None = None
    stands: Sequence[Order | None] | None = None
    elsewhere: bool = False
    added: Sequence[Order] = ()
    ended: Sequence[Order] = ()
    dropped: Sequence[Order] = ()
    would: Sequence[tuple[Standing, Move]] = ()
    before: bool = False
    line: str = ""
    wrong: Wrong = field(default_factory=Wrong)
    order: Order | None = None
    rule: str = ""
    confirm: bytes = b""


__all__ = ["PlanTrouble", "Planned"]
