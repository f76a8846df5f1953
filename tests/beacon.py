"""A beacon of the tests' own: a chain like quicknet's with a key of ours, so that its signatures are real BLS signatures."""

from __future__ import annotations

import hashlib
from functools import cache

from engine.protocol.beacon import SCHEME, TAG, Beacon, import_py_ecc

SECRET = 0x5EED_0F_7E575


def public_key(secret: int = SECRET) -> str:
    """Return the public key of a secret (hex)."""
    import_py_ecc()
    from py_ecc.bls.point_compression import compress_G2
    from py_ecc.optimized_bls12_381.optimized_curve import G2, multiply

    first, second = compress_G2(multiply(G2, secret))
    return (first.to_bytes(48, "big") + second.to_bytes(48, "big")).hex()


@cache
def signature(number: int, secret: int = SECRET) -> str:
    """Return the signature of a round (hex)."""
    import_py_ecc()
    from py_ecc.bls.hash_to_curve import hash_to_G1
    from py_ecc.bls.point_compression import compress_G1
    from py_ecc.optimized_bls12_381.optimized_curve import multiply

    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    hashed = hash_to_G1(message, TAG, hashlib.sha256)  # type: ignore[arg-type]
    return compress_G1(multiply(hashed, secret)).to_bytes(48, "big").hex()


@cache
def chain(genesis: int = 1_700_000_000, delay: int = 30) -> Beacon:
    """Return the tests' chain: a round every three seconds."""
    name = hashlib.sha256(b"the tests' chain").hexdigest()
    return Beacon(chain=name, delay=delay, genesis=genesis, period=3, public_key=public_key(), scheme=SCHEME)
