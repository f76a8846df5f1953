"""Accounts whose owners want them deleted: marked first, emptied step by step, and gone when nothing is left to do.

Each step may be repeated, so whoever finds an account on the list goes on where somebody was interrupted.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from service.store import keys
from service.store.accounts.purge import Purge
from service.store.connection.scripts import DEPART, DEPARTED, FORGET_LETTERS, TOUCH, Call
from service.store.errors import Unreadable
from service.store.reading import text

log = logging.getLogger("siegelpost.store")


class Departures(Purge):
    """Taking accounts away at their owners' wish."""

    def begin_departure(self, account: str) -> bool:
        """Mark an account as going; ``False``: there is none. From now on :meth:`account` does not find it any more.

        Its name, address and preferences go at once. The address is kept in the mark until it leads here no more.
        """
        names = [keys.account(account), keys.departing(keys.bucket_of(account))]
        return self._run(Call(DEPART, names, [account])) is not None

    def note_guest(self, account: str, opened: int, *, most: int) -> bool:
        """Put a guest account on the list of those that go when they rest; ``False``: there are ``most`` already.

        :param opened: when the account was made (ms).
        """
        self._ask(("ZADD", keys.guests(), opened, account))
        if int(self._ask(("ZCARD", keys.guests()))) <= most:
            return True
        self.forget_guest(account)
        return False

    def guests(self, *, until: int) -> list[str]:
        """Return the guest accounts that were opened until then (ms), the oldest first."""
        return [text(one) for one in self._ask(("ZRANGEBYSCORE", keys.guests(), "-inf", until))]

    def forget_guest(self, account: str) -> None:
        """Take a guest account off the list: it was kept, or goes."""
        self._ask(("ZREM", keys.guests(), account))

    def departing(self) -> list[str]:
        """Return the accounts that go, in the order of their ids."""
        buckets = range(keys.BUCKETS)
        replies = self._ask_each(
            [("SMEMBERS", keys.departing(bucket)) for bucket in buckets],
            [f"the departing accounts of bucket {bucket}" for bucket in buckets],
        )
        found = [text(one) for reply in replies if not isinstance(reply, Unreadable) for one in reply]
        return sorted(one for one in found if keys.ACCOUNT.fullmatch(one))

    def forget_departing_address(self, account: str) -> None:
        """Forget which address led to an account that goes, and the networks it was used from; then the address itself."""
        address = self._ask(("HGET", keys.account(account), "departing"))
        if address:
            self._forget_address(account, address)
            self._run(Call(TOUCH, [keys.account(account)], ["departing", ""]))

    def forget_letters(self, account: str, matches: Sequence[str]) -> None:
        """Forget all letters to an account about these matches, those that wait and the records of those that went."""
        recipients = [
            keys.recipient_of(account, None, keys.DIGEST),
            *(keys.recipient_of(account, match, channel) for match in matches for channel in (keys.MAIL, keys.PUSH)),
        ]
        calls = [Call(FORGET_LETTERS, _letters(one), [one]) for one in recipients]
        for reply in self._run_each(calls, [f"the letters of {one}" for one in recipients]):
            if isinstance(reply, Unreadable):
                log.error("%s", reply)

    def end_departure(self, account: str) -> bool:
        """Forget the account itself; ``False``: matches of it are not over, or it was not asked to go."""
        recipient, bucket = keys.recipient_of(account, None), keys.bucket_of(account)
        names = [
            keys.account(account),
            keys.departing(bucket),
            keys.account_matches(account),
            keys.queue(recipient),
            keys.out(bucket),
            keys.not_before(bucket),
            keys.sent(recipient),
            keys.deliveries(recipient),
            keys.given_up(recipient),
            keys.account_matches(account),
            keys.account_finished(account),
            keys.account_places(account),
            keys.account_tables(account),
            keys.account_tokens(account),
            keys.tokens_on_their_way(account),
            keys.account_bots(account),
            keys.webhooks(account),
            keys.feed(account),
            keys.feed_marks(account),
        ]
        return bool(self._run(Call(DEPARTED, names, [account, recipient])))


def _letters(recipient: str) -> list[str]:
    bucket = keys.bucket_of_recipient(recipient)
    parts = (keys.queue(recipient), keys.sent(recipient), keys.deliveries(recipient))
    return [*parts, keys.out(bucket), keys.not_before(bucket), keys.given_up(recipient)]


__all__ = ["Departures"]
