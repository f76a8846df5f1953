"""Accounts: players and their bots, the addresses that reach them, and changes of address.

The record of an account and the key of an address are in different buckets, so they change one after the other: an
account claims a new address before its record names it, and gives the old one back afterwards. A crash in between can
leave the account with an extra address, but never without one.
"""

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from service.store import Unreadable, keys
from service.store.connection.connect import Client, Place
from service.store.connection.scripts import ADD_BOT, RETIRE, SWAP, TOUCH, UNLINK, Call, flat
from service.store.matches.lists import AccountMatches
from service.store.records import Account
from service.store.values import READING, decode, reading, text, texts, time_of


def fields_of(account: Account) -> dict[str, str | int]:
    """Return an account's stored fields."""
    return {
        "mail": account.mail,
        "name": account.name,
        "language": account.language,
        "zone": account.zone,
        "created": account.created,
        "prefs": json.dumps(account.prefs, ensure_ascii=False),
        "verified": int(account.verified),
        "bouncing": int(account.bouncing),
        **({"owner": account.owner} if account.owner else {}),
    }


def account_from(account: str, fields: Mapping[str, str]) -> Account:
    """Return an account from its stored fields; :raises Unreadable: when they are malformed."""
    with reading(f"account {account}"):
        prefs = decode(fields["prefs"])
        if not isinstance(prefs, dict):
            raise TypeError("preferences are an object")
        return Account(
            id=account,
            mail=fields["mail"],
            name=fields["name"],
            language=fields["language"],
            zone=fields["zone"],
            created=int(fields["created"]),
            prefs=prefs,
            verified=fields["verified"] == "1",
            bouncing=fields["bouncing"] == "1",
            owner=fields.get("owner", ""),
            answered=fields.get("answered", ""),
        )


class Listed(NamedTuple):
    """A bot on the public list, ordered by the time of listing (ms)."""

    since: int
    bot: str


class AccountBots(Client):
    """The bots of every account."""

    def add_bot(self, owner: Account, bot: str, *, name: str, prefs: dict[str, Any], most: int) -> bool:
        """Create a bot with this id unless it exists; return ``False`` if the owner has ``most`` others."""
        if not self._run(Call(ADD_BOT, [keys.account_bots(owner.id)], [bot, most])):
            return False
        # Listed first: a bot that nobody owns would stay for ever. One that is listed and not there yet can be made again.
        if not self._ask(("EXISTS", keys.account(bot))):
            made = Account(
                id=bot,
                mail="",
                name=name,
                language=owner.language,
                zone=owner.zone,
                created=self.now(),
                prefs=prefs,
                owner=owner.id,
            )
            self._ask(("HSET", keys.account(bot), *flat(fields_of(made))))
        return True

    def bots_of(self, owner: str) -> list[str]:
        """Return the ids of somebody's bots."""
        found = sorted(text(one) for one in self._ask(("SMEMBERS", keys.account_bots(owner))))
        return [one for one in found if keys.ACCOUNT.fullmatch(one)]

    def forget_bot(self, owner: str, bot: str) -> None:
        """Take a bot off its owner's list; its account stays, because matches name it."""
        self._ask(("SREM", keys.account_bots(owner), bot))

    def list_bot(self, bot: str, most: int) -> bool:
        """Put a bot on the public list unless it is there; return ``False`` if the list has ``most`` others."""
        key = keys.listed_bots()
        there, count = self._ask_many([("ZSCORE", key, bot), ("ZCARD", key)])
        if there is None and int(count) >= most:
            return False
        self._ask(("ZADD", key, "NX", self.now(), bot))
        return True

    def unlist_bot(self, bot: str) -> None:
        """Take a bot off the list for everybody."""
        self._ask(("ZREM", keys.listed_bots(), bot))

    def listed_bots(self, after: Listed | None, limit: int) -> list[Listed]:
        """Return up to ``limit`` bots of the public list after a given one, in order of listing."""
        key = keys.listed_bots()
        start = "-inf" if after is None else f"({after.since}"
        commands: list[tuple[str | bytes | int, ...]] = [
            ("ZRANGEBYSCORE", key, start, "+inf", "WITHSCORES", "LIMIT", 0, limit)
        ]
        if after is not None:
            commands.append(("ZRANGEBYSCORE", key, after.since, after.since, "WITHSCORES"))
        found = sorted(
            Listed(time_of(score), bot.decode("utf-8", "replace"))
            for reply in self._ask_many(commands)
            for bot, score in zip(reply[::2], reply[1::2], strict=True)
        )
        return [one for one in found if after is None or one > after][:limit]


class AccountBlocks(Client):
    """The accounts that an account has blocked."""

    def block_player(self, account: str, player: str, most: int) -> bool:
        """Block a player for an account; return ``False`` if it has blocked ``most`` others."""
        key = keys.account_blocks(account)
        there, count = self._ask_many([("ZSCORE", key, player), ("ZCARD", key)])
        if there is None and int(count) >= most:
            return False
        self._ask(("ZADD", key, "NX", self.now(), player))
        return True

    def unblock_player(self, account: str, player: str) -> None:
        """Remove a player from those whom an account blocks; does nothing if the player is not blocked."""
        self._ask(("ZREM", keys.account_blocks(account), player))

    def blocks_of(self, account: str) -> dict[str, int]:
        """Return the players that an account has blocked, the latest first, and since when (ms)."""
        found = self._ask(("ZREVRANGE", keys.account_blocks(account), 0, -1, "WITHSCORES"))
        return {text(player): time_of(score) for player, score in zip(found[::2], found[1::2], strict=True)}

    def has_blocked(self, account: str, player: str) -> bool:
        """Return whether an account has blocked a player."""
        return self._ask(("ZSCORE", keys.account_blocks(account), player)) is not None


class AccountMargins(Client):
    """An account's own notes about matches (:func:`service.store.keys.account_margins`)."""

    def margin(self, account: str, fields: Sequence[str]) -> dict[str, str]:
        """Return those of the fields that are there."""
        found = self._ask(("HMGET", keys.account_margins(account), *fields))
        return {name: text(said) for name, said in zip(fields, found, strict=True) if said is not None}

    def margins_of(self, account: str) -> dict[str, str]:
        """Return all fields."""
        return texts("margins", self._ask(("HGETALL", keys.account_margins(account))))

    def keep_margin(self, account: str, fields: Mapping[str, str | None]) -> None:
        """Set fields, or delete those that are None."""
        key = keys.account_margins(account)
        kept = [part for name, said in fields.items() if said is not None for part in (name, said)]
        gone = [name for name, said in fields.items() if said is None]
        commands = [("HSET", key, *kept)] if kept else []
        self._ask_many([*commands, *([("HDEL", key, *gone)] if gone else [])])


NOBODY = "p_" + "0" * 32
"""An account id that stands for no account."""
CLAIMED = 600_000
"""How long an address may stay claimed before the account's record names it (ms)."""
CHANGEABLE = frozenset({"name", "language", "zone", "verified", "bouncing"})
COMPARED = frozenset({"mail", "name", "language", "zone", "verified", "bouncing"})
"""Fields compared on write (optimistic locking): everything an owner sees of the account, and everything that
conditions depend on."""


class Accounts(AccountMatches, AccountBots, AccountBlocks, AccountMargins):
    """The accounts of an installation."""

    def create_account(
        self, *, mail: str, name: str, language: str = "en", zone: str = "UTC", verified: bool = False
    ) -> Account:
        """Return the account with this email address, creating it if necessary; without an email address, always create one."""
        while True:
            account = Account(
                id="p_" + secrets.token_hex(16),
                mail=mail,
                name=name,
                language=language,
                zone=zone,
                created=self.now(),
                verified=verified,
            )
            self._ask(("HSET", keys.account(account.id), *flat(fields_of(account))))
            if not mail:
                return account
            # The address decides who was first. The loser's record is removed again; a crash in between leaves a record
            # that nothing points to, until it is purged.
            self._ask(("SET", keys.mail(mail), account.id, "NX"))
            owner = text(self._ask(("GET", keys.mail(mail))) or b"")
            # Known addresses and new ones take as many commands, and writes, on the way: the time tells nobody which it
            # was.
            self._ask(("EXISTS" if owner == account.id else "DEL", keys.account(account.id)))
            # From now on for a while it is not purged.
            if owner and self._run(Call(TOUCH, [keys.account(owner)], ["asked", "TIME"])):
                found = self.account(owner)
                if found is not None and not self._is_left_over(mail, found):
                    return found
            # It was purged a moment ago, or is being deleted, or a crash has left an address that leads nowhere, or to an
            # account that never got it.
            self._unlink(mail, owner)

    def _is_left_over(self, mail: str, owner: Account) -> bool:
        """Return whether an address leads to an account that only has others, and neither gets this one now nor had it before.

        A crash between :meth:`MailAddresses.claim_mail` and the change of the record leaves such an address. Old
        addresses lead to the account only for a while.
        """
        if mail.strip().lower() in [one.lower() for one in owner.mails]:
            return False
        left, claim = self._ask_many([("PTTL", keys.mail(mail)), ("GET", keys.mail_claim(mail))])
        return int(left) < 0 and text(claim or b"") != owner.id

    def _unlink(self, mail: str, account: str) -> bool:
        """Unlink an email address from an account; return ``False`` if it leads to another."""
        return bool(self._run(Call(UNLINK, [keys.mail(mail)], [account])))

    def account(self, account: str) -> Account | None:
        """Return an account, or None for unknown ids, for bots' player ids, and for accounts being deleted."""
        if not keys.ACCOUNT.fullmatch(account):
            return None
        fields = self._ask(("HGETALL", keys.account(account)))
        return (
            account_from(account, texts(f"account {account}", fields))
            if fields and b"departing" not in fields
            else None
        )

    def accounts(self, accounts: Sequence[str]) -> list[Account | None]:
        """Return several accounts in one round trip, each as :meth:`account` does, and None for unreadable ones, too."""
        names = [f"account {one}" for one in accounts]
        replies = self._ask_each([("HGETALL", keys.account(one)) for one in accounts], names)
        found: list[Account | None] = []
        for account, name, reply in zip(accounts, names, replies, strict=True):
            one = None
            with suppress(Unreadable):
                if not isinstance(reply, Unreadable) and reply and b"departing" not in reply:
                    one = account_from(account, texts(name, reply))
            found.append(one)
        return found

    def prefs_of(self, accounts: Sequence[str]) -> list[dict[str, Any]]:
        """Return the preferences of several accounts in one round trip; empty for missing and unreadable ones."""
        names = [f"account {one}" for one in accounts]
        replies = self._ask_each([("HGET", keys.account(one), "prefs") for one in accounts], names)
        return [_prefs(name, reply) for name, reply in zip(names, replies, strict=True)]

    def seated(self, accounts: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Return ``language`` and ``answered`` of several accounts in one round trip, empty for missing and unreadable ones."""
        names = [f"account {one}" for one in accounts]
        replies = self._ask_each([("HMGET", keys.account(one), "language", "answered") for one in accounts], names)
        read = [(None, None) if isinstance(one, Unreadable) else one for one in replies]
        return {
            account: (text(language or b""), text(answered or b""))
            for account, (language, answered) in zip(accounts, read, strict=True)
        }

    def scan_accounts(self, place: Place, count: int) -> tuple[Place | None, list[Account]]:
        """Return the accounts among about ``count`` keys of the store, and where to continue (None after the last).

        Begin with ``Place()``. An account may be returned twice; accounts being deleted and unreadable ones are left
        out.
        """
        after, found = self._scan(place, "sp:{*}:u:p_*", count)
        names = sorted({one.decode("utf-8", "replace").rpartition(":")[2] for one in found})
        ids = [one for one in names if keys.ACCOUNT.fullmatch(one)]
        replies = self._ask_each([("HGETALL", keys.account(one)) for one in ids], [f"account {one}" for one in ids])
        accounts = []
        for one, reply in zip(ids, replies, strict=True):
            with suppress(Unreadable):
                if not isinstance(reply, Unreadable) and reply and b"departing" not in reply:
                    accounts.append(account_from(one, texts(f"account {one}", reply)))
        return after, accounts

    def account_by_mail(self, mail: str) -> Account | None:
        """Return the account of an email address, ignoring case."""
        found = self._ask(("GET", keys.mail(mail)))
        # Asked for in any case, so that it takes the same time whether there is an account or not.
        return self.account(NOBODY if found is None else text(found))

    def update_account(self, account: str, **changes: Any) -> Account | None:
        """Change name, language, zone, verified or bouncing; return None if there is no such account.

        :raises ValueError: for anything else, naming it.
        """
        _only(changes, CHANGEABLE)
        before = self.account(account)
        if before is None or not changes:
            return before
        after = replace(before, **changes)
        stored = fields_of(after)
        changed = {name: stored[name] for name in changes}
        return after if self._run(Call(TOUCH, [keys.account(account)], flat(changed))) else None

    def change_account(self, account: str, change: Callable[[Account], Mapping[str, Any]]) -> Account | None:
        """Change fields to the values that ``change`` computes from the current account, retrying if it was changed
        meanwhile.

        Returns None if there is no such account. An exception from ``change`` is passed on, and nothing is changed.

        :param change: returns some of name, language, zone, verified, bouncing, prefs; other fields stay as they are.
        :raises ValueError: for anything else, naming it.
        """
        return self._change(account, change, CHANGEABLE | {"prefs"})

    def _change(
        self, account: str, change: Callable[[Account], Mapping[str, Any]], changeable: frozenset[str]
    ) -> Account | None:
        while True:
            fields = texts(f"account {account}", self._ask(("HGETALL", keys.account(account))))
            if not fields or "departing" in fields:
                return None
            before = account_from(account, fields)
            changes = change(before)
            _only(changes, changeable)
            after = replace(before, **changes)
            wanted = {name: str(value) for name, value in fields_of(after).items() if name in COMPARED | changes.keys()}
            args = [part for name, value in wanted.items() for part in (name, fields[name], value)]
            done = int(self._run(Call(SWAP, [keys.account(account)], args)))
            if done != 0:
                return after if done == 1 else None

    def change_prefs(self, account: str, change: Callable[[Account], dict[str, Any]]) -> Account | None:
        """Change preferences to those that ``change`` computes from the current account, as in :meth:`change_account`."""
        return self.change_account(account, lambda before: {"prefs": change(before)})


def _only(changes: Mapping[str, Any], known: frozenset[str]) -> None:
    foreign = changes.keys() - known
    if foreign:
        raise ValueError(f"{', '.join(sorted(foreign))}: only {', '.join(sorted(known))} can be changed")


def _prefs(name: str, reply: bytes | Unreadable | None) -> dict[str, Any]:
    if reply is None or isinstance(reply, Unreadable):
        return {}
    try:
        found = decode(reply)
    except READING:
        return {}  # whoever loads the account says so
    return found if isinstance(found, dict) else {}


class MailAddresses(Accounts):
    """The addresses of accounts."""

    def claim_mail(self, account: str, mail: str) -> Literal["claimed", "ours", "taken"]:
        """Link an email address to this account; ``taken``: it belongs to another account that has been logged in to.

        ``ours``: it was linked here before. ``claimed``: it is linked by this call.

        An account that was only created by an invitation to the address stays as it is; pending login codes for it
        become invalid.
        """
        key = keys.mail(mail)
        while True:
            # First: if this is broken off before the record has the address, the address is free when this is over.
            claim = ("SET", keys.mail_claim(mail), account, "PX", CLAIMED)
            self._ask((*claim, "NX"))
            fresh = self._ask(("SET", key, account, "NX")) is not None
            owner = text(self._ask(("GET", key)) or b"")
            if owner == account:
                self._ask(claim)  # whoever claimed it before has let it go
                self._ask(("PERSIST", key))
                return "claimed" if fresh else "ours"
            found = self.account(owner) if owner else None
            if found is not None and found.verified and not self._is_left_over(mail, found):
                return "taken"
            if found is not None:
                self.end_login_codes(owner)
            self._unlink(mail, owner)

    def change_mail(self, account: str, change: Callable[[Account], Mapping[str, Any]]) -> Account | None:
        """Change the email address in the account's record, and other members, as :meth:`change_account` does."""
        return self._change(account, change, CHANGEABLE | {"mail", "prefs"})

    def retire_mail(self, account: str, mail: str, life: int) -> None:
        """Keep an email address linked to this account for ``life`` more milliseconds (0 = not at all), if it is."""
        self._run(Call(RETIRE, [keys.mail(mail)], [account, life]))

    def end_login_codes(self, account: str) -> None:
        """Invalidate the account's login codes made until now."""
        self._run(Call(TOUCH, [keys.account(account)], ["codes_ended", "TIME"]))

    def next_code_at(self, account: str) -> int:
        """Return the timestamp (ms) for a new login code, after those of all codes already invalidated."""
        ended = self._ask(("HGET", keys.account(account), "codes_ended"))
        return max(self.now(), int(ended or 0) + 1)

    def end_tokens(self, account: str) -> None:
        """Invalidate everything that may still become a token of an account: grants and requests made until now."""
        self._run(Call(TOUCH, [keys.account(account)], ["tokens_ended", "TIME"]))

    def tokens_ended(self, account: str) -> int | None:
        """Return when :meth:`end_tokens` was last called (ms, 0: never), or None if the account is gone or being deleted."""
        reply = self._ask(("HMGET", keys.account(account), "created", "departing", "tokens_ended"))
        created, departing, ended = (None if one is None else text(one) for one in reply)
        return None if created is None or departing is not None else int(ended or 0)

    def end_links(self, account: str) -> None:
        """Invalidate the links that sign in, in letters to an account that were due until now."""
        self._run(Call(TOUCH, [keys.account(account)], ["links_ended", "TIME"]))
