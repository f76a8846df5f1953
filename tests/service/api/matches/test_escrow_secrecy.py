"""The API cannot read what it has sealed: an attacker with all that its process has after the act tries every move.

He has the API's environment and key files, everything in Redis, whatever the process can still reach in memory, and its
logs. He knows how the service makes salts, and tries those that could be derived from a key that it keeps. The controls
show that he finds the move as soon as he is given what would suffice.
"""

import gc
import hmac
import itertools
import logging
import os
import re
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest
import redis
from flask import Flask

from engine.contract import Move
from engine.protocol.canon import NotCanonical, b64, canonical, tagged_hash, unb64
from engine.protocol.seal import OPENING_DEPTH, Opening, commitment, commitment_of
from service.api.app import equip
from service.context import Context
from service.keys.signing import Links, take_back
from service.matches import acts
from service.store import keys
from service.store.matches.packing import unpack
from service.store.records import ActRequest
from tests.given.json_object import JsonObject
from tests.service.api.players import Player, Table

WORDS = re.compile(rb"[A-Za-z0-9_-]{22,}")
HERE = "~"
"""Where the salt stands in an opening; it is in no other member."""


class Attacker:
    """Everything he could lay his hands on, as pieces of bytes."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self.pieces = set(pieces)
        self.words = {word for piece in self.pieces for word in WORDS.findall(piece)} | self.pieces
        self.secrets = {one for word in self.words for one in _readings(word) if len(one) == 32}

    def move_of(self, table: Table, player: Player, moves: list[Move]) -> Move | None:
        """Return the move behind a player's commitment, or ``None`` if no attack succeeds."""
        record = table.context.store.load(table.match)
        assert record is not None
        standing = record.table["standing"][0]
        seat = table.players.index(player)
        act = record.acts[standing["id"], seat]
        about: JsonObject = {
            "v": 1, "match": table.match, "rules": record.table["rules"], "decision": standing["id"], "seat": seat,
            "head": standing["head"],
        }  # fmt: skip
        opened = self._opened(about)
        for move in moves:
            whole = canonical({**about, "salt": HERE, "move": move}, depth=OPENING_DEPTH)
            before, after = whole.split(HERE.encode())
            for salt in itertools.chain(self._salts(about, move), opened):
                if commitment_of(before + b64(salt).encode() + after) == act.commitment:
                    return move
        return None

    def _salts(self, about: dict[str, Any], move: Any) -> Iterator[bytes]:
        """Every salt that can be made of what he has for a move, derived from a stored secret included."""
        yield from self.secrets
        for replaces in range(3):
            told = canonical(
                {"decision": about["decision"], "move": move, "replaces": replaces, "seat": about["seat"]}, depth=10
            )
            # As `Links.derive` does; a control finds what was sealed so.
            parts = ("salt", about["match"], about["head"], told.decode())
            text = tagged_hash("siegelpost/derive/v1", *(part.encode() for part in parts))
            for secret in self.secrets:
                yield hmac.digest(secret, text, "sha256")

    def _opened(self, about: dict[str, Any]) -> list[bytes]:
        """What lies in Redis for repetitions, opened with everything that could be a token's text."""
        place = acts.place_of(about["match"], about["head"], about["decision"], about["seat"])
        kept = [word for word in self.words if len(word) == 96 and WORDS.fullmatch(word)]
        found = [
            take_back(word.decode("latin-1"), place, box.decode())
            for box in kept for word in self.words if len(word) < 200
        ]  # fmt: skip
        return [one for one in found if one is not None]


def _readings(word: bytes) -> Iterator[bytes]:
    yield word
    try:
        yield unb64(word.decode("ascii"))
        yield bytes.fromhex(word.decode("ascii"))
    except (NotCanonical, ValueError):
        pass


def in_redis(url: str) -> Iterator[bytes]:
    """Everything in the store."""
    with redis.Redis.from_url(url) as client:
        for key in client.scan_iter():
            yield key
            kind = client.type(key)
            if kind == b"hash":
                yield from (_plain(key, part) for pair in client.hgetall(key).items() for part in pair)
            elif kind == b"list":
                yield from (_plain(key, one) for one in client.lrange(key, 0, -1))
            elif kind == b"set":
                yield from client.smembers(key)
            elif kind == b"zset":
                yield from client.zrange(key, 0, -1)
            elif kind == b"stream":
                yield from (part for _, fields in client.xrange(key) for pair in fields.items() for part in pair)
            else:
                yield client.get(key) or b""


def _plain(key: bytes, stored: bytes) -> bytes:
    """Return what stands under a key; packed, it would hide what is looked for."""
    match = next((part for part in key.decode().split(":") if keys.MATCH.fullmatch(part)), "")
    return unpack(stored, match) if match else stored


def in_memory(*roots: object) -> Iterator[bytes]:
    """Every text that can be reached from these objects and from the modules of the service.

    The keys of libsodium's objects are among the key files. Other modules are not walked: among them are these tests.
    """
    ours = [vars(module) for name, module in sys.modules.items() if name.startswith(("service", "engine"))]
    waiting, met = [*roots, *ours], set()
    while waiting:
        one = waiting.pop()
        if id(one) in met or isinstance(one, types.ModuleType):
            continue
        met.add(id(one))
        if isinstance(one, str):
            yield one.encode("utf-8", "replace")
        elif isinstance(one, (bytes, bytearray)):
            yield bytes(one)
        elif isinstance(one, types.FunctionType):
            waiting += [one.__closure__, one.__defaults__, one.__kwdefaults__, one.__dict__]
        else:
            waiting += gc.get_referents(one)


Collect = Callable[..., Attacker]
"""Collects what the attacker could have now, with pieces of bytes given besides."""


@pytest.fixture
def api(app: Flask, context: Context) -> Iterator[Context]:
    """The API's own context: without the resolver's key."""
    opened = Context.open(replace(context.settings, resolver_key=None))
    equip(app, opened)
    yield opened
    opened.store.close()


@pytest.fixture
def attacker_of(
    app: Flask, api: Context, redis_url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> Collect:
    """Return a function that collects everything the API has at this moment."""
    caplog.set_level(logging.DEBUG)
    files = [api.settings.signing_key, api.settings.resolver_public, api.settings.link_secret]

    def collect(*more: bytes) -> Attacker:
        gc.collect()
        return Attacker([
            *(path.read_bytes().strip() for path in files if path),
            *(part.encode() for pair in os.environ.items() for part in pair),
            *in_redis(redis_url),
            *in_memory(api, app.extensions, app),
            *(str(record.__dict__).encode() for record in caplog.records),
            *more,
        ])  # fmt: skip

    return collect


def seal(table: Table, player: Player, move: Move, replaces: int = 0) -> dict[str, Any]:
    answer = player.put(f"{table.here()}/commitment", {"move": move, "replaces": replaces})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    found: dict[str, Any] = answer.get_json()
    return found


@pytest.fixture
def moves(api: Context, table: Table, ada: Player) -> list[Move]:
    """The first moves, those that are sealed among them: no other one could be behind the commitment."""
    return table.moves(ada, table.standing()["id"])[:4]


def test_with_all_that_the_api_has_after_the_act_no_move_can_be_told(
    table: Table, ada: Player, ben: Player, moves: list[Move], attacker_of: Collect
) -> None:
    answer = seal(table, ada, moves[2])
    assert seal(table, ada, moves[2]) == answer, "sent again after a lost answer"
    seal(table, ada, moves[3], replaces=1)
    attacker = attacker_of()
    assert attacker.move_of(table, ada, moves) is None
    assert unb64(answer["opening"]["salt"]) not in attacker.secrets, "the one it replaced is not lying about, either"
    assert (ada.token or "").encode() not in attacker.words


def test_control_the_attacker_finds_it_with_the_text_of_the_token(
    table: Table, ada: Player, moves: list[Move], attacker_of: Collect
) -> None:
    seal(table, ada, moves[2])
    assert attacker_of((ada.token or "").encode()).move_of(table, ada, moves) == moves[2]


def test_control_the_attacker_finds_it_with_the_answer(
    table: Table, ada: Player, moves: list[Move], attacker_of: Collect
) -> None:
    answer = seal(table, ada, moves[2])
    assert attacker_of(canonical(answer["opening"])).move_of(table, ada, moves) == moves[2]


def test_control_the_attacker_finds_what_was_sealed_with_a_salt_that_a_kept_key_yields(
    table: Table, ada: Player, api: Context, context: Context, moves: list[Move], attacker_of: Collect
) -> None:
    seal_with_derived_salt(context, table, 0, moves[2])
    assert attacker_of().move_of(table, ada, moves) == moves[2]


def seal_with_derived_salt(context: Context, table: Table, seat: int, move: Move) -> None:
    """Store an act whose salt is derived from the link secret instead of drawn, and nothing to repeat it by."""
    record = context.store.load(table.match)
    assert record is not None and context.settings.link_secret is not None
    standing = record.table["standing"][0]
    told = canonical({"decision": standing["id"], "move": move, "replaces": 0, "seat": seat}, depth=10)
    links = Links(unb64(context.settings.link_secret.read_text()))
    salt = b64(links.derive("salt", table.match, standing["head"], told.decode()))
    opening: Opening = {
        "v": 1, "match": table.match, "rules": record.table["rules"], "decision": standing["id"], "seat": seat,
        "head": standing["head"], "salt": salt, "move": move,
    }  # fmt: skip
    stored = context.store.act(
        ActRequest(
            match=table.match, decision=standing["id"], seat=seat, kind="commit", opened_head=standing["head"],
            commitment=commitment(opening), box=context.sealer.seal(opening), salt=acts.salt_digest(salt),
        )
    )  # fmt: skip
    assert stored.outcome == "stored"


def test_another_token_of_the_player_gets_no_opening_and_no_second_act(
    app: Flask, table: Table, ada: Player, api: Context, moves: list[Move]
) -> None:
    seal(table, ada, moves[2])
    made = ada.post("/v1/me/tokens", {"name": "other", "scopes": ["match:read", "match:play"]}).get_json()
    other = Player(app, made["token"], ada.account)
    again = other.put(f"{table.here()}/commitment", {"move": moves[2]})
    assert (again.status_code, again.get_json()["type"]) == (409, "/problems/conflict")
    assert other.get(f"{table.here()}/commitment").get_json()["receipt"]["seq"] == 1
