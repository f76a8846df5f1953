"""What one reader gets, no other gets from a cache in between or by a tag: every address that can be read, by every reader."""

import re
from collections.abc import Callable

from flask import Flask
from werkzeug.test import TestResponse

from engine.protocol.log import timestamp
from service.accounts.access.tokens import issue_token
from service.context import Context
from tests.service.api.browser import Browser
from tests.service.api.matches.test_leaks import VOLATILE
from tests.service.api.players import Player, Table
from workers.clock.head_log import HeadLogWriter

VARIABLE = re.compile(r"<(?:[^:>]*:)?([^>]*)>")


def addresses(app: Flask, known: dict[str, str]) -> list[str]:
    """Return every address that can be read, with what is known in place of its variables."""
    found = {
        VARIABLE.sub(lambda name: known.get(name[1], "x"), rule.rule)
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ())
    }
    return sorted(found)


def may_be_given_to_others(answer: TestResponse) -> bool:
    """Return whether a cache may keep an answer and give it to others without asking (RFC 9111, section 3)."""
    said = answer.headers.get("Cache-Control", "")
    kept = not re.search(r"\b(private|no-store|no-cache)\b", said) or "max-age" in said
    return kept and answer.status_code == 200 and "Cookie" not in answer.headers.get("Vary", "")


def test_no_cache_and_no_tag_gives_one_reader_what_another_got(
    app: Flask, context: Context, table: Table, ada: Player, ben: Player, eve: Player, visitor: Player
) -> None:
    HeadLogWriter(context.store, context.signers, "log.example").batch()
    closes = timestamp(context.store.now() + 86_400_000)
    cup = ada.post("/v1/tournaments", {"name": "Cup", "rules": "kontor", "closes_at": closes}).get_json()["id"]
    known = {
        "match": table.match, "decision": table.standing()["id"], "seat": "0", "n": "2", "player": ada.account,
        "tournament": cup, "game": "kontor", "rules": "kontor@1", "language": "en",
    }  # fmt: skip
    narrow = Player(app, issue_token(context, ada.account, name="x", scopes=("account:read",)).text, "")
    browsers = [Browser(app).sign_in(context, one) for one in (ada, ben)]
    players = {"ada": ada, "ben": ben, "eve": eve, "a narrow token": narrow, "nobody": visitor}
    readers: dict[str, Callable[[str], TestResponse]] = {name: one.get for name, one in players.items()}
    readers |= {"ada's browser": browsers[0].get, "ben's browser": browsers[1].get}
    leaks, tagged = [], 0
    for path in addresses(app, known):
        answers = {name: get(path) for name, get in readers.items()}
        read = {name: (one.status_code, VOLATILE.sub(b"", one.data)) for name, one in answers.items()}
        for name, answer in answers.items():
            others = [one for one in readers if read[one] != read[name]]
            if others and may_be_given_to_others(answer):
                leaks.append(f"{path}: what {name} gets may be kept for {', '.join(others)}")
            tag = answer.headers.get("ETag", "")
            for one in set(others) & set(players) if tag and answer.status_code == 200 else ():
                tagged += 1
                if answers[one].status_code == 200 and players[one].get(path, If_None_Match=tag).status_code == 304:
                    leaks.append(f"{path}: the tag that {name} got says to {one} that nothing is new")
    assert tagged > 50
    assert leaks == []
