"""Departing accounts: deleted by their owners, or made for an address and never used.

Each step may be repeated, so any process that finds an account on the list continues an interrupted departure.

An account is removed 30 days after the last request for its address, if the address was never confirmed, it owns
nothing, and its owner has set no mail preferences. All data under its id or its address goes with it. Records of
letters about matches it was invited to stay until they expire. A mailbox's refusal of invitations stays for good.
"""

import logging
from collections.abc import Sequence
from typing import Any

from service.store import Unreadable, keys
from service.store.accounts.accounts import Accounts
from service.store.connection.connect import Place
from service.store.connection.scripts import DEPART, DEPARTED, FORGET_LETTERS, PURGE, TOUCH, Call
from service.store.values import text

KEPT = 30 * 86_400_000
"""How long an account waits for its address to be confirmed, in milliseconds."""
AT_ONCE = 1_000
LOOKS = 20
"""How many batches of the store's keys one run looks through; the next run continues from there."""

log = logging.getLogger("siegelpost.store")


class Purge(Accounts):
    """Removing unconfirmed accounts, one part of the store at a time."""

    _looked_up_to = Place()

    def purge_unconfirmed(self) -> int:
        """Remove unconfirmed accounts that nobody has asked for in :data:`KEPT`; return how many."""
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
        """Remove the accounts among these that may be removed."""
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
        """Delete the data under a removed account's address. If interrupted, the next request for the address does it."""
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
        """Mark an account as departing, so that :meth:`account` no longer finds it; return ``False`` if there is none.

        Its name, addresses and preferences are deleted at once. The mark keeps the addresses until they are unlinked.

        :param unkept: only if it has no address: a guest may just have named one.
        """
        names = [keys.account(account), keys.departing(keys.bucket_of(account))]
        return self._run(Call(DEPART, names, [account, "unkept" if unkept else ""])) is not None

    def note_guest(self, account: str, opened: int, *, most: int) -> bool:
        """Put a guest account on the list of those removed when idle; return ``False`` if there are ``most`` already.

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
        """Return the guest accounts opened until then (ms), the oldest first."""
        return [text(one) for one in self._ask(("ZRANGEBYSCORE", keys.guests(), "-inf", until))]

    def forget_guest(self, account: str) -> None:
        """Take a guest account off the list, because it was kept or is being removed."""
        self._ask(("ZREM", keys.guests(), account))

    def departing(self) -> list[str]:
        """Return the departing accounts, in the order of their ids."""
        buckets = range(keys.BUCKETS)
        replies = self._ask_each(
            [("SMEMBERS", keys.departing(bucket)) for bucket in buckets],
            [f"the departing accounts of bucket {bucket}" for bucket in buckets],
        )
        found = [text(one) for reply in replies if not isinstance(reply, Unreadable) for one in reply]
        return sorted(one for one in found if keys.ACCOUNT.fullmatch(one))

    def forget_departing_address(self, account: str) -> None:
        """Unlink the addresses of a departing account, after deleting the networks they were used from."""
        addresses = self._ask(("HGET", keys.account(account), "departing"))
        if addresses:
            for address in addresses.split():
                self._forget_address(account, address)
            self._run(Call(TOUCH, [keys.account(account)], ["departing", ""]))

    def forget_letters(self, account: str, matches: Sequence[str]) -> None:
        """Delete all letters to an account about these matches: waiting ones, and the records of those sent."""
        recipients = [
            keys.recipient_of(account, None, keys.DIGEST),
            *(keys.recipient_of(account, match, channel) for match in matches for channel in (keys.MAIL, keys.PUSH)),
        ]
        calls = [Call(FORGET_LETTERS, _letters(one), [one]) for one in recipients]
        for reply in self._run_each(calls, [f"the letters of {one}" for one in recipients]):
            if isinstance(reply, Unreadable):
                log.error("%s", reply)

    def end_departure(self, account: str) -> bool:
        """Delete the account itself; return ``False`` if it has unfinished matches or is not departing."""
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
            keys.account_shown(account),
            keys.bot_record(account),
            keys.account_blocks(account),
            keys.account_margins(account),
            keys.account_puzzles(account),
            keys.account_tournaments(account),
            keys.account_places(account),
            keys.account_tables(account),
            keys.account_talk(account),
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
