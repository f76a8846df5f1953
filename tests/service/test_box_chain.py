"""Chains of box keys: what is gone after a box was handed out, and how far a chain goes."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import types
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import nacl.bindings
import pytest

from engine.protocol.canon import b64, be32, unb64
from service.keys import box_chain
from service.keys.box_chain import CHAIN_BOXES, BoxKeys, OpeningKeys
from service.keys.signing import BOX_BYTES, BOX_PLAINTEXT, EscrowFailed, Resolver, Sealer, resolver_public
from service.matches.orders import Request
from service.matches.receipts import request_for
from tests.service.opened_boxes import opened_with, state_of

SECRET = bytes(range(32))
SMALL_ORDER = (0, 1, 2**255 - 20, 2**255 - 19, 2**255 - 18)
SEALING = """
import itertools, sys
from engine.protocol.canon import unb64
from nacl._sodium import lib
from service.keys import box_chain
from service.keys.signing import Sealer
class KnownPairs:
    seeds = (bytes((number,)) * 32 for number in itertools.count())
    def crypto_box_keypair(self, public, secret):
        return lib.crypto_box_seed_keypair(public, secret, next(self.seeds))
    def __getattr__(self, name):
        return getattr(lib, name)
box_chain.lib = KnownPairs()
sealer = Sealer(unb64(sys.argv[1]))
for line in sys.stdin:
    print(sealer.seal_bytes(line.encode()), flush=True)
"""


@pytest.fixture
def sealer() -> Sealer:
    return Sealer(resolver_public(SECRET))


def header(box: str) -> tuple[bytes, int]:
    raw = unb64(box)
    return raw[:32], raw[32]


def test_the_state_after_a_box_opens_none_that_was_made_before(sealer: Sealer) -> None:
    first = sealer.seal_bytes(b"first")
    between = state_of(sealer)
    later = [sealer.seal_bytes(b"later"), sealer.seal_bytes(b"last")]
    after = state_of(sealer)
    assert [opened_with(after, box) for box in (first, *later)] == [None, None, None]
    assert opened_with(between, first) is None
    assert all(opened_with(between, box) for box in later), "control: the state before opens what follows in the chain"


def test_no_key_is_left_in_the_memory_of_the_process_that_sealed() -> None:
    """All memory that it could write to is read, freed parts included, and searched for every key that it once had."""
    keys = OpeningKeys(SECRET)
    with subprocess.Popen(
        [sys.executable, "-c", SEALING, b64(keys.public)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        boxes = []
        for number in range(3):
            process.stdin.write(f"box {number}\n")
            process.stdin.flush()
            boxes.append(process.stdout.readline().strip())
        memory = writable_memory(process.pid)
        process.stdin.close()
    assert [Resolver(SECRET).unseal(box) for box in boxes] == [b"box 0\n", b"box 1\n", b"box 2\n"]
    secrets = [hashlib.sha512(bytes((number,)) * 32).digest()[:32] for number in range(len(boxes))]
    known = {nacl.bindings.crypto_scalarmult_base(secret): secret for secret in secrets}
    for public in {header(box)[0] for box in boxes}:
        shared = nacl.bindings.crypto_scalarmult(SECRET, public)
        root = hashlib.blake2b(b"siegelpost/box/v1" + public + keys.public, key=shared, digest_size=32).digest()
        assert not found_in(memory, (known[public], shared, root))
    for box in boxes:
        step = keys._step(*header(box))
        assert step[32:] not in memory, "the key of a box"
        assert (step[:32] in memory) is (box == boxes[-1]), "the latest key of the chain is there, no earlier one"


def found_in(memory: bytes, keys: tuple[bytes, ...]) -> set[bytes]:
    return {key for key in keys if key in memory}


def writable_memory(process: int) -> bytes:
    parts = []
    with Path(f"/proc/{process}/mem").open("rb", buffering=0) as memory:
        for line in Path(f"/proc/{process}/maps").read_text().splitlines():
            found = re.match(r"([0-9a-f]+)-([0-9a-f]+) rw", line)
            if found is not None:
                start, end = (int(one, 16) for one in found.groups())
                memory.seek(start)
                parts.append(memory.read(end - start))
    return b"".join(parts)


def test_a_chain_ends_after_so_many_boxes(sealer: Sealer) -> None:
    headers = [header(sealer.seal_bytes(b"{}")) for _ in range(CHAIN_BOXES + 2)]
    assert [place for _, place in headers] == [*range(CHAIN_BOXES), 0, 1]
    assert len({public for public, _ in headers}) == 2


def test_a_chain_ends_when_it_is_old(sealer: Sealer, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 5.0
    monkeypatch.setattr(box_chain, "_now", lambda: now)
    before = header(sealer.seal_bytes(b"{}"))[0]
    now += box_chain.CHAIN_SECONDS - 0.001
    assert header(sealer.seal_bytes(b"{}")) == (before, 1)
    now += 0.001
    public, place = header(sealer.seal_bytes(b"{}"))
    assert (public != before, place) == (True, 0)


def test_threads_never_share_a_key() -> None:
    keys = BoxKeys(resolver_public(SECRET))
    with ThreadPoolExecutor(16) as threads:
        boxes = list(threads.map(lambda _: keys.seal(bytes(BOX_PLAINTEXT)), range(2_000)))
    assert len({box[:33] for box in boxes}) == 2_000
    assert len(keys._idle) <= 16


def test_a_forked_child_does_not_go_on_with_its_parents_chain(sealer: Sealer) -> None:
    before = header(sealer.seal_bytes(b"{}"))[0]
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, unb64(sealer.seal_bytes(b"{}"))[:33])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    assert (len(told), told[:32] != before) == (33, True)
    assert header(sealer.seal_bytes(b"{}"))[0] == before, "the parent goes on"


@pytest.mark.parametrize(("begins", "least"), [(False, 15), (True, 25)])
def test_an_interrupted_seal_gives_up_its_chain(sealer: Sealer, begins: bool, least: int) -> None:
    """As by a signal or for want of memory, at each line: no later box has a key or a place of that chain."""
    boxes, lines, interrupted = [sealer.seal_bytes(b"first")], 0, True
    while interrupted:
        if begins:
            sealer._keys._idle.clear()
        interrupted = seal_until_line(sealer, lines)
        boxes += [sealer.seal_bytes(b"one"), sealer.seal_bytes(b"another")]
        lines += 1
    assert lines > least
    assert len({header(box) for box in boxes}) == len(boxes)
    assert [Resolver(SECRET).unseal(box) for box in boxes] == [b"first", *[b"one", b"another"] * lines]


def seal_until_line(sealer: Sealer, lines: int) -> bool:
    """Seal, but raise after so many lines of the chains' module; return whether that was before the end."""
    left = lines

    def trace(frame: types.FrameType, event: str, _: object) -> Any:
        nonlocal left
        if frame.f_code.co_filename != box_chain.__file__:
            return None
        if event == "line":
            left -= 1
            if left < 0:
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        sealer.seal_bytes(b"interrupted")
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


@pytest.mark.parametrize("ask", [lambda sealer: request_for(sealer, "a token"), Request("address", "secret").sealed])
def test_a_copy_of_the_memory_opens_no_later_request_to_be_shown_what_is_sealed(
    sealer: Sealer, ask: Callable[[Sealer], str]
) -> None:
    """What such a request holds opens more than one second's boxes: all that the player has sealed."""
    sealer.seal_bytes(b"{}")
    copy = state_of(sealer)
    request = ask(sealer)
    assert opened_with(copy, request) is None
    assert json.loads(Resolver(SECRET).unseal(request)).keys() <= {"bearer", "address", "secret"}
    assert opened_with(copy, sealer.seal_bytes(b"{}")), "control: it opens the next box"


def test_boxes_of_chains_open_in_any_order_and_by_an_earlier_key(sealer: Sealer) -> None:
    boxes = {sealer.seal_bytes(b"%d" % number): b"%d" % number for number in range(70)}
    resolver = Resolver(bytes(32), SECRET)
    for box in reversed(boxes):
        assert resolver.unseal(box) == boxes[box]


def test_a_header_beyond_a_chain_costs_no_step(sealer: Sealer) -> None:
    raw, resolver = unb64(sealer.seal_bytes(b"{}")), Resolver(SECRET)
    for place in (CHAIN_BOXES, 255):
        with pytest.raises(EscrowFailed):
            resolver.unseal(b64(raw[:32] + bytes((place,)) + raw[33:]))
    for point in SMALL_ORDER:
        with pytest.raises(EscrowFailed):
            resolver.unseal(b64(point.to_bytes(32, "little") + raw[32:]))
    assert resolver._keys[0]._step.cache_info().currsize == 0


def test_another_place_or_exchange_in_the_header_does_not_open(sealer: Sealer) -> None:
    raw, other = unb64(sealer.seal_bytes(b"{}")), unb64(Sealer(resolver_public(SECRET)).seal_bytes(b"{}"))
    same_point = raw[:31] + bytes((raw[31] ^ 0x80,))
    for changed in (raw[:32] + b"\x01" + raw[33:], other[:32] + raw[32:], same_point + raw[32:]):
        with pytest.raises(EscrowFailed):
            Resolver(SECRET).unseal(b64(changed))


@pytest.mark.parametrize("length", [BOX_PLAINTEXT - 3, 2**32 - 1])
def test_a_length_beyond_the_box_is_no_opening(length: int) -> None:
    box = BoxKeys(resolver_public(SECRET)).seal((be32(length) + b"{}").ljust(BOX_PLAINTEXT, b"\0"))
    assert len(box) == BOX_BYTES
    with pytest.raises(EscrowFailed):
        Resolver(SECRET).unseal(b64(box))
