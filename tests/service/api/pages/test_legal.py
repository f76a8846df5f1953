"""The operator's imprint, privacy and terms: pages, and links at the foot of every page and letter."""

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from flask import Flask

from service.accounts.access import grants, guest_accounts, login
from service.accounts.mail import mail_change, table_links
from service.api.app import equip
from service.config.legal import Texts, legal_pages
from service.config.variables import BadSetting
from service.context import Context
from service.matches import tournaments
from service.store import idempotency, keys, outbox, replies
from service.store.accounts import departures, events, logins, tokens
from service.store.installation import puzzles
from service.store.matches import talk
from tests.deploy.files import DEPLOY
from tests.service.api.players import Player

EXAMPLE = DEPLOY / "legal-example"
FOOT = '<footer class="legal">'


@pytest.fixture
def public(app: Flask, context: Context) -> Iterator[Player]:
    """A visitor of an installation with an English imprint and privacy pages in both languages."""
    texts: Texts = {"imprint": {"en": "# Who we are\n\n<b>Erika</b>\n\n<post@play.example>\n\n[x](javascript:1)"},
             "privacy": {"en": "# Privacy\n", "de": "# Datenschutz\n"}}  # fmt: skip
    published = app.extensions.pop("siegelpost-published", {})
    equip(app, replace(context, settings=replace(context.settings, legal=texts)))
    yield Player(app, None, "")
    app.extensions["siegelpost-published"] = published


def test_without_such_pages_nothing_leads_to_them(visitor: Player) -> None:
    assert visitor.get("/imprint").status_code == 404
    assert FOOT not in visitor.get("/").get_data(as_text=True)


def test_a_page_is_shown_in_the_reader_s_language_if_it_is_written_in_it(public: Player) -> None:
    shown = public.get("/privacy?language=de").get_data(as_text=True)
    assert '<html lang="de">' in shown and "Datenschutz</h1>" in shown
    assert '<a href="/privacy?language=en" lang="en" hreflang="en">English</a>' in shown
    only = public.get("/imprint?language=de").get_data(as_text=True)
    assert '<html lang="en">' in only and "Who we are</h1>" in only
    assert "&lt;b&gt;Erika&lt;/b&gt;" in only and '<a href="mailto:post@play.example">' in only
    assert 'href="javascript' not in only
    assert public.get("/terms").status_code == 404


@pytest.mark.parametrize(
    "path", ["/", "/lobby", "/rules", "/sign-in", "/docs", "/docs/reference", "/problems", "/clients/", "/imprint"]
)
def test_every_page_ends_with_the_links(public: Player, path: str) -> None:
    foot = public.get(path).get_data(as_text=True).partition(FOOT)[2].partition("</footer>")[0]
    assert re.findall(r'href="(/\w+)">([^<]+)<', foot) == [("/imprint", "Imprint"), ("/privacy", "Privacy")]


def test_the_foot_speaks_the_page_s_language(public: Player) -> None:
    assert 'href="/privacy?language=de">Datenschutz</a>' in public.get("/sign-in?language=de").get_data(as_text=True)


def test_the_example_is_read_and_has_everything_in_both_languages() -> None:
    texts = legal_pages({"SIEGELPOST_LEGAL": str(EXAMPLE)})
    assert [*texts] == ["imprint", "privacy", "terms"] and all({*one} == {"en", "de"} for one in texts.values())


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({}, "no page such as imprint.en.md"),
        ({"terms.de.md": b"\xff"}, "UnicodeDecodeError"),
        ({"terms.de.md": b" "}, "from 1"),
    ],
    ids=["none", "no text", "empty"],
)
def test_a_folder_that_is_of_no_use_is_refused(tmp_path: Path, content: dict[str, bytes], said: str) -> None:
    for name, data in content.items():
        (tmp_path / name).write_bytes(data)
    with pytest.raises(BadSetting, match=said):
        legal_pages({"SIEGELPOST_LEGAL": str(tmp_path)})


DAY = 86_400_000
TOLD = {
    "Your email address": (
        "account", "account_bots", "account_matches", "account_finished", "account_places", "account_tables", "account_shown",
        "account_blocks", "account_margins", "bot_record", "mail", "mail_claim",
    ),
    "An address that somebody invites": ("departing",),
    "A guest account": ("guests",),
    "Logins of browsers": ("token", "account_tokens", "tokens_on_their_way", "revoked", "kept_token"),
    "Passkeys:": (),
    "From which networks": ("networks",),
    "Matches:": (
        "match", "acts", "secrets", "seen", "lines", "leaves", "asking", "lobby", "due", "parked", "archived", "heads",
        "unlogged", "log_head", "log_leaves", "log_tile", "replay", "replay_asked", "listed_bots",
    ),
    "What is said to the whole": ("talk", "account_talk"),
    "A remark that somebody": ("report", "reports"),
    "Results of rated": (
        "results_due", "results_head", "results_entries", "results_tile", "results_index", "ratings", "rating_ranks",
        "rating_history", "tournament", "tournament_entries", "tournaments", "tournaments_due", "account_tournaments",
    ),
    "How often you": (),
    "News for programs": ("news", "feed", "feed_marks"),
    "Records of letters": ("deliveries", "given_up", "sent", "queue", "out", "not_before"),
    "What the coach thought": ("thought", "thought_asked"),
    "Puzzles:": (
        "puzzles_waiting", "puzzles_found", "puzzle_days", "puzzle", "puzzle_answers", "puzzle_letters", "account_puzzles",
    ),
    "That a letter bounced": ("bounces",),
    "Which mails of yours": ("reply", "reply_lock"),
    "Subscriptions to": ("webhooks", "webhook", "webhook_queue", "webhook_attempts", "webhooks_due", "webhooks_held"),
    "Counters": ("limit", "mail_budget", "login_budget"),
    "An address that you have replaced": (),
    "Answers to requests": ("idempotency",),
    "What is on its way": ("login_wish", "grant", "device", "user_code", "here", "recalled", "recall_asked"),
    "That a mailbox wants": ("refused",),
    "What the operator did": ("audit", "audit_end", "blocked", "caps"),
}  # fmt: skip
"""The rows of the example's table, by their beginnings, with the keys of the store of which they tell."""
OF_NOBODY = {"archive_mark", "running", "leases", "known_keys", "operator_tokens", "announcement", "beacon_round",
             "beacon_wanted", "trial", "mark_beside", "half_restored"}  # fmt: skip
"""Keys that say nothing about a player."""
FORM = re.compile(r"(Text|Hash|Set|Sorted set|List|Stream|Counter|Exists)\b")
"""How the docstring of a key begins."""
HOW_LONG = [
    ("An address that somebody invites", departures.KEPT),
    ("A guest account", guest_accounts.IDLE),
    ("Logins of browsers", login.SESSION_LIFE),
    ("Logins of browsers", table_links.SESSION_LIFE),
    ("Logins of browsers", guest_accounts.LIFE),
    ("Logins of browsers", login.LOGIN_TOKEN_LIFE),
    ("Logins of browsers", grants.APP_TOKEN_LIFE),
    ("Logins of browsers", tokens.IDLE),
    ("What is said to the whole", talk.KEPT),
    ("A remark that somebody", talk.REPORT_KEPT),
    ("News for programs", events.KEPT),
    ("Records of letters", outbox.KEPT * 1_000),
    ("Puzzles:", puzzles.MOST_DAYS * DAY),
    ("That a letter bounced", replies.BOUNCES_KEPT * 1_000),
    ("Which mails of yours", replies.KEPT),
    ("Subscriptions to", events.KEPT),
    ("Counters", tournaments.LATEST),
    ("An address that you have replaced", mail_change.UNDO_LIFE),
]


def rows(language: str) -> list[str]:
    text = (EXAMPLE / f"privacy.{language}.md").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.startswith("| ")][1:]


def test_the_example_tells_of_every_kind_of_record() -> None:
    stated = ast.parse(inspect.getsource(keys)).body
    kinds = {
        one.name for one in stated if isinstance(one, ast.FunctionDef) and FORM.match(ast.get_docstring(one) or "")
    }
    for key, docstring in pairwise(stated):
        if (
            isinstance(key, ast.Assign)
            and isinstance(docstring, ast.Expr)
            and FORM.match(ast.literal_eval(docstring.value))
        ):
            kinds.add(ast.unparse(key.targets[0]))
    told = {name for named in TOLD.values() for name in named}
    assert kinds - told - OF_NOBODY == set(), "a new kind of record: say in deploy/legal-example how long it is kept"
    assert (told | OF_NOBODY) - kinds == set()


def test_the_example_says_how_long_in_both_languages() -> None:
    english, german = rows("en"), rows("de")
    assert [next(one for one in TOLD if row.startswith(f"| {one}")) for row in english] == [*TOLD]
    assert len(german) == len(english)
    for begins, kept in HOW_LONG:
        row = [*TOLD].index(begins)
        days = kept // DAY
        number = {2: ("two days", "zwei Tage")}.get(days, (f"{days} days", f"{days} Tage"))
        assert number[0] in english[row] and number[1] in german[row], begins
    for most in (logins.MOST_NETWORKS, events.REMEMBERED):
        assert sum(f"last {most}" in row for row in english) == sum(f"letzten {most}" in row for row in german) == 1
    assert idempotency.KEPT == 48 * 3_600_000
