"""Grants that people give to programs, until they become tokens: authorization codes and device codes.

Codes are stored as hashes of their text, and vanish by themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from service.store import keys
from service.store.connection.connect import Client
from service.store.connection.scripts import DECIDE_DEVICE, KEEP_HASH, POLL_DEVICE, USE_GRANT, Call
from service.store.values.reading import reading, text, texts


@dataclass(frozen=True)
class Grant:
    """The grant behind an authorization code. ``challenge`` is that of PKCE with S256, ``expires`` in milliseconds.

    ``used`` is the token made from it, if any.
    """

    account: str
    client: str
    redirect: str
    scopes: tuple[str, ...]
    challenge: str
    expires: int
    used: str | None = None


@dataclass(frozen=True)
class Device:
    """The request of a program in the device flow. ``expires`` in milliseconds, ``device`` is the digest of its code."""

    device: str
    client: str
    scopes: tuple[str, ...]
    expires: int
    state: Literal["pending", "approved", "denied", "used"] = "pending"


class GrantUse(NamedTuple):
    """The outcome of using an authorization code; ``before`` is the token that its first use made."""

    outcome: Literal["first", "used", "none"]
    before: str


class Polled(NamedTuple):
    """The reply to a program that polls with its device code; ``decided`` (ms) and the rest are set only if it is
    ``approved``."""

    outcome: Literal["none", "expired", "slow", "pending", "denied", "approved"]
    account: str = ""
    scopes: tuple[str, ...] = ()
    decided: int = 0


class Grants(Client):
    """Codes on their way to becoming tokens."""

    def keep_grant(self, code: str, grant: Grant, life: int) -> None:
        """Store the grant behind an authorization code for ``life`` ms; ``code`` is the digest of its text."""
        fields = {
            "account": grant.account,
            "client": grant.client,
            "redirect": grant.redirect,
            "scopes": " ".join(grant.scopes),
            "challenge": grant.challenge,
            "expires": str(grant.expires),
        }
        self._keep(keys.grant(code), fields, life)

    def grant(self, code: str) -> Grant | None:
        """Return the grant behind an authorization code, also for a while after its use."""
        fields = texts("a grant", self._ask(("HGETALL", keys.grant(code))))
        if not fields:
            return None
        with reading("a grant"):
            return Grant(
                account=fields["account"],
                client=fields["client"],
                redirect=fields["redirect"],
                scopes=tuple(fields["scopes"].split()),
                challenge=fields["challenge"],
                expires=int(fields["expires"]),
                used=fields.get("token"),
            )

    def use_grant(self, code: str, token: str, remembered: int) -> GrantUse:
        """Use an authorization code for a token about to be made; its use is remembered for this many ms."""
        reply = self._run(Call(USE_GRANT, [keys.grant(code)], [token, remembered]), again=False)
        outcome, before = (text(one) for one in reply)
        return GrantUse(outcome, before)  # type: ignore[arg-type]

    def keep_device(self, device: Device, user_code: str, *, pause: int, life: int) -> bool:
        """Store a device code for ``life`` ms; ``user_code`` is the digest of what the person types, ``pause`` (ms) the
        shortest time between two polls. Return ``False`` if that user code is taken.
        """
        if self._ask(("SET", keys.user_code(user_code), device.device, "NX", "PX", life)) is None:
            return False
        fields = {
            "client": device.client,
            "scopes": " ".join(device.scopes),
            "expires": str(device.expires),
            "state": device.state,
            "account": "",
            "polled": "0",
            "pause": str(pause),
        }
        self._keep(keys.device(device.device), fields, life)
        return True

    def device_by_user_code(self, user_code: str) -> Device | None:
        """Return the device code for a user code (a digest)."""
        found = self._ask(("GET", keys.user_code(user_code)))
        if found is None:
            return None
        fields = texts("a device code", self._ask(("HGETALL", keys.device(text(found)))))
        if not fields:
            return None
        with reading("a device code"):
            return Device(
                device=text(found),
                client=fields["client"],
                scopes=tuple(fields["scopes"].split()),
                expires=int(fields["expires"]),
                state=fields["state"],  # type: ignore[arg-type]
            )

    def decide_device(self, device: str, decision: Literal["approved", "denied"], account: str) -> bool:
        """Record the account's decision; return ``False`` if it was decided before, or has expired."""
        return bool(self._run(Call(DECIDE_DEVICE, [keys.device(device)], [decision, account])) == 1)

    def poll_device(self, device: str, client: str, slower: int) -> Polled:
        """Answer a program that polls for its device code; polling too soon adds ``slower`` ms to its interval each time."""
        reply = [
            text(one) for one in self._run(Call(POLL_DEVICE, [keys.device(device)], [client, slower]), again=False)
        ]
        if reply[0] == "approved":
            return Polled("approved", reply[1], tuple(reply[2].split()), int(reply[3]))
        return Polled(reply[0])  # type: ignore[arg-type]

    def _keep(self, key: str, fields: dict[str, str], life: int) -> None:
        self._run(Call(KEEP_HASH, [key], [life, *(part for pair in fields.items() for part in pair)]))
