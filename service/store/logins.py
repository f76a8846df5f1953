"""What logging in keeps: budgets of mails, profiles that wait for their code, networks that owners came from."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from service.store import keys
from service.store.connect import Client, reading, text
from service.store.scripts import LOGIN, USE_CODE, Call

MOST_NETWORKS = 16
"""How many networks are remembered for a mail address: those its owner logged in from last."""


class LoginAllowance(NamedTuple):
    """Whether a mail is sent, whether the answer is yes, and in how many seconds there is room again (0: now)."""

    send: bool
    yes: bool
    reset: int


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
        """Count a login for an address of a mailbox asked for by a network, against both budgets in one round trip.

        :param pair: mails a day before only one a slot is sent, for this network and mailbox; ``box``: for the mailbox.
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
        """Keep the profile asked for with a code, until the code is used or ``life`` (ms) is over."""
        self._ask(("SET", keys.login_wish(account, nonce), json.dumps(wish, ensure_ascii=False), "PX", life))

    def wish(self, account: str, nonce: str) -> dict[str, Any]:
        """Return the profile kept with a code; empty when there is none."""
        found = self._ask(("GET", keys.login_wish(account, nonce)))
        with reading("what was wished with a login"):
            wish: dict[str, Any] = dict(json.loads(text(found))) if found is not None else {}
        return wish

    def use_code(self, account: str, made: int) -> bool:
        """End all codes of the account made until now; ``False`` if the one made at ``made`` (ms) was ended before."""
        return bool(self._run(Call(USE_CODE, [keys.account(account)], [made]), again=False))

    def knows_network(self, mail: str, network: str) -> bool:
        """Return whether the owner of the address logged in from this network lately; ``network`` is an opaque word.

        Asked by address, not by account: it takes the same time whether there is an account or not.
        """
        return self._ask(("ZSCORE", keys.networks(mail), network)) is not None

    def note_network(self, mail: str, network: str) -> None:
        """Note that the owner of the address logged in from this network; the oldest of many is forgotten."""
        key = keys.networks(mail)
        self._ask_many([("ZADD", key, self.now(), network), ("ZREMRANGEBYRANK", key, 0, -MOST_NETWORKS - 1)])
