"""One recipient, one letter: what waits for him is planned, written, handed over, and its end is recorded.

A mark in the store, set just before a letter is handed over, tells the next deliverer when somebody died in that moment. What
is certain is settled, what failed is tried again, what nobody can know is called ambiguous, counted, and shown to the player.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from email.message import EmailMessage
from functools import lru_cache

from engine.registry import game_of
from service.accounts import code_in
from service.context import Context
from service.drawing import png
from service.lobby import seat_of
from service.mail_budgets import refusal
from service.notifications.delivery import ATTEMPTS, Delivery, Plan, State, delay, delivery, plan, resendable
from service.store.connect import Unreadable, members
from service.store.outbox import Claim, Outgoing
from service.store.records import Account, Notice, Record
from workers.lanes import Lanes
from workers.mail import headers
from workers.mail.compose import Sender, compose, compose_login
from workers.mail.transport import Ambiguous, NotHanded, Permanent, Temporary, Transport
from workers.mail.wire import Altered

PICTURE_WIDTH = 720
UNREADABLE_WAIT = 600_000
"""How long letters about a match wait that cannot be read, before they are looked at again (ms)."""
DELIVERED = members(Delivery)
PICTURES_KEPT = 128
"""Pictures of a hundred kilobytes each, for letters that are tried again and views that several readers share."""

log = logging.getLogger("siegelpost.deliver")


@dataclass(frozen=True)
class Desk:
    """What serving recipients takes. ``pictures`` says whether there is time to draw the table."""

    context: Context
    transport: Transport
    lanes: Lanes
    pictures: bool = True


def serve(desk: Desk, claim: Claim) -> State | None:
    """Serve one leased recipient; return how the attempt ended, ``None`` if there was nothing to tell or not now."""
    context, store = desk.context, desk.context.store
    waiting = store.notices(claim.recipient)
    if waiting.handing is not None:
        return _after_a_death(context, claim, waiting)
    head, _, account_id = claim.recipient.partition(":")
    account = store.account(account_id)
    wait = None if account is None else desk.lanes.delay(_domain(account))
    if wait is not None:
        store.defer(claim, store.now() + wait)
        return None
    try:
        record = None if head == "acct" else store.load(head)
    except Unreadable as error:
        # Nobody can say what is news in it. Its letters wait; everybody else's, and this reader's others, do not.
        log.error("the letters of match %s wait: %s", head, error)
        store.defer(claim, store.now() + UNREADABLE_WAIT)
        return None
    past: list[Delivery] = [one for one in store.deliveries(claim.recipient) if not DELIVERED - one.keys()]  # type: ignore[misc]
    if waiting.rotten:
        log.error("%d news for %s cannot be read and are not told", len(waiting.rotten), claim.recipient)
    now = store.now() if record is None else record.now
    made = plan(waiting, account, record, past[0] if past else None, now)
    if account is not None and not made.again and waiting.attempts == 0:
        _keep_to_budgets(context, account, made)
    if record is not None and made.silent and _belongs(record, account_id):
        store.note_match(account_id, record.match)
    if record is not None and record.table["status"] == "closed":
        store.file_match(account_id, record.match, record.at)
    return _Attempt(context, desk, claim, made, waiting.attempts + 1, now).run(account, record, past)


def _belongs(record: Record, account: str) -> bool:
    """Return whether the match is the account's still: it may have given its seat back since."""
    return account == record.table["owner"] or seat_of(record.table, account) is not None


def _keep_to_budgets(context: Context, account: Account, made: Plan) -> None:
    """Count a letter that its reader has not asked for, once for all its attempts; drop what goes beyond a budget."""
    unasked = [one for one in made.letter if one["kind"] == "invited" or not account.verified]
    if not unasked:
        return
    reason = refusal(context, account, invitation=any(one["kind"] == "invited" for one in unasked))
    if reason is not None:
        log.warning("%s for %s not sent: %s", unasked[0]["kind"], account.id, reason)
        made.drop(unasked, reason)


def _after_a_death(context: Context, claim: Claim, waiting: Outgoing) -> State:
    """Record that a letter is ambiguous because its deliverer died while handing it over."""
    assert waiting.handing is not None
    ids = set(waiting.handing.ids)
    made = Plan(mail=waiting.handing.mail, letter=[one for one in waiting.pending if one["id"] in ids])
    attempt = _Attempt(
        context, None, claim, made, max(waiting.attempts + 1, waiting.handing.attempt), context.store.now()
    )
    return attempt.ambiguous("the process that was sending this died before it knew the answer")


class _Attempt:
    """One attempt to send one letter, and how it ends."""

    def __init__(self, context: Context, desk: Desk | None, claim: Claim, made: Plan, number: int, now: int) -> None:
        self.context = context
        self.desk = desk
        self.claim = claim
        self.plan = made
        self.number = number
        self.now = now

    def run(self, account: Account | None, record: Record | None, past: list[Delivery]) -> State | None:
        """Write the letter, hand it over, settle; return the state recorded, ``None`` if there was nothing to tell."""
        if not self.plan.letter:
            return self._nothing_to_send()
        assert account is not None
        try:
            letter = self._write(account, record, past)
        except ValueError as error:
            return self._settle("dead", f"the letter cannot be addressed: {error}")
        except Exception as error:
            log.error("a letter about %s cannot be written: %s", self.plan.letter[0]["match"], type(error).__name__)
            return self._retry(f"the letter could not be written: {type(error).__name__}")
        return self._send(letter, account)

    def _send(self, letter: EmailMessage, account: Account) -> State | None:
        assert self.desk is not None
        try:
            with self.desk.lanes.handing(self.claim.recipient, _domain(account)):
                answer = self.desk.transport.send(letter, self._at_handover)
        except NotHanded:
            return None
        except Temporary as error:
            return self._retry(error.answer)
        except Altered as error:
            # An attack, or a mail library with a fault: the letter is out of the way and on record, its text nowhere.
            log.error("letter %s is not sent: %s", self.plan.mail, error.answer)
            return self._settle("dead", error.answer)
        except Permanent as error:
            if error.recipient:
                self.context.store.update_account(account.id, bouncing=True)
            return self._settle("dead", error.answer)
        except Ambiguous as error:
            return self.ambiguous(error.answer)
        return self._settle("sent", answer)

    def ambiguous(self, answer: str) -> State:
        """Record that nobody knows whether the letter arrived; invitations, results and logins go out once more."""
        if resendable(self.plan.letter) and self.number < ATTEMPTS:
            return self._later("ambiguous", answer, resend=True)
        return self._settle("ambiguous", answer)

    def _write(self, account: Account, record: Record | None, past: list[Delivery]) -> EmailMessage:
        context, letter = self.context, self.plan.letter
        sender = _sender(context)
        if record is None:
            return compose_login(letter[-1], code_in(context, letter[-1]), account, self.now, sender)
        before = next((one["mail"] for one in past if one["state"] == "sent"), None)
        picture = _picture(letter, record) if self.desk is None or self.desk.pictures else None
        return compose(
            letter,
            account,
            record,
            sender,
            picture=picture,
            name=self.plan.mail,
            previous=headers.message_id(before, sender.mail_from) if before else None,
        )

    def _at_handover(self) -> bool:
        ids = [one["id"] for one in self.plan.letter]
        return self.context.store.handing(self.claim, ids, self.plan.mail, self.number)

    def _nothing_to_send(self) -> State | None:
        if self.plan.dropped:
            return self._settle("dropped", "")
        self.context.store.settle(self.claim, self.plan.settled)
        return None

    def _retry(self, answer: str) -> State:
        if self.number >= ATTEMPTS:
            return self._settle("dead", answer)
        return self._later("retry", answer, resend=self.plan.again)

    def _later(self, state: State, answer: str, *, resend: bool) -> State:
        record = delivery(self.plan, state, self.number, self.now, answer)
        record["retry_at"] = self.now + delay(self.plan.mail, self.number, record["kinds"])
        if resend:
            record["resend"] = True
        self.context.store.settle(
            self.claim, self.plan.settled, dict(record), retry_at=record["retry_at"], mail=self.plan.mail
        )
        return state

    def _settle(self, state: State, answer: str) -> State:
        record = delivery(self.plan, state, self.number, self.now, answer)
        ids = [*self.plan.settled, *(one["id"] for one in self.plan.letter)]
        self.context.store.settle(self.claim, ids, dict(record), mail=self.plan.mail)
        return state


def _domain(account: Account) -> str:
    return account.mail.rpartition("@")[2].lower()


def _sender(context: Context) -> Sender:
    def unsubscribe(account: str, match: str, invitation: bool) -> str:
        of = {"of": "invitation"} if invitation else {}
        return context.links.make("unsubscribe", {"account": account, "match": match, **of})

    settings = context.settings
    return Sender(
        settings.public_url, settings.mail_from, context.signer.key_id, context.signer.public_key, unsubscribe
    )


def _picture(letter: list[Notice], record: Record) -> bytes | None:
    """Return the table as the reader sees it; ``None`` before the match has begun."""
    seat = letter[0]["seat"]
    if record.state is None or seat is None:
        return None
    rules = game_of(record.table)
    try:
        return _drawn(rules.picture(rules.view(record.state, seat)))
    except Exception as error:
        # The text part is complete without it: a turn must not be missed because a drawing failed.
        log.error("the table of %s cannot be drawn: %s", record.match, type(error).__name__)
        return None


@lru_cache(maxsize=PICTURES_KEPT)
def _drawn(svg: str) -> bytes:
    """Return the picture as PNG. Drawing costs more than all the rest of a letter; one tried again is not drawn again."""
    return png(svg, PICTURE_WIDTH)


__all__ = ["Desk", "serve"]
