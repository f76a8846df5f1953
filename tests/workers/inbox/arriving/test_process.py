"""The entrance as a process of its own: it listens, it may be killed in the middle of a mail, and it ends when it is told to."""

from __future__ import annotations

import os
import re
import signal
import smtplib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.given.undrawn import draw_nothing
from tests.servers import forked
from tests.service.serve.watching import until
from tests.workers.inbox.corresponding import HOST, Correspondence, correspondence, reply_to
from tests.workers.mail.post_office import text_of
from tests.workers.mail.sending.delivering import environment


@contextmanager
def process(post: Correspondence, folder: Path, **more: str) -> Iterator[tuple[forked.Running, int]]:
    """Start the entrance on a free port; return it and its port."""
    env = {**environment(post.context), "QUEUE_URL": post.context.settings.queue_url, "SIEGELPOST_REPLY_HOST": HOST,
           "SIEGELPOST_REPLY_LISTEN": "127.0.0.1:0", "SIEGELPOST_RATE_LIMITS": "off", **more}  # fmt: skip
    log = folder / "entrance.log"
    log.write_text("")
    child = forked.start([sys.executable, "-m", "workers.inbox"], env, log)
    try:
        said = until(
            lambda: re.search(r"^(?!<frozen runpy).*\n", log.read_text(), re.MULTILINE), "it says what it does"
        )
        found = re.search(r"comes in at 127\.0\.0\.1:([0-9]+)", said[0])
        yield child, int(found[1]) if found else 0
    finally:
        child.kill()
        child.wait(120)


def test_killed_between_the_act_and_its_answer_it_loses_nothing_and_doubles_nothing(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor")
        ann = post.players[0]
        letter = post.last_to(ann)
        mail = reply_to(letter, ann, "2")
        with process(post, tmp_path) as (child, post.port):
            post.office.at_data = lambda _: os.kill(child.pid, signal.SIGKILL)
            with pytest.raises((smtplib.SMTPServerDisconnected, ConnectionError)):
                post.post(mail, ann.mail, str(letter["Reply-To"]))
            child.wait()
        [first] = post.record.acts.values()
        post.office.at_data = None
        with process(post, tmp_path) as (child, post.port):
            assert post.post(mail, ann.mail, str(letter["Reply-To"]))[0] == 451, (
                "for two minutes it is in the dead one's hands"
            )
            for player in post.players:
                _let_two_minutes_pass(post, player.id)
            assert post.post(mail, ann.mail, str(letter["Reply-To"]))[0] == 250
            child.send_signal(signal.SIGTERM)
            assert child.wait() == 0
        [act] = post.record.acts.values()
        assert act == first
        copies = [one for one in post.letters_to(ann) if str(one["Message-ID"]).startswith("<reply.")]
        assert len({str(one["Message-ID"]) for one in copies}) == 1
        assert act.commitment
        assert act.commitment in text_of(copies[-1])


def _let_two_minutes_pass(post: Correspondence, account: str) -> None:
    store = post.context.store
    for key in store._ask(("KEYS", f"*:rh:{account}:*")):
        store._ask(("DEL", key))


def test_without_a_host_it_waits_and_ends_when_told(redis_url: str, tmp_path: Path) -> None:
    with (
        correspondence(redis_url, tmp_path) as post,
        process(post, tmp_path, SIEGELPOST_REPLY_HOST="") as (child, port),
    ):
        assert port == 0
        child.send_signal(signal.SIGTERM)
        assert child.wait() == 0


def test_a_host_that_is_none_is_refused_with_the_setting_s_name(redis_url: str, tmp_path: Path) -> None:
    with (
        correspondence(redis_url, tmp_path) as post,
        process(post, tmp_path, SIEGELPOST_REPLY_HOST="a b@c") as (child, _),
    ):
        assert child.wait() == 2
