"""Rate limits of accounts and networks, and proof of work: the price of a sign-up or a guest account once a flood has used up
the free ones.

Anybody can request these, from any number of networks, so with only a common limit a few dozen machines could keep
everybody else out. Beyond half of it, each request must answer a challenge: a second of a phone's time for a person,
but also for each of the flood's requests, and twice as long after each further eighth of the limit.

A challenge is not stored. It is signed by the installation and names its purpose, the requesting network, its
difficulty and its expiry; only its use is recorded, so that it counts once. The proof is a number: PBKDF2-HMAC-SHA-256
with the challenge's text as password, the number's decimal digits as salt and :data:`ROUNDS` iterations begins with as
many zero bits as the challenge says. All browsers compute that at the speed of the machine, without a library.
"""

import hashlib
import re
import secrets
from typing import Literal

from service.accounts import AccountError, AccountErrorCode
from service.config.networks import network_of
from service.context import Context

LIFE = 840_000
"""Milliseconds for which a challenge is valid: the hardest takes a slow phone minutes, with bad luck many."""
ROUNDS = 1_000
EASIEST = 10
"""Zero bits: 1,024 tries on average, about a second of a phone."""
DOUBLINGS = 8
"""How many times the work doubles before the limit is reached."""
PURPOSE = "work"
PROOF = re.compile(r"([A-Za-z0-9_-]{40,400})\.([0-9]{1,12})")

Operation = Literal["login", "guest"]


class WorkNeeded(AccountError):
    """The request needs a proof of work. ``text``, ``bits``: the challenge."""

    def __init__(self, text: str, bits: int, retry_after: int) -> None:
        message = (
            "very many people are asking at the moment: answer the challenge, which takes some seconds, and send the request "
            "again with Proof-Of-Work"
        )
        super().__init__("work-needed", message, retry_after=retry_after)
        self.text, self.bits = text, bits


def doublings(used: int, most: int) -> int | None:
    """Return how many times the easiest work is doubled when ``used`` of ``most`` are gone, or None if no work is
    needed.

    >>> [doublings(used, 16) for used in (0, 7, 8, 9, 15, 99)]
    [None, None, 0, 1, 7, 7]
    """
    free = -(-most // 2)
    if used < free:
        return None
    return min(DOUBLINGS - 1, (used - free) * DOUBLINGS // max(1, most - free))


def demand(
    context: Context, operation: Operation, address: str, proof: str, harder: int | None, *, retry_after: int
) -> None:
    """Accept a request that needs no work or has done it.

    :param proof: the request's ``Proof-Of-Work``, or empty.
    :param harder: as returned by :func:`doublings`. A proof that was hard enough a moment ago still is: one doubling is
        overlooked.
    :param retry_after: seconds until no work is needed, if the flood ends.
    :raises WorkNeeded: with a new challenge.
    """
    if harder is None:
        return
    bits = EASIEST + harder
    network = context.links.derive(PURPOSE, network_of(address))[:12].hex()
    if _is_proved(context, operation, network, proof, bits - 1):
        return
    said = {"for": operation, "network": network, "bits": bits, "nonce": secrets.token_hex(8)}
    raise WorkNeeded(context.links.make(PURPOSE, said, context.store.now() + LIFE), bits, retry_after)


def _is_proved(context: Context, operation: Operation, network: str, proof: str, least: int) -> bool:
    """Return whether a proof is valid for this request and hard enough, and use it up."""
    parts = PROOF.fullmatch(proof)
    said = None if parts is None else context.links.read(PURPOSE, parts[1])
    if parts is None or said is None or (said["for"], said["network"]) != (operation, network) or said["bits"] < least:
        return False
    if zero_bits(parts[1], parts[2]) < said["bits"]:
        return False
    return context.store.hit("work", said["nonce"], 1, LIFE // 1_000 + 60).allowed


def zero_bits(text: str, number: str) -> int:
    """Return the number of leading zero bits in the digest of a challenge and a number."""
    digest = hashlib.pbkdf2_hmac("sha256", text.encode(), number.encode(), ROUNDS)
    return 256 - int.from_bytes(digest).bit_length()


def count(
    context: Context, name: str, who: str, limit: tuple[int, int], code: AccountErrorCode = "too-many-logins"
) -> None:
    """Count one more against a limit per seconds. :raises AccountError: with that code, when the limit is exceeded."""
    if not context.settings.rate_limits:
        return
    allowance = context.store.hit(name, who, *limit)
    if not allowance.allowed:
        raise AccountError(code, "there were too many requests in a short time: wait a while", "", allowance.reset)
