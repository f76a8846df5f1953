"""Accounts that go: deleted by their owners, or made for an address and never used.

Each step may be repeated, so whoever finds an account on the list goes on where somebody was interrupted.

An account goes 30 days after somebody last asked for its address, if nobody ever confirmed it, it owns nothing, and its
owner has not said which mail is wanted. With it goes all that is kept under its id or its address. What stays a while: the
records of letters about matches it was invited to, which expire by themselves. What stays for good: that a mailbox wants no
invitations.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from service.store import keys
from service.store.accounts.accounts import Accounts
from service.store.connection.connect import Place
from service.store.connection.scripts import DEPART, DEPARTED, FORGET_LETTERS, PURGE, TOUCH, Call
from service.store.errors import Unreadable
from service.store.values.reading import text

KEPT = 30 * 86_400_000
"""How long an account waits for somebody to confirm its address, in milliseconds."""
AT_ONCE = 1_000
LOOKS = 20
"""How many times so many keys of the store one run looks through; the next run goes on where it stopped."""

log = logging.getLogger("siegelpost.store")


class Purge(Accounts):
    """Taking unconfirmed accounts away, a part of the store at a time."""

    _looked_up_to = Place()

    def purge_unconfirmed(self) -> int:
        """Take unconfirmed accounts away that nobody has asked for in :data:`KEPT`; return how many."""
        purged = 0
        for _ in range(LOOKS):
            place, found = self._scan(self._looked_up_to, "sp:{*}:u:p_*", AT_ONCE)
            names = sorted({one.decode("utf-8", "replace").rpartition(":")[2] for one in found})
            purged += self._purge([one for one in names if keys.ACCOUNT.fullmatch(one)])
            self._looked_up_to = Place() if place is None else place
            if place is None:
                break
        return purged

    def _purge(self, accounts: list[str]) -> int:
        """Take those of these accounts away that may go."""
        what = [f"account {account}" for account in accounts]
        asked = self._ask_each([("HGET", keys.account(account), "verified") for account in accounts], what)
        open_ones = [account for account, reply in zip(accounts, asked, strict=True) if reply == b"0"]
        now = self.now()
        replies = self._run_each([_call(one, now) for one in open_ones], [f"account {one}" for one in open_ones])
        purged = 0
        for account, reply in zip(open_ones, replies, strict=True):
            if isinstance(reply, Unreadable):
                log.error("%s", reply)
            elif reply is not None:
                self._forget_address(account, reply)
                purged += 1
        return purged

    def _forget_address(self, account: str, mail: Any) -> None:
        """Forget what is kept under the address of an account that is gone. Interrupted, the next who asks for it does so."""
        address = text(mail)
        if self._unlink(address, account):  # else it leads to another, and the networks are that one's
            self._ask(("DEL", keys.networks(address)))


def _call(account: str, now: int) -> Call:
    recipient, bucket = keys.recipient_of(account, None), keys.bucket_of(account)
    names = [
        keys.account(account),
        keys.account_matches(account),
        keys.account_finished(account),
        keys.account_tokens(account),
        keys.account_places(account),
        keys.account_tables(account),
        keys.queue(recipient),
        keys.sent(recipient),
        keys.deliveries(recipient),
        keys.out(bucket),
        keys.not_before(bucket),
        keys.feed(account),
        keys.feed_marks(account),
        keys.given_up(recipient),
    ]
    return Call(PURGE, names, [now - KEPT, now, recipient])


class Departures(Purge):
    """Taking accounts away at their owners' wish."""

    def begin_departure(self, account: str, *, unkept: bool = False) -> bool:
        """Mark an account as going; ``False``: there is none. From now on :meth:`account` does not find it any more.

        Its name, address and preferences go at once. The address is kept in the mark until it leads here no more.

        :param unkept: only if it has no address: a guest may just have been kept.
        """
        names = [keys.account(account), keys.departing(keys.bucket_of(account))]
        return self._run(Call(DEPART, names, [account, "unkept" if unkept else ""])) is not None

    def note_guest(self, account: str, opened: int, *, most: int) -> bool:
        """Put a guest account on the list of those that go when they rest; ``False``: there are ``most`` already.

        :param opened: when the account was made (ms).
        """
        self._ask(("ZADD", keys.guests(), opened, account))
        if int(self._ask(("ZCARD", keys.guests()))) <= most:
            return True
        self.forget_guest(account)
        return False

    def guest_count(self) -> int:
        """Return how many guest accounts there are."""
        return int(self._ask(("ZCARD", keys.guests())))

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


__all__ = ["KEPT", "Departures", "Purge"]
