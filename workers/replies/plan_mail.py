"""A mail about standing orders, and what is in force of its seat: as far as all of it came by mail, a worker reads it back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.contract import Language
from engine.kit.plan_sentences import Order, Sentence, SpeaksOrders, sentences_of
from engine.registry import game_of
from service.context import Context
from service.matches.changes import tries_of_act
from service.matches.errors import ActError
from service.matches.orders import orders_in_force, orders_seq, would_answer
from service.store.records import Record
from service.store.replies import ReplyNote
from workers.replies.address import ReplyAddress
from workers.replies.outcome import Done, Note, Outcome
from workers.replies.planned import Planned, PlanTrouble
from workers.replies.recalled_orders import NotReadNow, ReadsOrders


@dataclass(frozen=True)
class InForce:
    """What stands of a seat: the number of its last act about orders, and the orders; ``None``: they were set elsewhere.

    In the place of one that is over by now stands ``None``: until something is changed, a number means the same order.
    """

    seq: int
    orders: Sequence[Order | None] | None


@dataclass(frozen=True)
class PlanMail:
    """A mail about standing orders, with what it takes to carry it out."""

    context: Context
    record: Record
    address: ReplyAddress
    before: ReplyNote
    note: Note
    recall: ReadsOrders
    language: Language

    @property
    def seat(self) -> int:
        """Whose orders they are."""
        return self.address.seat

    def sentences(self) -> list[Sentence]:
        """Return the sentences that can be written at this table; none before the match has begun."""
        state = self.record.state
        return [] if state is None else sentences_of(game_of(self.record.table), state, self.seat, self.language)

    def told(self, trouble: PlanTrouble | None = None, line: str = "") -> Planned:
        """Return that nothing was changed, why, and for which line."""
        return Planned(self.seat, self.language, trouble, line=line)

    def outcome(self, planned: Planned, done: Sequence[Done] = (), unread: tuple[str, ...] = ()) -> Outcome:
        """Return what the mail came to."""
        return Outcome(self.record, done, planned=planned, unread=unread)


def in_force(mail: PlanMail) -> tuple[PlanMail, InForce]:
    """Return the orders in force of the seat, and the mail with the match as it was then.

    :raises NotReadNow: when no worker can tell.
    """
    for record in tries_of_act(mail.context, mail.record, mail.seat):
        # A worker reads what stands when it reads: others may have been set since the match was read.
        mail = replace(mail, record=record)
        seq, act = orders_seq(mail.record, mail.seat), orders_in_force(mail.record, mail.seat)
        if act is None:
            return mail, InForce(seq, ())
        found = mail.recall(mail.record, mail.address, act) if act.mailed else None
        if found is not None:
            orders = speaker(mail.record).orders_listed(found)
            return mail, InForce(seq, [None if _is_over(mail, one) else one for one in orders])
        now = mail.context.store.load(mail.record.match) or mail.record
        if orders_seq(now, mail.seat) in (0, seq):
            return mail, InForce(seq, None)
    raise NotReadNow


def _is_over(mail: PlanMail, order: Order) -> bool:
    """Return whether an order can answer nothing any more, such as one for a round that has been played."""
    try:
        would_answer(mail.record, mail.seat, speaker(mail.record).orders_made([order]))
    except ActError:
        return True
    return False


def speaker(record: Record) -> SpeaksOrders:
    """Return the game of a match whose standing orders can be written (:func:`service.matches.orders_by_mail.why_not`)."""
    game = game_of(record.table)
    assert isinstance(game, SpeaksOrders)
    return game


def listed(mail: PlanMail) -> Planned:
    """Return what stands, for a mail that changes nothing. :raises NotReadNow: when no worker can tell."""
    _, stands = in_force(mail)
    return with_what_stands(mail.told(), stands)


def with_what_stands(planned: Planned, stands: InForce) -> Planned:
    """Return what became of a mail that changed nothing, with what stands as before."""
    return replace(planned, stands=stands.orders or (), elsewhere=stands.orders is None)


__all__ = ["InForce", "PlanMail", "in_force", "listed", "speaker", "with_what_stands"]
