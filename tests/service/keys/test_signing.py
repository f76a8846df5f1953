"""Keys: boxes of one size, links for one purpose, key files that fail loudly and without secrets."""

import time
from pathlib import Path
from typing import Any

import pytest
from nacl.public import PublicKey, SealedBox

from engine.protocol.canon import b64, be32, canonical, unb64
from engine.protocol.log import timestamp
from engine.protocol.seal import Opening
from service.keys.signing import (
    BOX_PLAINTEXT,
    EscrowFailed,
    KeyMissing,
    Links,
    Resolver,
    Sealer,
    Signer,
    new_match_id,
    new_seed,
    read_key,
    resolver_public,
)

SECRET = bytes(range(32))


def opening(**move: Any) -> Opening:
    return {
        "v": 1, "match": "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11", "rules": "kontor@1", "decision": "r1.choose",
        "seat": 0, "head": b64(bytes(32)), "salt": b64(new_seed()), "move": move,
    }  # fmt: skip


def test_a_box_opens_only_with_the_resolvers_key() -> None:
    sealed = opening(type="pass")
    box = Sealer(resolver_public(SECRET)).seal(sealed)
    assert Resolver(SECRET).unseal(box) == canonical(sealed)
    with pytest.raises(EscrowFailed):
        Resolver(bytes(32)).unseal(box)


def test_all_boxes_have_one_size_whatever_they_hold() -> None:
    sealer = Sealer(resolver_public(SECRET))
    sizes = {len(sealer.seal(opening(type="play", card="C" * length))) for length in (1, 100, 3000)}
    assert len(sizes) == 1


def test_swapped_or_cut_boxes_do_not_open() -> None:
    box = Sealer(resolver_public(SECRET)).seal(opening(type="pass"))
    raw = unb64(box)
    for other in (raw[:-1], raw[1:], bytes([raw[0] ^ 1]) + raw[1:], b""):
        with pytest.raises(EscrowFailed):
            Resolver(SECRET).unseal(b64(other))


def test_a_box_with_more_than_an_opening_and_zeros_is_none() -> None:
    text = canonical(opening(type="pass"))
    plain = (be32(len(text)) + text).ljust(BOX_PLAINTEXT, b"\0")
    to_resolver = SealedBox(PublicKey(resolver_public(SECRET)))
    assert Resolver(SECRET).unseal(b64(to_resolver.encrypt(plain))) == text
    for place in (4 + len(text), BOX_PLAINTEXT - 1):
        hiding = plain[:place] + b"x" + plain[place + 1 :]
        with pytest.raises(EscrowFailed):
            Resolver(SECRET).unseal(b64(to_resolver.encrypt(hiding)))


def test_a_link_serves_one_purpose_until_it_expires() -> None:
    links = Links(SECRET)
    token = links.make("login", {"account": "p_1"}, int(time.time() * 1000) + 60_000)
    assert links.read("login", token) == {"account": "p_1"}
    assert links.read("unsubscribe", token) is None
    assert links.read("login", token[:-2] + ("AA" if token[-2:] != "AA" else "BA")) is None
    assert links.read("login", "") is None
    assert Links(bytes(32)).read("login", token) is None
    assert links.read("login", links.make("login", {}, int(time.time() * 1000) - 1)) is None


def test_derived_secrets_are_stable_and_separate() -> None:
    links = Links(SECRET)
    assert links.derive("a", "b", "c") == links.derive("a", "b", "c")
    assert len({links.derive("a", "b", "c"), links.derive("a", "bc"), links.derive("ab", "c")}) == 3
    workers = Resolver(SECRET)
    assert workers.derive("a", "b", "c") == workers.derive("a", "b", "c")
    assert len({links.derive("a", "b", "c"), workers.derive("a", "b", "c"), workers.derive("a", "bc")}) == 3


def test_key_files_fail_loudly_and_never_show_the_key(tmp_path: Path) -> None:
    with pytest.raises(KeyMissing, match="SIEGELPOST_SIGNING_KEY is not set"):
        read_key(None, "SIEGELPOST_SIGNING_KEY")
    path = tmp_path / "key"
    for text in ("", "secretsecret", b64(bytes(31)), "ä"):
        path.write_text(text)
        with pytest.raises(KeyMissing) as caught:
            read_key(path, "SIEGELPOST_SIGNING_KEY")
        assert "secretsecret" not in str(caught.value)
    path.write_text(b64(SECRET) + "\n")
    assert read_key(path, "SIEGELPOST_SIGNING_KEY") == SECRET


def test_keys_do_not_show_in_reprs() -> None:
    for thing in (Signer(SECRET), Resolver(SECRET), Links(SECRET)):
        assert b64(SECRET) not in repr(thing)
        assert SECRET.hex() not in repr(thing)


def test_match_ids_are_version_4_uuids_and_can_be_derived() -> None:
    assert new_match_id() != new_match_id()
    assert new_match_id(derived=SECRET) == new_match_id(derived=SECRET) == "00010203-0405-4607-8809-0a0b0c0d0e0f"


def test_timestamps_are_in_one_form() -> None:
    assert timestamp(0) == "1970-01-01T00:00:00.000Z"
