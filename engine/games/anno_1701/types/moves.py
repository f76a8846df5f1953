"""The moves, one type for each form. Which kind of decision has which, :mod:`engine.games.anno_1701.schemas.moves` says
and publishes.

A card is the id of a copy, a landscape its id (``L4``), a pile ``1a`` to ``3b``, a slot the place in a hand, counted from 0. A
*token* is a good (``Z``) or one landscape of it (``L5``). Goods and their letters: :mod:`engine.games.anno_1701.types.cards`.
"""

from typing import Literal, final

from typing_extensions import TypedDict


@final
class Preferences(TypedDict, total=False):
    """A player's preferences where the rules leave a choice ("Found in play" 3)."""

    store: list[str]
    """Landscapes that goods go to, the first choice first."""
    pay: list[str]
    """Landscapes that goods are taken from, the first choice first."""
    into: int
    """The village centre that gold goes to first: 0 left, 1 right."""
    gold: int
    """The village centre that gold is taken from first."""


class Marked(TypedDict, total=False):
    """Optional members of every move: standing-order marks and preferences."""

    step: int
    """Index of this answer within the turn list, from 0."""
    order: str
    """The row of the standing orders that answered, ``W2`` or ``W2-default``."""
    prefer: Preferences


class Named(TypedDict, total=False):
    """The landscapes and centres that a seat names for its own side of a trade."""

    pay: list[str]
    """The landscapes the goods come from, one entry for each good."""
    store: list[str]
    """The landscapes the goods go to, one entry for each good."""
    gold: list[int]
    """Gold taken from the left and the right village centre."""
    into: list[int]
    """Gold added to the left and the right village centre."""


class _Gold(Marked, total=False):
    gold: list[int]
    """Share of the payment from the left and the right village centre."""


class _Pay(Marked, total=False):
    pay: list[str]
    """The landscapes that pay, one entry for each good."""


class _Under(Marked):
    slot: int
    """Position in the hand of the card to push away."""
    under: str
    """The pile under which it is pushed."""


class _Settle(Marked, total=False):
    layout: list[str]
    """Items at the open positions; the recommended layout if left out."""


@final
class SettleMove(_Settle):
    """Settle: the half of pile I from which the first cards come, and how the settlement lies."""

    type: Literal["settle"]
    pile: str


@final
class BuildMove(_Pay):
    """Build a card of the own hand."""

    type: Literal["build"]
    card: str


@final
class UpgradeMove(_Pay):
    """Upgrade the inhabitant at a place, 0 to 3."""

    type: Literal["upgrade"]
    resident: int


@final
class RepairMove(Marked):
    """Repair the ship by one state."""

    type: Literal["repair"]


class _Target(Marked, total=False):
    landscape: str
    centre: int


@final
class PlayMove(_Target):
    """Play an action card, against a landscape or a village centre if it needs one."""

    type: Literal["play"]
    card: str


@final
class BankMove(_Pay, _Gold):
    """Give three of one good, or three gold, for one other; ``take`` is a token or ``G``."""

    type: Literal["bank"]
    give: str
    take: str


@final
class OfferMove(Marked, Named):
    """Offer goods and gold to the other player."""

    type: Literal["offer"]
    give: str
    take: str


_FromTo = TypedDict("_FromTo", {"from": str, "to": str})


@final
class DockMove(Marked, _FromTo):
    """Let the landing stage move a good from one own landscape to another."""

    type: Literal["dock"]


@final
class LodgeMove(_Under):
    """Change a hand card for the top of the discard."""

    type: Literal["lodge"]


@final
class EndMove(Marked):
    """End the actions: ``close`` goes on to the closing phase, ``fill`` fills the hand, ``finish`` does nothing more."""

    type: Literal["close", "fill", "finish"]


@final
class ResumeMove(Marked):
    """Let the turn list go on."""

    type: Literal["resume"]


@final
class TakeGoodMove(Marked):
    """Take a good of choice; ``good`` is a token."""

    type: Literal["take"]
    good: str


@final
class TakeSlotMove(Marked):
    """Take a card of the other hand."""

    type: Literal["take"]
    slot: int


@final
class TakeSlipMove(Marked):
    """Take the card of a slip out of the pile searched."""

    type: Literal["take"]
    slip: int


@final
class GiveMove(Marked):
    """Give up goods, each a token."""

    type: Literal["give"]
    goods: list[str]


@final
class DemandMove(Marked):
    """Demand a good of the other player."""

    type: Literal["demand"]
    good: str


@final
class DeclineMove(Marked):
    """Demand nothing."""

    type: Literal["decline"]


@final
class PitMove(Marked):
    """Name the landscape from which the demanded good is taken."""

    type: Literal["pit"]
    landscape: str


@final
class SkipMove(Marked):
    """Leave the lodge alone."""

    type: Literal["skip"]


@final
class CancelMove(_Gold):
    """Cancel the attack for gold."""

    type: Literal["cancel"]


@final
class AllowMove(Marked):
    """Let the attack happen."""

    type: Literal["allow"]


@final
class AcceptMove(Marked, Named):
    """Accept the offer or the counter-offer."""

    type: Literal["accept"]


@final
class RejectMove(Marked):
    """Reject the offer or the counter-offer."""

    type: Literal["reject"]


@final
class CounterMove(Marked, Named):
    """Make a counter-offer; ``give`` and ``take`` are from the point of view of the player who makes it."""

    type: Literal["counter"]
    give: str
    take: str


@final
class WithdrawMove(Marked):
    """Take the offer back."""

    type: Literal["withdraw"]


class _ShipCard(Marked, total=False):
    card: str


@final
class SetSailMove(_ShipCard):
    """Set sail, with a ship card if one is named."""

    type: Literal["voyage"]


@final
class DrawMove(Marked):
    """Draw the top card of a pile."""

    type: Literal["draw"]
    pile: str


@final
class SearchMove(_Gold):
    """Pay a gold and look through a pile."""

    type: Literal["search"]
    pile: str


@final
class ExchangeMove(_Under):
    """Push a card of a full hand under a pile, to take another."""

    type: Literal["exchange"]


@final
class RevealMove(Marked):
    """Reveal the next voyage card."""

    type: Literal["reveal"]


@final
class StopMove(Marked):
    """Sail home."""

    type: Literal["stop"]


@final
class SailMove(Marked):
    """Sail on past the voyage card."""

    type: Literal["sail"]


@final
class FightMove(Marked):
    """Fight the pirate."""

    type: Literal["fight"]


@final
class RollMove(Marked):
    """Roll for the flotsam."""

    type: Literal["roll"]


@final
class PayMove(_Gold):
    """Pay the tribute."""

    type: Literal["pay"]


@final
class BuyMove(_Gold):
    """Buy a good of the trader; ``good`` is a token."""

    type: Literal["buy"]
    good: str


Deed = BuildMove | UpgradeMove | RepairMove | PlayMove | BankMove | OfferMove | DockMove | LodgeMove
"""A move of the action phase."""
Action = Deed | EndMove
"""An answer to ``act`` but for ``resume``."""
Closing = SetSailMove | DrawMove | SearchMove | ExchangeMove | EndMove
"""An answer to ``close`` or ``cards`` but for ``resume``."""
Reply = AcceptMove | RejectMove | CounterMove
"""An answer to an offer or a counter-offer."""
Meeting = SailMove | FightMove | RollMove | PayMove | BuyMove
"""An answer to ``meet``."""
Anno1701Move = (
    SettleMove
    | Action
    | ResumeMove
    | TakeGoodMove
    | TakeSlotMove
    | TakeSlipMove
    | GiveMove
    | DemandMove
    | DeclineMove
    | PitMove
    | SkipMove
    | CancelMove
    | AllowMove
    | Reply
    | WithdrawMove
    | Closing
    | RevealMove
    | StopMove
    | Meeting
)
