"""Mail addresses, the accounts that they lead to, and changes of address.

The record of an account and the key of an address are in different buckets, so they change one after the other: an account
takes a new address before its record names it, and gives the old one back afterwards. A crash in between leaves an address
too many that leads to the account, never one too few.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from service.store import keys
from service.store.accounts.accounts import CHANGEABLE, Accounts
from service.store.connection.scripts import RETIRE, TOUCH, Call
from service.store.reading import text
from service.store.records import Account


class MailAddresses(Accounts):
    """The addresses of accounts."""

    def claim_mail(self, account: str, mail: str) -> Literal["claimed", "ours", "taken"]:
        """Let a mail address lead to this account; ``taken``: it is that of another one that somebody has logged in to.

        ``ours``: it led here before. ``claimed``: not before this call.

        An account that only waits for its owner, who has been invited there, stays as it is; login codes on their way to
        it are worth nothing any more.
        """
        key = keys.mail(mail)
        while True:
            fresh = self._ask(("SET", key, account, "NX")) is not None
            owner = text(self._ask(("GET", key)) or b"")
            if owner == account:
                self._ask(("PERSIST", key))
                return "claimed" if fresh else "ours"
            found = self.account(owner) if owner else None
            if found is not None and found.verified:
                return "taken"
            if found is not None:
                self.end_login_codes(owner)
            self._unlink(mail, owner)

    def change_mail(self, account: str, change: Callable[[Account], Mapping[str, Any]]) -> Account | None:
        """Change the mail address in the account's record, and other members, as :meth:`change_account` does."""
        return self._change(account, change, CHANGEABLE | {"mail", "prefs"})

    def retire_mail(self, account: str, mail: str, life: int) -> None:
        """Let a mail address lead to this account for ``life`` milliseconds more, if it does; 0: no longer."""
        self._run(Call(RETIRE, [keys.mail(mail)], [account, life]))

    def end_login_codes(self, account: str) -> None:
        """End the login codes of an account that were made until now."""
        self._run(Call(TOUCH, [keys.account(account)], ["codes_ended", "TIME"]))

    def next_code_at(self, account: str) -> int:
        """Return the moment (ms) for a login code that is made now: not even codes ended in this millisecond end it."""
        ended = self._ask(("HGET", keys.account(account), "codes_ended"))
        return max(self.now(), int(ended or 0) + 1)

    def end_tokens(self, account: str) -> None:
        """End what may still become a token of an account: what was allowed, or begun, until now."""
        self._run(Call(TOUCH, [keys.account(account)], ["tokens_ended", "TIME"]))

    def tokens_ended(self, account: str) -> int | None:
        """Return when :meth:`end_tokens` was last called (ms, 0: never), or None if the account is gone or being deleted."""
        reply = self._ask(("HMGET", keys.account(account), "created", "departing", "tokens_ended"))
        created, departing, ended = (None if one is None else text(one) for one in reply)
        return None if created is None or departing is not None else int(ended or 0)

    def end_links(self, account: str) -> None:
        """End the links in letters to an account that sign its reader in, of letters that were due until now."""
        self._run(Call(TOUCH, [keys.account(account)], ["links_ended", "TIME"]))


__all__ = ["MailAddresses"]
