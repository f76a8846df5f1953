"""An attacker who has pieces of a sealing process's memory and tries each of them on a box."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import nacl.exceptions
import nacl.secret
from nacl._sodium import ffi

from engine.protocol.canon import unb64
from service.keys.box_chain import CHAIN_BOXES
from service.keys.signing import Sealer


def state_of(sealer: Sealer) -> list[bytes]:
    """Return all that a sealer keeps for its chains: its buffers and every other value."""
    return [_bytes(value) for chain in sealer._keys._idle for value in vars(chain).values()]


def opened_with(pieces: Iterable[bytes], box: str) -> bytes | None:
    """Return what is in a box if any 32 bytes of these pieces are its key, or a key of its chain; else None."""
    sealed = unb64(box)[33:]
    for key in {piece[at : at + 32] for piece in pieces for at in range(max(0, len(piece) - 31))}:
        for one in _led_to(key):
            try:
                return bytes(nacl.secret.SecretBox(one).decrypt(sealed))
            except nacl.exceptions.CryptoError:
                continue
    return None


def _led_to(key: bytes) -> Iterable[bytes]:
    """Yield a key itself, and the keys of all boxes behind it if it is the key of a chain."""
    yield key
    for _ in range(CHAIN_BOXES):
        step = hashlib.blake2b(b"siegelpost/box/v1", key=key).digest()
        key = step[:32]
        yield step[32:]


def _bytes(value: Any) -> bytes:
    if isinstance(value, ffi.CData):
        return bytes(ffi.buffer(value))
    return value if isinstance(value, bytes) else repr(value).encode()
