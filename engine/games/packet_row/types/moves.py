"""Moves: the answers to decisions. ``fulfil`` are own cards that fulfil contracts first, in the same visit."""

from __future__ import annotations

from typing import Literal, NotRequired, final

from typing_extensions import TypedDict


@final
class OpenMove(TypedDict):
    """The harbour master opens a board."""

    type: Literal["open"]
    board: str
    fulfil: NotRequired[list[str]]


@final
class TakeMove(TypedDict):
    """Take a card and pay for it; ``assistant`` spends one, which a card of the future supply takes."""

    type: Literal["take"]
    card: str
    assistant: NotRequired[Literal[True]]
    fulfil: NotRequired[list[str]]


@final
class DeclineMove(TypedDict):
    """Take nothing of the open board."""

    type: Literal["decline"]
    fulfil: NotRequired[list[str]]


@final
class PassMove(TypedDict):
    """The harbour master takes no card in this round, after all others have one."""

    type: Literal["pass"]
    fulfil: NotRequired[list[str]]


@final
class EndMove(TypedDict):
    """The harbour master ends the round without a card, when no board is left to open."""

    type: Literal["end"]
    fulfil: NotRequired[list[str]]


@final
class FulfilMove(TypedDict):
    """Give cards away for the rewards of the contracts among them."""

    type: Literal["fulfil"]
    cards: list[str]


@final
class NothingMove(TypedDict):
    """A move recorded by the server when a fulfilment sent in time was no longer possible; seats cannot send it."""

    type: Literal["nothing"]


@final
class SettleMove(TypedDict):
    """The final contract round: fulfil with these cards (none: nothing); without ``fulfil`` whatever brings most."""

    type: Literal["settle"]
    fulfil: NotRequired[list[str]]


AskMove = TakeMove | DeclineMove
HarbourMove = TakeMove | OpenMove | EndMove
LastMove = TakeMove | PassMove
OptionalMove = FulfilMove | NothingMove

DecisionKind = Literal["open", "ask", "harbour", "last", "fulfil", "final"]
"""The kind of a decision, answered by :class:`OpenMove`, :data:`AskMove`, :data:`HarbourMove`, :data:`LastMove`,
:data:`OptionalMove` and :class:`SettleMove`, in this order."""

PacketRowMove = OpenMove | TakeMove | DeclineMove | PassMove | EndMove | FulfilMove | NothingMove | SettleMove
"""Any move, told apart by ``type``."""
