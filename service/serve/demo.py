"""The ready demo: a player "Guest" with a token, in a match against a bot, the first turn's mail in the mailbox.

Made once per data folder, through the usual service layer: ``python -m service.serve.demo FILE``. If interrupted, a
second try continues with the same account and match, and a new token.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engine.contract import Language
from engine.kit.text.phrases import book_of, language_of
from engine.registry import DEMO, game, newest
from service.accounts.access.scopes import SCOPES
from service.accounts.access.tokens import issue_token
from service.accounts.mail.mail_preferences import BUTTONS
from service.config.settings import Settings
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.seating import creation
from service.matches.seating.creation import NewMatch
from service.processes.wake import wake
from service.store.records import Account

MAIL = "you@localhost.invalid"
CALLED = "demo"
"""The token's name. One from an interrupted try is revoked, because nobody has its text."""
PATIENCE = 30.0
"""Seconds that the workers have to deal and to write the first mail."""


def make(context: Context, file: Path, env: Mapping[str, str]) -> dict[str, Any]:
    """Set up the demo and write its file; return what is in it.

    :raises TimeoutError: when no worker deals the cards or no mail is written.
    """
    settings, language = context.settings, _language(env)
    words = book_of("service", language)
    title = words.say("demo.title")
    account = context.store.create_account(
        mail=MAIL, name=words.say("demo.name"), language=language, zone=_zone(env), verified=True
    )  # an account of this mail that exists already is returned as it is
    # The mailbox is on this machine, and one tap in it shall show the table.
    context.store.change_prefs(account.id, lambda it: {BUTTONS: "sign-in", **it.prefs})
    for lost in context.store.tokens_of(account.id):
        if lost.name == CALLED and lost.parent is None:
            context.store.revoke_token(lost.id)
    token = issue_token(context, account.id, name=CALLED, scopes=SCOPES)
    match = _match(context, account, title)
    wake(settings.queue_url, "resolve")
    _until(lambda: _is_running(context, match), "no worker dealt the cards")
    mailbox = Path(unquote(urlsplit(settings.smtp_url).path))
    _until(lambda: any(mailbox.glob("*.eml")), "no mail was written")
    demo = {
        "mail": account.mail,
        "account": account.id,
        "token": token.text,
        "match": match,
        "title": title,
        "game": game(newest(DEMO[0])).rules.title,
    }
    _write(file, demo)
    return demo


def _match(context: Context, account: Account, title: str) -> str:
    match = new_match_id(derived=context.links.derive("demo-match", account.id))
    rules, options = DEMO
    # Without grace: a bot never reconsiders, and somebody who tries this out wants to see the cards turn over.
    wish = NewMatch(rules=rules, options=dict(options), title=title, bots=["steady"], visibility="private", grace=0)
    return creation.create(context, account, wish, match).match


def _is_running(context: Context, match: str) -> bool:
    record = context.store.load(match)
    return record is not None and record.table["status"] != "lobby"


def _until(happened: Callable[[], bool], otherwise: str) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        if time.monotonic() > end:
            raise TimeoutError(f"{otherwise} within {PATIENCE:.0f} seconds: see the logs")
        time.sleep(0.05)


def _write(file: Path, demo: dict[str, Any]) -> None:
    """Write the file atomically, for its owner only, because it contains a token."""
    new = file.with_suffix(".new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        json.dump(demo, out, indent=2)
        out.write("\n")
        out.flush()
        os.fsync(out.fileno())
    new.rename(file)


def _language(env: Mapping[str, str]) -> Language:
    """Return the terminal's language, if we write mails in it."""
    spoken = env.get("LC_ALL") or env.get("LC_MESSAGES") or env.get("LANG") or ""
    return language_of(spoken.partition(".")[0])


def _zone(env: Mapping[str, str], local: Path = Path("/etc/localtime")) -> str:
    """Return the time zone of this machine by name, or UTC where it has none."""
    name = env.get("TZ", "").lstrip(":") or str(local.resolve()).partition("zoneinfo/")[2]
    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return "UTC"


def main(arguments: list[str]) -> int:
    """Set up the demo of this installation; return 0, or 1 when that fails."""
    (file,) = arguments
    settings = Settings.from_environment(os.environ)
    try:
        make(Context.open(settings), Path(file), os.environ)
    except TimeoutError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
