"""A beacon of the tests' own: a chain like quicknet's with a key of ours, so that its signatures are real BLS signatures."""

import hashlib
from functools import cache

from engine.protocol.beacon import SCHEME, TAG, Beacon, import_py_ecc

SECRET = 0x5EED_0F_7E575
PUBLIC_KEY = (
    "943f9e84febf5483fe600e90e8021d9a97cb608ebfcd779fff4412269ec387d255c30b8234146a5e0de3b0ecd784971a"
    "0d8359cc16a32513ab444e638b04d97c15f5843bf4c629d67b73f3953e2fab17d5a158b46a086af3c9f2fdf166f5d90d"
)
"""Of that secret (hex): to compute it, and to import what computes it, takes every process that collects tests a second."""


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
    return Beacon(chain=name, delay=delay, genesis=genesis, period=3, public_key=PUBLIC_KEY, scheme=SCHEME)
