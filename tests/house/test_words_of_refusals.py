"""Whoever plays in German reads no English when something is refused: the page knows every code that a player can meet."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "service/web/static"
FOR_PROGRAMS = {
    "bad-json", "bad-request", "bot-list-full", "code-wrong", "events-gone", "headers-too-large",
    "http-version", "key-reused",
    "media-type", "method-not-allowed", "no-place-to-wait", "no-push", "no-seat-key", "no-seat-keys", "no-webhooks",
    "no-chats", "too-many-chats",
    "not-acceptable", "not-implemented", "not-logged", "replay-pending", "thought-pending", "token-shown", "token-stronger",
    "too-many-addresses", "too-many-bots", "too-many-deliveries", "too-many-mail-changes", "too-many-tokens", "too-many-waiting",
    "too-many-webhooks", "uri-too-long", "webhook-not-active", "wrong-entropy", "wrong-host",
}  # fmt: skip
"""Codes that no page causes, or that the page itself answers."""


def codes() -> set[str]:
    return set(tomllib.loads((ROOT / "service/api/http/problems.toml").read_text(encoding="utf-8")))


def test_the_page_has_words_for_every_refusal_that_a_player_can_meet() -> None:
    page = "".join(one.read_text(encoding="utf-8") for one in STATIC.glob("*/*.js"))
    known = set(re.findall(r'"?\bp_([a-z-]+)"?:', page))
    assert codes() - FOR_PROGRAMS - known == set()
    assert codes() >= FOR_PROGRAMS and not FOR_PROGRAMS & known, "the list names codes that are no more, or have words"
