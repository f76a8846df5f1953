"""Mail as a channel: whom it reaches, what it will not carry, how a letter is written and handed over, when it is tried again.

A turn mail that may have arrived is not sent again (a second one confuses, and the reminder follows anyway); invitations,
what partners say, results and logins are, under the same Message-ID, so that a mail program can see that they are the same.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from email.message import EmailMessage
from functools import partial

from engine.protocol.evidence import SignedCheckpoint
from engine.registry import game_of
from engine.transparency.checkpoint import checkpoint_of
from service.accounts.login import code_in
from service.accounts.mail_budgets import refusal
from service.accounts.mail_change import elsewhere
from service.accounts.table_links import make_link
from service.accounts.told_announcements import announcement_for, note_told
from service.choices.links import make_choice_link
from service.context import Context
from service.deleted_names import names_as_read
from service.drawing import get_ready
from service.keyring import countersigned
from service.moments import language_of
from service.notifications.channel import AtHandover, Bundle, Permanent
from service.notifications.delivery import Reason
from service.notifications.digests import for_digest, postponed, wish_of
from service.notifications.kinds import KINDS, kind_of
from service.notifications.overtaking import Situation
from service.notifications.planning import Plan
from service.notifications.relevance import lost, overtaken, unwanted
from service.signing import Signer
from service.store.keys import DIGEST, recipient_of
from service.store.records import Account, Notice, Record
from service.typeface import drawable
from service.vacation_days import vacations_of
from workers.mail import headers
from workers.mail.compose import Sender, compose, compose_account, compose_login
from workers.mail.ending import compose_end, is_end_by_operator
from workers.mail.letter import Understood
from workers.mail.mail_url import transport_of
from workers.mail.picture import NoPicture, Picture, begin
from workers.mail.transport import Transport
from workers.mail.wire import Altered
from workers.replies.address import make_address
from workers.replies.return_address import has_return_address, make_return_address

FIRST_DELAY, LONGEST_DELAY, SHORT_LIVED_DELAY = 60_000, 12 * 3_600_000, 60_000
ATTEMPTS = 12
"""After this many failures a letter is given up: 1, 3, 9, ... minutes, then every 12 hours, make nearly three days."""

log = logging.getLogger("siegelpost.deliver")


def open_channel(context: Context) -> Mail:
    """Return mail by the installation's ``SMTP_URL``, ready to draw the first picture."""
    get_ready()
    return Mail(context, transport_of(context.settings.smtp_url))


class Mail:
    """Letters to accounts with an address, one a bundle."""

    def __init__(self, context: Context, transport: Transport) -> None:
        self.context = context
        self._transport = transport

    def serves(self, account: Account) -> bool:
        """Every account: one without an address should see that in the record."""
        return True

    def host(self, account: Account) -> str:
        """Return the domain of the account's address."""
        return account.mail.rpartition("@")[2].lower()

    def rests(self, account: Account, now: Callable[[], int]) -> int | None:
        """Never: a letter makes no noise."""
        return None

    def judge(self, notice: Notice, situation: Situation, *, account: Account | None) -> Reason | None:
        """Return why no letter goes to the account with this notice in it."""
        return judge(notice, situation, account=account)

    def limit(self, plan: Plan, account: Account) -> None:
        """Set a letter aside that can wait for its reader's digest.

        Count one that its reader has not asked for, once for all its attempts; drop what goes beyond a budget.
        """
        self._set_aside(plan, account)
        unasked = [one for one in plan.bundle if kind_of(one).uninvited or not account.verified]
        if not unasked:
            return
        reason = refusal(self.context, account, invitation=any(kind_of(one).uninvited for one in unasked))
        if reason is not None:
            log.warning("%s for %s not sent: %s", unasked[0]["kind"], account.id, reason)
            plan.drop(unasked, reason)

    def _set_aside(self, plan: Plan, account: Account) -> None:
        """Queue for the digest what waits for it; it is there, under the same ids, before it leaves this queue."""
        if wish_of(account).mode == "off" and not vacations_of(account):
            return  # as for most: the store need not be asked for the time
        store = self.context.store
        at = postponed(plan.bundle, account, store.now())
        if at is not None:
            store.notify([for_digest(one, at) for one in plan.bundle], recipient_of(account.id, None, DIGEST))
            plan.set_aside()

    def write(self, bundle: Bundle) -> EmailMessage:
        """Return the letter; :raises ValueError: when it cannot be addressed."""
        context, sender = self.context, sender_of(self.context, bundle.record)
        if kind_of(bundle.notices[-1]).layout == "login":
            login = bundle.notices[-1]
            reader = replace(bundle.account, mail=elsewhere(context, login) or bundle.account.mail)
            return compose_login(login, code_in(context, login), reader, bundle.now, sender)
        if bundle.record is None:
            return compose_account(bundle.notices, bundle.account, bundle.now, sender, name=bundle.name)
        before = bundle.previous and headers.message_id(bundle.previous, sender.mail_from)
        try:
            return self._about_match(bundle, bundle.record, sender, before or None)
        except ValueError:
            raise
        except Exception as error:
            # A match that its operator ended because its rules fail: its people are told all the same.
            if not is_end_by_operator(bundle.notices, bundle.record):
                raise
            match, kind = bundle.record.match, type(error).__name__
            log.warning("the letter about the end of match %s tells nothing else: %s", match, kind)
            return compose_end(bundle.notices, bundle.account, bundle.record, sender, name=bundle.name)

    def write_answer(self, bundle: Bundle, mail: str, understood: Understood) -> EmailMessage:
        """Return the letter about a match that also answers a mail of its reader; ``mail`` is its Message-ID, or empty."""
        assert bundle.record is not None
        return self._about_match(
            bundle, bundle.record, sender_of(self.context, bundle.record), mail or None, understood
        )

    def _picture(news: Sequence[Notice], record: Record, reader: Account) -> Picture | None:
    """Begin to draw the table as the reader sees it; ``None`` before the match has begun."""
    seat = news[0]["seat"]
    if record.state is None or seat is None:
        return None
    rules = game_of(record.table)
    try:
        language = language_of(reader.language)
        names = drawable(names_as_read(record.table["seats"], language))
        return begin(rules.picture(rules.view(record.state, seat), language, names))
    except Exception as error:
        # The text part is complete without it: a turn must not be missed because a drawing failed.
        _say_undrawn(record, type(error).__name__)
        return None


def _say_undrawn(record: Record, why: str) -> None:
    log.error("the table of %s cannot be drawn: %s", record.match, why)


__all__ = ["ATTEMPTS", "Mail", "delay", "judge", "open_channel", "resendable", "sender_of"]
