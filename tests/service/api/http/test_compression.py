"""Compression: what is the same for everybody, in the coding the client likes; never what one person alone may see."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from service.api.http.compression import SMALLEST, in_parts
from service.store.values import zstd
from tests.service.api.players import Player, Table

UNPACK: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.decompress, "zstd": zstd.decompress}
SHARED = ["/v1/rules/kontor", "/v1/rules", "/v1/meta", "/openapi.json", "/docs", "/protocol.md", "/docs/style.css"]
OF_THE_MATCH = ["/log", "/log.jsonl", "/feed"]
MINE = ["", "/view", "/words", "/picture.svg", "/decisions", "/decisions/r1.choose/moves"]
"""What a seat alone may see, or what tells who asks."""


@pytest.mark.parametrize("coding", UNPACK)
@pytest.mark.parametrize("path", SHARED)
def test_what_is_the_same_for_everybody_is_compressed(visitor: Player, path: str, coding: str) -> None:
    plain, packed = visitor.get(path), visitor.ask("GET", path, Accept_Encoding=coding)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == coding
    assert {"Accept-Encoding"} <= set(plain.vary) & set(packed.vary)
    assert len(packed.data) < len(plain.data)
    unpacked = UNPACK[coding](packed.data)
    if path == "/v1/meta":
        assert json.loads(unpacked)["keys"] == plain.get_json()["keys"]
    else:
        assert unpacked == plain.data


@pytest.mark.parametrize("path", OF_THE_MATCH)
def test_what_all_may_read_of_a_match_is_compressed_for_its_players_too(table: Table, ada: Player, path: str) -> None:
    plain = ada.get(table.path + path)
    packed = ada.ask("GET", table.path + path, Accept_Encoding="zstd")
    if len(plain.data) >= SMALLEST or path.endswith(".jsonl"):
        assert UNPACK["zstd"](packed.data) == plain.data
    assert "Accept-Encoding" in packed.vary
    assert "Authorization" in packed.vary


@pytest.mark.parametrize("path", MINE)
def test_what_a_player_alone_may_see_is_never_compressed(table: Table, ada: Player, path: str) -> None:
    answer = ada.ask("GET", table.path + path, Accept_Encoding="zstd, gzip")
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("path", ["/v1/me", "/v1/me/waiting?include=moves,view", "/v1/me/tokens", "/v1/me/events"])
def test_nothing_of_an_account_is_compressed(table: Table, ada: Player, path: str) -> None:
    assert "Content-Encoding" not in ada.ask("GET", path, Accept_Encoding="zstd, gzip").headers


def test_padded_texts_keep_their_length(table: Table, ada: Player) -> None:
    here = f"{table.path}/decisions/r1.choose/commitment"
    answer = ada.ask("PUT", here, {"move": {"type": "pass"}}, Accept_Encoding="zstd, gzip")
    assert (answer.status_code, len(answer.data)) == (200, 2048)
    assert "Content-Encoding" not in answer.headers
    assert "Content-Encoding" not in ada.ask("GET", here, Accept_Encoding="zstd, gzip").headers


@pytest.mark.parametrize("path", ["/sign-in", "/unsubscribe/xyz", "/problems"])
def test_pages_with_forms_are_not_compressed(visitor: Player, path: str) -> None:
    """They hold what a form must prove, beside what an address can reflect."""
    assert "Content-Encoding" not in visitor.ask("GET", path, Accept_Encoding="gzip").headers


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("", None),
        ("identity", None),
        ("br", None),
        ("gzip, zstd", "zstd"),
        ("gzip;q=1.0, zstd;q=0.5", "gzip"),
        ("zstd;q=0, gzip;q=0", None),
        ("*", "gzip"),
        ("gzip;q=0, *", None),
        ("*;q=0.5, zstd;q=0.1", "gzip"),
        ("ZSTD", "zstd"),
        ("gzip;q=nonsense", None),
        ("gzip;q=0.5, identity", None),
        ("identity;q=0.5, gzip;q=0.5", "gzip"),
        ("identity;q=0, gzip;q=0.1", "gzip"),
        ("identity;q=0", None),
        (",;=q,gzip" * 200, "gzip"),
    ],
)
def test_the_client_chooses(visitor: Player, accepted: str, coding: str | None) -> None:
    for path in ("/v1/rules/kontor", "/docs"):
        answer = visitor.ask("GET", path, Accept_Encoding=accepted)
        assert (answer.status_code, answer.headers.get("Content-Encoding")) == (200, coding)


@pytest.mark.parametrize("coding", ["identity", *UNPACK])
@pytest.mark.parametrize("path", ["/v1/rules/kontor", "/openapi.json", "/docs"])
def test_a_tag_names_one_form_and_is_answered_in_that_form(visitor: Player, path: str, coding: str) -> None:
    first = visitor.ask("GET", path, Accept_Encoding=coding)
    tag = first.headers["ETag"]
    again = visitor.ask("GET", path, Accept_Encoding=coding, If_None_Match=tag)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert "Accept-Encoding" in again.vary
    others = {visitor.ask("GET", path, Accept_Encoding=one).headers["ETag"] for one in ("identity", "gzip", "zstd")}
    strong = [one for one in others if not one.startswith("W/")]
    assert len(strong) == (1 if path == "/v1/rules/kontor" else 3)


def test_small_answers_and_refusals_stay_as_they_are(visitor: Player) -> None:
    for path in ("/health", "/v1/rules/chess", "/docs/nothing"):
        answer = visitor.ask("GET", path, Accept_Encoding="gzip")
        assert "Content-Encoding" not in answer.headers
        assert len(answer.data) < SMALLEST


@pytest.mark.parametrize("accepted", ["gzip, identity;q=0", "IDENTITY;q=0, *", "gzip;q=0.1, *;q=0", "gzip, *;q=0.0"])
def test_a_short_answer_is_packed_too_for_whoever_takes_no_plain_one(visitor: Player, accepted: str) -> None:
    plain = visitor.get("/v1/bots")
    packed = visitor.ask("GET", "/v1/bots", Accept_Encoding=accepted)
    assert (len(plain.data) < SMALLEST, packed.headers["Content-Encoding"]) == (True, "gzip")
    assert gzip.decompress(packed.data) == plain.data


def test_what_nobody_else_may_see_stays_plain_for_whoever_takes_no_plain_answer(ada: Player) -> None:
    answer = ada.ask("GET", "/v1/me", Accept_Encoding="gzip, identity;q=0")
    assert (answer.status_code, answer.headers.get("Content-Encoding")) == (200, None)


def test_a_token_that_an_anonymous_request_gets_is_not_compressed(app: Flask, visitor: Player) -> None:
    """Only looking may be: a POST without a token can bring one."""
    answer = visitor.ask("POST", "/v1/login", {"mail": "x@players.example"}, Accept_Encoding="gzip")
    assert "Content-Encoding" not in answer.headers
    assert "Accept-Encoding" not in answer.vary


def test_whatever_is_shared_needs_no_scope_to_differ_by() -> None:
    """An operation is shared only if its handler does not look at who asks; these do not."""
    found = {
        (path.name, name)
        for path in (Path(__file__).parents[4] / "service" / "api").rglob("*.py")
        for name in re.findall(
            r'operation\(\s*"(\w+)"(?:(?!\n@|\ndef ).)*?shared=True', path.read_text(encoding="utf-8"), re.S
        )
    }
    assert found == {
        ("feed.py", "getFeed"), ("head_log.py", "exportLog"), ("head_log.py", "getLog"), ("head_log.py", "listHeads"),
        ("people.py", "getPlayer"), ("people.py", "exportResults"), ("people.py", "getRatingDistribution"),
        ("people.py", "listRatings"),
        ("tournaments.py", "listTournaments"), ("tournaments.py", "exportStandings"), ("tournaments.py", "getTournamentCalendar"),
        ("puzzles.py", "listPuzzles"), ("puzzles.py", "getPuzzlePictureSvg"),
        ("meta.py", "getMeta"), ("meta.py", "getRules"), ("meta.py", "listRules"),
    }  # fmt: skip


def test_parts_of_a_page_tell_nothing_about_each_other() -> None:
    """What is hidden stays as long as it is, whether or not a compressed part beside it says the same."""
    hidden = "card 37, " * 100
    for guess in ("card 37, " * 50, "card 38, " * 50):
        parts = [("head", False), (guess, True), (hidden, False), (guess, True), ("", False)]
        packed = in_parts(parts)
        assert gzip.decompress(packed).decode() == "".join(text for text, _ in parts)
        assert hidden.encode() in packed
        assert len(packed) < len(hidden) + 200
    lengths = {len(in_parts([(guess, True), (hidden, False)])) for guess in ("card 37, " * 50, "card 38, " * 50)}
    assert len(lengths) == 1
