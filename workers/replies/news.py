"""The news of a match that the answer to a mail takes along, so that no letter of its own follows it.

They are taken from the outbox as the deliverer takes them: by lease, judged by the same rules, marked while they are handed
over, and settled with a record. Where anything stands against it they stay there, and go by a letter as they would have.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from service.accounts.told_announcements import note_told
from service.matches.numbering import answerable
from service.matches.settling import is_settled
from service.notifications.asks import asks
from service.notifications.channel import Bundle
from service.notifications.delivery import State
from service.notifications.kinds import kind_of
from service.notifications.planning import Plan, delivery, plan
from service.store.keys import recipient_of
from service.store.outbox import Claim
from service.store.records import Account, Record
from workers.mail.channel import Mail
from workers.replies.outcome import Outcome

LEASE = 120_000
"""How long the news stays with a process that does not report back (ms): longer than the letter takes."""


@dataclass(frozen=True)
class Along:
    """News that is leased to go with the answer to a mail, and the match that it is written from."""

    mail: Mail
    claim: Claim
    plan: Plan
    record: Record
    account: Account

    @property
    def bundle(self) -> Bundle:
        """What a letter tells of them."""
        return Bundle(self.plan.bundle, self.account, self.record, self.plan.name, None, self.record.now)

    def at_handover(self) -> bool:
        """Mark that they are about to go; ``False``: they are not ours any more."""
        return self.mail.context.store.handing(self.claim, [one["id"] for one in self.plan.bundle], self.plan.name, 1)

    def sent(self, answer: str) -> None:
        """Settle them: they went with the answer."""
        self._settle("sent", answer)
        note_told(self.mail.context, self.account)

    def ambiguous(self, answer: str) -> None:
        """Record that nobody knows whether they arrived; such as are sent again then, stay."""
        if self.mail.resends(self.plan.bundle):
            self.give_back()
        else:
            self._settle("ambiguous", answer)

    def give_back(self) -> None:
        """Leave them to a letter of their own."""
        self.mail.context.store.settle(self.claim, [], mail=self.plan.name)

    def _settle(self, state: State, answer: str) -> None:
        ids = [*self.plan.settled, *(one["id"] for one in self.plan.bundle)]
        record = delivery(self.plan, state, 1, self.record.now, answer)
        self.mail.context.store.settle(self.claim, ids, dict(record), mail=self.plan.name)


def take_along(mail: Mail, account: Account, outcome: Outcome, seat: int, name: str) -> Along | None:
    """Lease the news of what came of a mail, ``None``: there are none, or an answer by itself says more.

    :param outcome: of the mail, with the match after what came of it; :param name: of the letter that answers the mail.
    """
    context, record = mail.context, outcome.record
    if (
        outcome.orders & {"help", "more"}
        or any(one.act == "refused" for one in outcome.done)
        or not is_settled(record)
        or _can_change_an_answer(record, seat)
    ):
        return None
    claim = context.store.claim_one(recipient_of(account.id, record.match), LEASE, context.lease_owner)
    if claim is None:
        return None
    waiting = context.store.notices(claim.recipient)
    made = plan(waiting, partial(mail.judge, account=account), record, None, record.now)
    along = Along(mail, claim, made, record, account)
    if waiting.handing is not None or waiting.attempts:
        context.store.defer(
            claim, record.now
        )  # a letter that failed, or whose sender died: the deliverer knows what to do
        return None
    if not made.bundle or not _are_told_by_it(made, record, seat):
        along.give_back()
        return None
    made.name = name
    return along


def _says_more(outcome: Outcome) -> bool:
    """Return whether the answer says what no other letter does: why something is refused, how to write, all choices."""
    return bool(outcome.orders & {"help", "more"}) or any(one.act == "refused" for one in outcome.done)


def _can_change_an_answer(record: Record, seat: int) -> bool:
    """Return whether something is answered and not opened yet, which only an answer by itself lists again."""
    acts = (record.acts.get((one["id"], seat)) for one in answerable(record, seat))
    return any(act is not None and act.commitment is not None for act in acts)


def _are_told_by_it(made: Plan, record: Record, seat: int) -> bool:
    """Return whether all that the news ask can be answered by mail."""
    by_mail = {one["id"] for one in answerable(record, seat)}
    asked = {one.standing["id"] for one in asks(record, seat, made.bundle)}
    return asked <= by_mail and not any(kind_of(one).wants == "open" for one in made.bundle)


__all__ = ["Along", "take_along"]
