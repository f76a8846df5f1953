"""Logging in leaves nothing behind: not in the store, not in its file of every command, not for the API with all its keys.

A login's token opens what is kept for repetitions of its acts (:mod:`service.keys.signing`), so whoever had its text could
read sealed moves. The API's secret makes login codes and the store carries them to the deliverer, so no code may open anything.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from service.accounts import AccountError
from service.accounts.access import login, tokens
from service.accounts.access.login import CODE_LIFE, WISH_OUTLIVES
from service.context import Context
from service.keys.signing import take_back
from tests.given.contexts import open_context

ADA = "ada@players.example"


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Iterator[Context]:
    opened = open_context(redis_url, tmp_path)
    yield opened
    opened.store.close()


def everything(redis_url: str) -> dict[str, Any]:
    """Return the whole store: of every key its type's content, and the milliseconds it still has."""
    found: dict[str, Any] = {}
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        read = {"string": client.get, "hash": client.hgetall, "set": client.smembers}
        for key in client.scan_iter():
            kind = client.type(key)
            found[key] = (read[kind](key) if kind in read else None, client.pttl(key), client.time())
    return found


def codes_again(context: Context, store: dict[str, Any], account: str) -> Iterator[str]:
    """Yield the codes an API that kept its link secret makes again from the wishes that were kept with them."""
    for key, (_, left, (seconds, micros)) in store.items():
        if f":lw:{account}:" in key:
            gone = seconds * 1000 + micros // 1000 + left - CODE_LIFE - WISH_OUTLIVES
            for at in range(gone - 50, gone + 5):
                yield context.links.make(
                    "login", {"account": account, "at": at, "nonce": key.rpartition(":")[2]}, at + CODE_LIFE
                )


def log_in(context: Context, code: str) -> tokens.Issued:
    return login.confirm_login(context, code, "203.0.113.5", name="test")[1]


def test_the_api_with_store_and_secret_cannot_have_a_logins_token_back(context: Context, redis_url: str) -> None:
    """The attack: make the code again, then open with it what is kept for the login that is sent twice."""
    account = context.store.create_account(mail=ADA, name="Ada").id
    now, nonce = context.store.now(), "ab" * 16
    context.store.keep_wish(account, nonce, {"language": "en"}, CODE_LIFE + WISH_OUTLIVES)
    code = context.links.make("login", {"account": account, "at": now, "nonce": nonce}, now + CODE_LIFE)
    issued = log_in(context, code)
    store = everything(redis_url)
    again = set(codes_again(context, store, account)) | {
        code
    }  # the code itself went through the store to the deliverer
    for key, (value, _, _) in store.items():
        if not isinstance(value, str):
            continue
        assert issued.text not in value
        assert not any(take_back(one, f"token {account} login {one}", value) for one in again), key


def test_no_code_stands_in_the_store_on_its_way_to_the_deliverer(context: Context, redis_url: str) -> None:
    """The attack of who has a copy of the store: log in with a code that waits in it."""
    login.request_login(context, ADA, "203.0.113.5", name=None, language="en", zone="UTC")
    account = context.store.account_by_mail(ADA)
    assert account is not None
    words = json.dumps({key: str(value) for key, (value, _, _) in everything(redis_url).items()})
    for word in "".join(one if one.isalnum() or one in "-_" else " " for one in words).split():
        with pytest.raises(AccountError):
            log_in(context, word)
