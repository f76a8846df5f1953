"""Records of logins (mail budgets, profiles awaiting their code, owners' networks), and rate limits across all processes."""

import json
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from service.store import keys
from service.store.connection.connect import Client
from service.store.connection.scripts import LIMIT, LOGIN, SPEND, USE_CODE, USE_LINK, Call
from service.store.values import reading, text


class Allowance(NamedTuple):
    """A limit's answer: whether one more is allowed, how many are left in this window, seconds until it ends (rounded up)."""

    allowed: bool
    remaining: int
    reset: int


class Budget(NamedTuple):
    """At most ``limit`` of ``name`` for ``who`` (kept as a hash) in a fixed window of ``window`` seconds."""

    name: str
    who: str
    limit: int
    window: int


class Spent(NamedTuple):
    """The exhausted budget, and in how many seconds (rounded up) it is renewed."""

    budget: Budget
    seconds: int


class Used(NamedTuple):
    """The used part of a budget in this window, and seconds until it ends (rounded up; 0 = nothing is counted)."""

    spent: int
    reset: int


class Limits(Client):
    """Counting windows, and mailboxes that refuse invitations."""

    def spend(self, budgets: Sequence[Budget], count: int = 1) -> Spent | None:
        """Count ``count`` more in all these budgets, or in none if one has less left, which is then returned.

        Not repeated after a lost reply, like :meth:`hit`.
        """
        args: list[str | bytes | int] = [count]
        for one in budgets:
            args += [one.limit, one.window * 1000]
        names = [keys.mail_budget(one.name, one.who) for one in budgets]
        full, left = (int(number) for number in self._run(Call(SPEND, names, args), again=False))
        return Spent(budgets[full - 1], -(-left // 1000)) if full else None

    def used(self, budget: Budget) -> Used:
        """Return how much of a budget is used up, without counting."""
        key = keys.mail_budget(budget.name, budget.who)
        count, left = self._ask_many([("GET", key), ("PTTL", key)])
        return Used(int(count or 0), -(-max(0, int(left)) // 1000))

    def refuse_invitations(self, mailbox: str) -> None:
        """Record, for good, that this mailbox refuses invitations."""
        self._ask(("SET", keys.refused(mailbox), "1"))

    def refuses_invitations(self, mailbox: str) -> bool:
        """Return whether this mailbox wants no invitations."""
        return bool(self._ask(("EXISTS", keys.refused(mailbox))))

    def hit(self, name: str, who: str, limit: int, window: int, count: int = 1) -> Allowance:
        """Count ``count`` more of ``name`` by ``who`` (kept as a hash) in a fixed window of ``window`` seconds.

        Not repeated after a lost reply: if the store is away, it raises :class:`StoreUnavailable` and never allows
        anything.
        """
        reply = self._run(Call(LIMIT, [keys.limit(name, who)], [limit, window * 1000, count]), again=False)
        allowed, remaining, left = (int(number) for number in reply)
        return Allowance(allowed == 1, remaining, -(-left // 1000))


MOST_NETWORKS = 16
"""The most networks remembered per email address: those its owner logged in from last."""


class LoginAllowance(NamedTuple):
    """The decision on a login request: whether to send a mail, whether to say so, and seconds until there is room (0 =
    now)."""

    send: bool
    yes: bool
    reset: int


class CodeUse(NamedTuple):
    """The outcome of using a login code: ``first`` use, ``again`` by the same sender, ``used`` before, or ``ended`` by
    another.

    ``before`` is the token replaced by the new one.
    """

    outcome: Literal["first", "again", "used", "ended"]
    before: str


class Logins(Client):
    """Logins on their way."""

    def count_login(
        self,
        mailbox: str,
        mail: str,
        network: str,
        *,
        pair: int,
        box: int,
        day: int,
        slot: int,
        room: bool,
        known: bool,
        owned: bool,
    ) -> LoginAllowance:
        """Count a login request by a network for an address of a mailbox, against both budgets in one round trip.

        :param pair: mails per day before only one per slot is sent, for this network and mailbox; ``box``: for the
        mailbox.
        :param day: seconds of the bursts' window, ``slot``: of the slots.
        :param room: whether the network's own budget has room; ``known``: whether the owner logged in from it before.
        :param owned: whether somebody has logged in with the address.
        """
        parts = (f"day:{network}", f"slot:{network}", "day", "slot", f"address:{mail.strip().lower()}")
        key = [keys.login_budget(mailbox, part) for part in parts]
        call = Call(LOGIN, key, [pair, box, day * 1000, slot * 1000, int(room), int(known), int(owned)])
        send, yes, left = (int(number) for number in self._run(call, again=False))
        return LoginAllowance(send == 1, yes == 1, -(-left // 1000))

    def keep_wish(self, account: str, nonce: str, wish: dict[str, Any], life: int) -> None:
        """Store the profile requested with a login code until the code is used or ``life`` (ms) is over."""
        self._ask(("SET", keys.login_wish(account, nonce), json.dumps(wish, ensure_ascii=False), "PX", life))

    def wish(self, account: str, nonce: str) -> dict[str, Any]:
        """Return the profile kept with a code; empty when there is none."""
        found = self._ask(("GET", keys.login_wish(account, nonce)))
        with reading("what was wished with a login"):
            wish: dict[str, Any] = dict(json.loads(text(found))) if found is not None else {}
        return wish

    def use_code(
        self, account: str, code: str, made: int, *, token: str, sender: str, repeats: int, kept: int
    ) -> CodeUse:
        """Use a login code for a token about to be made; the first use invalidates all codes of the account made until
        now.

        :param made: when the code was made (ms); ``token``: the id of the future token.
        :param sender: an opaque word: only the same sender may repeat the use.
        :param repeats: for how long that is allowed, ``kept``: for how long the use is remembered (both ms).
        """
        names = [
            keys.account(account),
            keys.kept_token(account, f"login {code}"),
            keys.revoked(keys.bucket_of(account)),
        ]
        call = Call(USE_CODE, names, [made, token, sender, repeats, kept])
        outcome, before = (text(one) for one in self._run(call, again=False))
        return CodeUse(outcome, before)  # type: ignore[arg-type]

    def use_link(
        self, account: str, link: str, made: int, *, token: str, sender: str, repeats: int, kept: int
    ) -> CodeUse:
        """Use a link of a mail for a token about to be made; ``made``: when the letter was due (ms).

        The other arguments are as for :meth:`use_code`.

        Other links and login codes of the account stay valid.
        """
        names = [keys.account(account), keys.kept_token(account, f"link {link}"), keys.revoked(keys.bucket_of(account))]
        outcome, before = (
            text(one) for one in self._run(Call(USE_LINK, names, [token, sender, repeats, kept, made]), again=False)
        )
        return CodeUse(outcome, before)  # type: ignore[arg-type]

    def knows_network(self, mail: str, network: str) -> bool:
        """Return whether the owner of the address recently logged in from this network; ``network`` is an opaque word.

        Looked up by address, not by account, so that it takes the same time whether there is an account or not.
        """
        return self._ask(("ZSCORE", keys.networks(mail), network)) is not None

    def networks_seen(self, mail: str) -> list[int]:
        """Return when the address's owner logged in from each remembered network (ms), the earliest first."""
        reply = self._ask(("ZRANGE", keys.networks(mail), 0, -1, "WITHSCORES"))
        return [int(float(score)) for score in reply[1::2]]

    def networks_of(self, mails: Sequence[str]) -> list[set[bytes]]:
        """Return the keyed digests of the remembered networks of several addresses, in one round trip."""
        return [{*found} for found in self._ask_many([("ZRANGE", keys.networks(one), 0, -1) for one in mails])]

    def note_network(self, mail: str, network: str) -> None:
        """Record that the owner of the address logged in from this network; the oldest of too many is dropped."""
        key = keys.networks(mail)
        self._ask_many([("ZADD", key, self.now(), network), ("ZREMRANGEBYRANK", key, 0, -MOST_NETWORKS - 1)])
