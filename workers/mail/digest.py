"""The digest as a channel: what waited for it, of all matches, in one letter. Everything else about it is mail.

Nothing is queued for it when it happens: a letter that is due sets its news aside (:meth:`workers.mail.channel.Mail.limit`),
under the same ids. At the hour of the digest they are judged once more, each by its own match.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from email.message import EmailMessage
from functools import partial

from service.accounts.told_announcements import announcement_for
from service.context import Context
from service.notifications.channel import Bundle
from service.notifications.delivery import Reason
from service.notifications.overtaking import Situation
from service.notifications.planning import Plan
from service.notifications.relevance import lost
from service.store.connect import Unreadable
from service.store.records import Account, Notice, Record
from workers.mail.channel import Mail, judge
from workers.mail.compose_digest import compose_digest
from workers.mail.mail_url import transport_of
from workers.mail.sender import sender_of

log = logging.getLogger("siegelpost.deliver")


def open_channel(context: Context) -> Digest:
    """Return digests by the installation's ``SMTP_URL``."""
    return Digest(context, transport_of(context.settings.smtp_url))


class Digest(Mail):
    """One letter about several matches to accounts that wish it."""

    def judge(self, notice: Notice, situation: Situation, *, account: Account | None) -> Reason | None:
        """Return why the digest does not tell this notice."""
        others = [one for one in situation.others if one["match"] == notice["match"]]
        record = self._record_of(notice["match"])
        now = situation.now if record is None else record.now
        return judge(notice, Situation(record, others, now), account=account)

    def lingers(self, plan: Plan, account: Account, record: Record) -> int | None:
        """Never: it comes at its hour."""
        return None

    def limit(self, plan: Plan, account: Account) -> None:
        """Nothing here is unasked, and nothing waits any longer."""

    def write(self, bundle: Bundle) -> EmailMessage:
        """Return the digest."""
        by_match: dict[str, list[Notice]] = {}
        for notice in bundle.notices:
            by_match.setdefault(notice["match"], []).append(notice)
        found = [(news, record) for match, news in by_match.items() if (record := self._record_of(match)) is not None]
        # Loaded once more since it was judged: a seat may have been given away in between.
        tables = [(news, replace(record, now=bundle.now)) for news, record in found if lost(news[0], record) is None]
        if not tables:
            raise ValueError("nothing is left to tell")
        sender, about = sender_of(self.context), partial(sender_of, self.context)
        said = announcement_for(self.context, bundle.account)
        return compose_digest(
            tables, bundle.account, bundle.now, sender, name=bundle.name, sender_about=about, announcement=said
        )

    def _record_of(self, match: str) -> Record | None:
        """Return a match; one that cannot be read is left out, so that it does not hold up the others."""
        try:
            return self.context.store.load(match)
        except Unreadable as error:
            log.error("the digest leaves out match %s: %s", match, error)
            return None


__all__ = ["Digest", "open_channel"]
