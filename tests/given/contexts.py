"""A whole service around a test's own Redis: keys on disk, settings, store. Shared by service, worker and system tests."""

import hashlib
from pathlib import Path
from typing import Any

from engine.contract import State
from engine.protocol.canon import b64
from service.accounts.mail import table_links
from service.config.settings import Settings
from service.context import Context
from service.keys.signing import new_seed, resolver_public
from service.store import keys
from service.store.records import Account, Record


def write_keys(folder: Path) -> dict[str, Path]:
    """Write fresh keys; return the settings that name them."""
    resolver = new_seed()
    keys = {
        "signing_key": hashlib.sha256(b"signing" + new_seed()).digest(),
        "resolver_key": resolver,
        "resolver_public": resolver_public(resolver),
        "link_secret": new_seed(),
    }
    folder.mkdir(parents=True, exist_ok=True)
    paths = {}
    for name, value in keys.items():
        paths[name] = folder / name
        paths[name].write_text(b64(value))
    return paths


def settings(redis_url: str, folder: Path, **changes: Any) -> Settings:
    """Return settings for this Redis with fresh keys, no hold-off and no rate limits unless changed."""
    chosen: dict[str, Any] = {"queue_url": redis_url, "hold_off": 0, "rate_limits": False, **write_keys(folder)}
    return Settings(redis_url=redis_url, **{**chosen, **changes})


def key_environment(folder: Path) -> dict[str, str]:
    """Write fresh keys; return the variables that name them, as every process of the service needs them."""
    return {f"SIEGELPOST_{name.upper()}": str(path) for name, path in write_keys(folder).items()}


def open_context(redis_url: str, folder: Path, **changes: Any) -> Context:
    """Return a context that may also resolve, as workers do."""
    return Context.open(settings(redis_url, folder, **changes), resolver=True)


def account(context: Context, name: str, **changes: Any) -> Account:
    """Create and return a player with a verified email address."""
    return context.store.create_account(mail=f"{name.lower()}@players.example", name=name, verified=True, **changes)


def account_of(context: Context, mail: str) -> Account:
    """Return the player behind an email address."""
    found = context.store.account_by_mail(mail)
    assert found is not None
    return found


def link_for(context: Context, account: str, match: str, *, ago: int = 0, invitation: str = "") -> str:
    """Return a link of a letter to an account that was due so many milliseconds ago; it opens a table signed in."""
    to = context.store.account(account)
    mail, at = "" if to is None else to.letterbox, context.store.now() - ago
    return table_links.make_link(context.links, account, match, at, mail=mail, invitation=invitation)


def forget_answer(context: Context, account: str, key: str) -> None:
    """Take away what is kept under an Idempotency-Key, as a crash before it was kept does, or 48 hours."""
    context.store._ask(("DEL", keys.idempotency(account, key)))


def loaded(context: Context, match: str, *, secrets: bool = False) -> Record:
    """Return a match that is there."""
    record = context.store.load(match, secrets=secrets)
    assert record is not None
    return record


def dealt(record: Record) -> State:
    """Return the state of a match that has been dealt."""
    assert record.state is not None
    return record.state
