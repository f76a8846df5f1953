"""Keys of sealed boxes: an X25519 exchange starts a chain, and each step of the chain yields the key of one box.

Protocol section 3 has the bytes. The step is the symmetric-key ratchet of the Double Ratchet specification (`KDF_CK` in
its section 2.2): a chain key yields a box key and the next chain key, and cannot be computed from either. So a copy of
a chain's state opens no box that was sealed before it was taken.

When sealing, secrets stay in C buffers, which are overwritten before the box is returned. Python's bytes cannot be
overwritten: freed, they keep their content until the memory is used again. PyNaCl's public functions take and return
bytes, so its library is called directly.
"""

from __future__ import annotations

import functools
import hashlib
import os
import time

import nacl.bindings
import nacl.exceptions
import nacl.public
from nacl._sodium import ffi, lib

CHAIN_BOXES = 32
"""Most boxes in a chain, and so most steps that a box's header can ask of the resolver."""
CHAIN_SECONDS = 1.0
"""Longest use of a chain in seconds: a copy of the memory opens no box that is sealed later than this."""
BOX_OVERHEAD = 32 + 1 + 24 + 16
"""Bytes of a box beside the plaintext: ephemeral public key, place in the chain, nonce, authenticator."""
STEPS_KEPT = 1024
"""Steps that a worker remembers."""
_TAG = b"siegelpost/box/v1"


class BoxKeys:
    """Seals boxes to one resolver, with keys from chains.

    A chain is used by one thread at a time, and never by a forked child.
    """

    def __init__(self, resolver: bytes) -> None:
        self._resolver = bytes(nacl.public.PublicKey(resolver))  # checks its length
        self._idle: list[_Chain] = []

    def seal(self, plain: bytes) -> bytes:
        """Return a box that this process can no longer open.

        :raises CryptoError: when the resolver's key is a point of small order.
        """
        try:
            chain = self._idle.pop()
        except IndexError:
            chain = _Chain()
        if not chain.goes_on():
            chain.begin(self._resolver)
        box = chain.seal(plain)
        self._idle.append(chain)
        return box


class _Chain:
    """A chain of one process, from its first box to its last; then it starts anew."""

    def __init__(self) -> None:
        self._public = b""
        self._place, self._process, self._until = CHAIN_BOXES, 0, 0.0
        self._key, self._step = ffi.new("unsigned char[32]"), ffi.new("unsigned char[64]")

    def goes_on(self) -> bool:
        """Return whether this process may seal another box with the chain."""
        return self._place < CHAIN_BOXES and self._process == os.getpid() and _now() < self._until

    def begin(self, resolver: bytes) -> None:
        """Start the chain anew with a fresh key exchange; erase the ephemeral secret."""
        public, secret, shared = (ffi.new("unsigned char[32]") for _ in range(3))
        lib.crypto_box_keypair(public, secret)
        if lib.crypto_scalarmult(shared, secret, resolver):
            raise nacl.exceptions.CryptoError("the resolver's public key is a point of small order")
        self._public = bytes(ffi.buffer(public))
        about = _TAG + self._public + resolver
        lib.crypto_generichash_blake2b_salt_personal(self._key, 32, about, len(about), shared, 32, ffi.NULL, ffi.NULL)
        for buffer in (secret, shared):
            lib.sodium_memzero(buffer, 32)
        self._place, self._process, self._until = 0, os.getpid(), _now() + CHAIN_SECONDS

    def seal(self, plain: bytes) -> bytes:
        """Return the next box; erase its key."""
        step, place = self._step, self._place
        nonce, box = os.urandom(24), ffi.new("unsigned char[]", len(plain) + 16)
        lib.crypto_generichash_blake2b_salt_personal(step, 64, _TAG, len(_TAG), self._key, 32, ffi.NULL, ffi.NULL)
        ffi.memmove(self._key, step, 32)
        self._place += 1
        lib.crypto_secretbox_easy(box, plain, len(plain), nonce, step + 32)
        lib.sodium_memzero(step, 64)
        return b"".join((self._public, bytes((place,)), nonce, ffi.buffer(box)))


def _now() -> float:
    """Return seconds, counted through suspend and hibernation, which may write the memory to a disk."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class OpeningKeys:
    """Computes the keys of boxes from the resolver's secret key.

    Recent steps are remembered, so boxes of one chain that are opened together share its key exchange.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret, self.public = secret, nacl.bindings.crypto_scalarmult_base(secret)
        self._step = functools.lru_cache(STEPS_KEPT)(self._take)

    def key(self, public: bytes, place: int) -> bytes:
        """Return the key of the box at a place of the chain that began with an ephemeral public key, 32 bytes.

        :raises CryptoError: when that is a point of small order.
        """
        return self._step(public, place)[32:]

    def _take(self, public: bytes, place: int) -> bytes:
        if place:
            chain = self._step(public, place - 1)[:32]
        else:
            shared = nacl.bindings.crypto_scalarmult(self._secret, public)
            chain = hashlib.blake2b(_TAG + public + self.public, key=shared, digest_size=32).digest()
        return hashlib.blake2b(_TAG, key=chain).digest()
