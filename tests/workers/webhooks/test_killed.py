"""The clock's own process sends to webhooks; killed while a receiver has a request, it loses nothing."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.context import Context
from service.store.records import Account
from tests.servers import forked
from tests.workers.mail.sending.delivering import environment
from tests.workers.webhooks.receiver import Receiver, stands_still
from tests.workers.webhooks.sending import make, now_is, pass_time, tell

PATIENCE = 120.0


@contextmanager
def clock(context: Context, folder: Path) -> Iterator[None]:
    """Run a clock, and kill it in the end."""
    env = {**environment(context), "SIEGELPOST_WEBHOOKS": "any", "QUEUE_URL": context.settings.queue_url}
    process = forked.start([sys.executable, "-m", "workers.clock"], {**os.environ, **env}, folder / "clock.log")
    try:
        yield
    finally:
        process.kill()
        process.wait()


def test_killed_between_sending_and_recording_it_sends_again_under_the_same_id(
    context: Context, ann: Account, stranger: Receiver, tmp_path: Path
) -> None:
    webhook = make(context, ann, url=f"http://127.0.0.1:{stranger.port}/")
    stranger.behaviours = [stands_still]
    tell(context, ann, "one")
    with clock(context, tmp_path):
        assert stranger.arrived.acquire(timeout=PATIENCE)
    assert context.store.webhook_attempts(ann.id, webhook.id) == []
    pass_time(context, ann.id, webhook.id)
    with clock(context, tmp_path):
        assert stranger.arrived.acquire(timeout=PATIENCE)
        tell(context, ann, "two")
        assert stranger.arrived.acquire(timeout=PATIENCE)
    assert stranger.ids == ["one", "one", "two"]
    assert now_is(context, webhook).state == "active"
