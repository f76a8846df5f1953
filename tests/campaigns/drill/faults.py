"""What is broken for each alert, and how it is mended: one small story each, in the order in which they are played."""

import contextlib
import os
import signal
import smtplib
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import redis
import requests

from service.store import keys
from tests.campaigns.drill.watched import DISK, Watched
from tests.given.contexts import loaded
from tests.service.serve.watching import until
from tests.store.examples import match_id, running
from tests.system.crowds.test_deadlines import silent_match, two_people
from tests.system.players import Client, Match, Tally
from tests.workers.inbox.arriving.test_bounces import report

Fault = Callable[[Watched], AbstractContextManager[None]]
"""Broken on entering, mended on leaving."""


def _killed(*names: str) -> Fault:
    @contextmanager
    def fault(it: Watched) -> Iterator[None]:
        it.kill(*names)
        yield
        it.start(*names)
        it.look_after()

    fault.__doc__ = f"Killed: {', '.join(names)}."
    return fault


@contextmanager
def _setting(it: Watched, name: str, value: str) -> Iterator[None]:
    with redis.Redis.from_url(it.store_url, decode_responses=True) as client:
        before = client.config_get(name)[name]
        client.config_set(name, value)
        yield
        client.config_set(name, before)


def table(it: Watched, number: int) -> Match:
    """Return a match of two new people that has been dealt, so that letters ask them."""
    clients = tuple(Client(it.url, it.context, f"{name}{number}", Tally()) for name in ("Ann", "Ben"))
    made = Match(clients, Tally(), number)
    made.create()
    until(lambda: clients[0].get(made.path)["decisions"], "its cards are dealt")
    return made


def _end(it: Watched, *names: str) -> None:
    """Kill workers between two jobs: one that dies in a job counts as alive for as long as the job might have taken."""
    queue = names[0].partition("-")[0]
    with redis.Redis.from_url(it.servers["queue"].url, decode_responses=True) as client:

        def idle() -> bool:
            found = [client.hgetall(key) for key in client.scan_iter("rq:worker:*")]
            return {one["state"] for one in found if one["queues"].startswith(queue)} == {"idle"}

        until(idle, f"{queue} is idle")
    it.kill(*names)


@contextmanager
def halted(it: Watched) -> Iterator[None]:
    """The operator has halted the service and gone home."""
    it.context.store.halt("drill")
    yield
    it.context.store.go_on()


@contextmanager
def late(it: Watched) -> Iterator[None]:
    """No worker resolves while a deadline passes."""
    match = silent_match(it.context, two_people(it.context))
    until(lambda: loaded(it.context, match).table["standing"], "its cards are dealt")
    _end(it, "resolve-1", "resolve-2")
    yield
    it.start("resolve-1", "resolve-2")


@contextmanager
def without_deliverer(it: Watched) -> Iterator[None]:
    """No worker delivers while somebody is asked."""
    _end(it, "deliver-1")
    table(it, 1)
    yield
    it.start("deliver-1")


@contextmanager
def parked(it: Watched) -> Iterator[None]:
    """A match whose step fails."""
    record = running(it.context.store, match_id(1))
    it.context.store.park(record.match, "KeyError at drill.py:1", head=(record.n, record.head))
    yield


@contextmanager
def refusing(it: Watched) -> Iterator[None]:
    """The mail server refuses for good."""
    it.office.rcpt_answer = "550 5.7.1 not from you"
    for number in (11, 12):
        table(it, number)
    yield
    it.office.rcpt_answer = None


@contextmanager
def deferring(it: Watched) -> Iterator[None]:
    """The mail server takes nothing now."""
    it.office.mail_answer = "451 4.3.2 later"
    for number in (21, 22):
        table(it, number)
    yield
    it.office.mail_answer = None


@contextmanager
def bouncing(it: Watched) -> Iterator[None]:
    """Letters come back."""
    before = len(it.office.senders)
    table(it, 31)
    until(lambda: len(it.office.senders) > before, "letters are out")
    with smtplib.SMTP("127.0.0.1", it.reply_port) as server:
        for sender in it.office.senders[before:]:
            server.sendmail("", [sender], report())
    yield


@contextmanager
def breaking(it: Watched) -> Iterator[None]:
    """The API has a fault."""
    with it.faulty() as url:
        requests.get(f"{url}/faulty", timeout=10)
        yield


@contextmanager
def slow(it: Watched) -> Iterator[None]:
    """The store stands still for most of every second."""
    client, over = Client(it.url, it.context, "Slow", Tally()), threading.Event()
    pid = it.servers["state"].pid

    def hinder() -> None:
        while not over.is_set():
            os.kill(pid, signal.SIGSTOP)
            over.wait(0.8)
            os.kill(pid, signal.SIGCONT)
            over.wait(0.2)

    def look() -> None:
        while not over.is_set():
            with contextlib.suppress(AssertionError):
                client.ask("GET", "/v1/me/waiting")

    threads = [threading.Thread(target=one) for one in (hinder, look)]
    for one in threads:
        one.start()
    yield
    over.set()
    for one in threads:
        one.join()


@contextmanager
def nearly_full(it: Watched) -> Iterator[None]:
    """The store may use little more memory than it does."""
    used, _ = it.context.store.memory()
    with _setting(it, "maxmemory", str(int(used * 1.1))):
        yield


@contextmanager
def full_disk(it: Watched) -> Iterator[None]:
    """Something else fills the disk of the archive."""
    (it.archive / "something").write_bytes(bytes(int(DISK * 0.95)))
    yield
    (it.archive / "something").unlink()


@contextmanager
def lost_index(it: Watched) -> Iterator[None]:
    """An entry of the due index is gone; the sweep of a clock that starts finds it."""
    match = silent_match(it.context, two_people(it.context), 3600)
    with redis.Redis.from_url(it.store_url) as client:
        until(lambda: client.zscore(keys.due(keys.bucket_of(match)), match), "it waits for its deadline")
        it.kill("clock")
        client.zrem(keys.due(keys.bucket_of(match)), match)
    it.start("clock")
    yield


@contextmanager
def archive_away(it: Watched) -> Iterator[None]:
    """Matches are over, and the archive's disk is full to the last byte."""
    match = table(it, 41)
    match.resign()
    until(lambda: match.clients[0].get(match.path)["status"] == "closed", "it is over")
    entries = loaded(it.context, match.match).n
    until(lambda: len(it.context.store.leaf_indices(match.match)) == entries, "they are in the log of all matches")
    filling = it.archive / "something"
    with contextlib.suppress(OSError), filling.open("wb") as file:
        while True:
            file.write(bytes(1 << 12))
            file.flush()
    it.kill("clock")
    it.start("clock")
    yield
    filling.unlink()


@contextmanager
def silent_clock(it: Watched) -> Iterator[None]:
    """The clock is gone; entries wait for the log of all matches."""
    it.kill("clock")
    table_made = Client(it.url, it.context, "Eve", Tally())
    table_made.ask("POST", "/v1/matches", {"rules": "kontor"}, **{"Idempotency-Key": "drill"})
    yield
    it.start("clock")


@contextmanager
def forgetful(it: Watched) -> Iterator[None]:
    """The store keeps what it acknowledges a second later only."""
    with _setting(it, "appendfsync", "everysec"):
        yield


@contextmanager
def lonely(it: Watched) -> Iterator[None]:
    """The store has not one replica, and is asked for one; that is a danger, too."""
    it.wish(SIEGELPOST_REPLICAS="1")
    it.kill("metrics")
    it.start("metrics")
    yield
    it.wish(SIEGELPOST_REPLICAS="0")
    it.kill("metrics")
    it.start("metrics")


PLAN: tuple[tuple[Fault, tuple[str, ...]], ...] = (
    (parked, ("MatchesParked",)),
    (late, ("NobodyResolves", "MatchesWait")),
    (without_deliverer, ("NobodyDelivers", "LettersWait")),
    (refusing, ("LettersFail",)),
    (bouncing, ("LettersBounce",)),
    (breaking, ("InternalErrors",)),
    (slow, ("StoreSlow",)),
    (nearly_full, ("StoreNearlyFull",)),
    (full_disk, ("DiskNearlyFull",)),
    (lost_index, ("IndexesMended",)),
    (archive_away, ("ArchiveFails",)),
    (deferring, ("MailServerRefuses", "LettersStandStill")),
    (forgetful, ("StoreForgets",)),
    (lonely, ("NoReplicaToSpare",)),
    (silent_clock, ("ClockStandsStill", "LogStandsStill")),
    (halted, ("HaltedForLong",)),
    (_killed("api"), ("NobodyAnswers",)),
    (_killed("queue"), ("QueueAway",)),
    (_killed("state"), ("StoreAway",)),
    (_killed("metrics"), ("MetricsAway",)),
)
"""What is broken, and what must fire while it is; ``DeadlinesLate`` fires when ``late`` is mended."""
AFTERWARDS: dict[Fault, str] = {late: "DeadlinesLate"}
