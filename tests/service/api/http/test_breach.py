"""No compressed answer holds a secret beside a text that somebody else can put there (CRIME, BREACH)."""

import gzip
import re
from collections.abc import Callable
from urllib.parse import quote

from flask import Flask
from werkzeug.test import TestResponse

from engine.protocol.log import timestamp
from service.context import Context
from tests.service.api.account.test_web_session import PAGE
from tests.service.api.browser import Browser
from tests.service.api.http.test_shared_caches import addresses
from tests.service.api.pages.test_brought_answers import OPENED
from tests.service.api.players import PACE, Player, Table
from workers.clock.head_log import HeadLogWriter
from workers.resolve.drain import drain_once

WORD = re.compile(r"[\w.-]{22,}")
"""Long enough for a secret: a proof of a form, a token, an invitation, an address that nobody guesses."""
REFLECTED = ("next", "invitation", "language", "cursor", "client_id", "state", "name", "mail", "q")
"""Parameters that an answer might repeat."""
Get = Callable[[str, dict[str, str]], TestResponse]


def words_in(answer: TestResponse) -> set[str]:
    return set(WORD.findall(answer.data.decode("latin-1")))


def unlike(secret: str) -> str:
    """Return a text of the same length and kind that is no secret."""
    return "".join(chr(ord("a") + (ord(one) * 7 + place * 11) % 26) for place, one in enumerate(secret))


def test_no_guess_in_an_address_makes_a_compressed_answer_shorter(
    app: Flask, context: Context, table: Table, ada: Player, visitor: Player
) -> None:
    HeadLogWriter(context.store, context.signers, "log.example").batch()
    sea = ada.post("/v1/matches", {"rules": "seafarers", "seats": 5, "pace": PACE, "bots": ["steady"] * 4}).get_json()
    drain_once(context)
    closes = timestamp(context.store.now() + 86_400_000)
    cup = ada.post("/v1/tournaments", {"name": "Cup", "rules": "kontor", "closes_at": closes}).get_json()["id"]
    lobby = ada.post("/v1/matches", {"rules": "kontor", "title": "Sunday"}).get_json()
    known = {"decision": table.standing()["id"], "seat": "0", "n": "2", "player": ada.account, "tournament": cup,
             "game": "kontor", "rules": "kontor@1", "language": "en"}  # fmt: skip
    browser = Browser(app).sign_in(context, ada)
    readers: dict[str, Get] = {
        "ada": lambda path, said: ada.ask("GET", path, **{name.replace("-", "_"): one for name, one in said.items()}),
        "nobody": lambda path, said: visitor.ask("GET", path, **{n.replace("-", "_"): one for n, one in said.items()}),
        "her browser": lambda path, said: browser.client.get(path, headers={**OPENED, **said}),
        "her page": lambda path, said: browser.client.get(path, headers={**PAGE, **said}),
    }
    paths = {path for match in (sea["match"], lobby["match"]) for path in addresses(app, {**known, "match": match})}
    public = {word for path in paths for word in words_in(visitor.get(path))} & {
        word for path in paths for word in words_in(Player(app, None, "").get(path))
    }
    secrets = {
        name: {word for path in paths for word in words_in(get(path, {}))} - public for name, get in readers.items()
    }
    assert {sea["invitation"], lobby["invitation"]} <= secrets["ada"]
    beside = set()
    for name, get in readers.items():
        for path in sorted(paths):
            packed = get(path, {"Accept-Encoding": "gzip"})
            if packed.headers.get("Content-Encoding") != "gzip":
                continue
            text = gzip.decompress(packed.data).decode("latin-1")
            for secret in (one for one in secrets[name] if one in text):
                assert secret.encode() in packed.data, f"{name} {path}: a secret is compressed"
                lengths = {len(guessed(get, path, guess).data) for guess in (secret, unlike(secret), secret * 3)}
                beside.add(re.sub(r"[0-9a-f-]{36}", "", path))
                assert len(lengths) == 1, f"{name} {path}: {lengths}"
    assert beside == {"/table/"}, "the one page that is compressed in parts"
    for one in (sea, lobby):
        shown = visitor.ask("GET", f"/v1/matches/{one['match']}?invitation={one['invitation']}", Accept_Encoding="gzip")
        assert shown.headers["Content-Encoding"] == "gzip"
        assert one["invitation"].encode() not in gzip.decompress(shown.data), "nor for whoever has the link"


def guessed(get: Get, path: str, guess: str) -> TestResponse:
    """Ask with a guess wherever an answer might repeat it."""
    query = "&".join(f"{name}={quote(guess[:200])}" for name in REFLECTED if name != "invitation")
    return get(
        f"{path}?{query}",
        {"Accept-Encoding": "gzip", "X-Request-Id": guess[:16], "Referer": f"https://a.example/{guess}"},
    )
