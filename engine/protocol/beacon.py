"""Public randomness that nobody chooses: a round of a drand chain, its time, and its signature (protocol section 12.2).

A round's signature does not exist before its time, and then is the only one: whoever fixes the round beforehand cannot choose.
Source: drand's scheme ``bls-unchained-g1-rfc9380``; RFC 9380 (hash to curve); the constants are those of quicknet, whose chain
hash is the SHA-256 of period, genesis, public key, group hash and its name.
"""

import hashlib
import sys
from functools import lru_cache
from typing import Final, TypedDict

SCHEME: Final = "bls-unchained-g1-rfc9380"
TAG = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
G1_BYTES, G2_BYTES = 48, 96


class Chain(TypedDict):
    """A chain: its hash (hex), genesis in seconds since 1970, seconds between rounds, public key in G2 (hex), scheme."""

    chain: str
    genesis: int
    period: int
    public_key: str
    scheme: str


class Beacon(Chain):
    """The chain of a match, and how many seconds after the last seat was taken the round is whose signature counts."""

    delay: int


QUICKNET = Chain(
    chain="52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    genesis=1_692_803_367,
    period=3,
    public_key="83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921"
    "cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    scheme=SCHEME,
)
"""The chain of the League of Entropy that this program knows by itself."""


def is_quicknet(chain: Chain) -> bool:
    """Return whether a chain says that it is quicknet: it has quicknet's hash."""
    return chain["chain"] == QUICKNET["chain"]


def agrees_with_quicknet(chain: Chain) -> bool:
    """Return whether everything of a chain is quicknet's."""
    return all(chain[name] == QUICKNET[name] for name in ("chain", "genesis", "period", "public_key", "scheme"))


def round_time(chain: Chain, number: int) -> int:
    """Return when a round comes, in milliseconds since 1970."""
    return (chain["genesis"] + (number - 1) * chain["period"]) * 1000


def round_for(beacon: Beacon, joined: int) -> int:
    """Return the round of a match whose last seat was taken then (ms): the first that comes ``delay`` seconds later."""
    wanted = -(-joined // 1000) + beacon["delay"]
    return max(1, -(-(wanted - beacon["genesis"]) // beacon["period"]) + 1)


def import_py_ecc() -> None:
    """Import py_ecc without its change of the process: it takes a second, so that only who checks a beacon pays for it.

    py_ecc 8.0.0 sets the recursion limit of the whole process to 100,000 as it is imported. Text nested too deeply, which
    raises RecursionError under the usual limit, then uses up the stack. What is called here needs less than that limit.
    """
    limit = sys.getrecursionlimit()
    import py_ecc  # noqa: F401

    sys.setrecursionlimit(limit)


@lru_cache(maxsize=64)
def is_key(public_key: str) -> bool:
    """Return whether this (hex) is a chain's public key: of the group of prime order, and not the point at infinity."""
    import_py_ecc()
    from py_ecc.bls.g2_primitives import subgroup_check
    from py_ecc.bls.point_compression import decompress_G2
    from py_ecc.bls.typing import G2Compressed
    from py_ecc.optimized_bls12_381.optimized_curve import is_inf

    try:
        raw = bytes.fromhex(public_key)
        found = decompress_G2(
            G2Compressed((int.from_bytes(raw[:G1_BYTES], "big"), int.from_bytes(raw[G1_BYTES:], "big")))
        )
    except ValueError:
        return False
    return len(raw) == G2_BYTES and not is_inf(found) and bool(subgroup_check(found))


@lru_cache(maxsize=64)
def signature_holds(public_key: str, number: int, signature: str) -> bool:
    """Return whether this is the signature of a round under a chain's public key (both hex). Takes about a second."""
    import_py_ecc()
    from py_ecc.bls.g2_primitives import subgroup_check
    from py_ecc.bls.hash_to_curve import hash_to_G1
    from py_ecc.bls.point_compression import decompress_G1, decompress_G2
    from py_ecc.bls.typing import G1Compressed, G2Compressed
    from py_ecc.fields import optimized_bls12_381_FQ12
    from py_ecc.optimized_bls12_381.optimized_curve import G2, is_inf, neg
    from py_ecc.optimized_bls12_381.optimized_pairing import final_exponentiate, pairing

    try:
        key, signed = bytes.fromhex(public_key), bytes.fromhex(signature)
        if (len(key), len(signed)) != (G2_BYTES, G1_BYTES):
            return False
        halves = int.from_bytes(key[:G1_BYTES], "big"), int.from_bytes(key[G1_BYTES:], "big")
        of_key = decompress_G2(G2Compressed(halves))
        of_signature = decompress_G1(G1Compressed(int.from_bytes(signed, "big")))
    except ValueError:
        return False
    if is_inf(of_key) or is_inf(of_signature) or not subgroup_check(of_key) or not subgroup_check(of_signature):
        return False
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    hashed = hash_to_G1(message, TAG, hashlib.sha256)  # type: ignore[arg-type]  # annotated as a hash, meant is what makes one
    both = pairing(of_key, hashed, False) * pairing(neg(G2), of_signature, False)
    return bool(final_exponentiate(both) == optimized_bls12_381_FQ12.one())
