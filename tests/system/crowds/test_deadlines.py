"""Deadlines on time (campaigns 5 and 6): none early, soon after; after an outage all at once, oldest first, one mail a seat."""

from __future__ import annotations

import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.protocol.log import milliseconds, read_export, too_late_from
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.pace import SHORTEST, check_pace
from service.matches.seating import creation, lobby
from service.store.matches.lists import Head
from service.store.records import Account
from tests.campaigns.bench.figures import percentile
from tests.campaigns.soak.parts import parts
from tests.campaigns.soak.report import Watch, report, scaled
from tests.given.contexts import account, loaded
from tests.service.serve.watching import until
from tests.system.installation import Installation
from tests.system.players import Client, Match, Over, Tally
from tests.system.post import Post

WORKERS = ("state", "queue", "resolve-1", "resolve-2", "clock")
ROUNDS = 5
"""Deadlines that pass in each match of a long form."""


@dataclass
class Lateness:
    """How many milliseconds after its moment (a second after the deadline) each silent decision was on disk, resolved."""

    deadlines: int
    earliest: int
    median: float
    p99: float
    latest: int

    @classmethod
    def of(cls, context: Context, matches: list[str]) -> Lateness:
        """Compare the deadlines in the logs with the store's own note of when their resolution was written."""
        # The logs first: what is resolved meanwhile stands in the feed of heads alone, never the other way round.
        exports = {one: b"".join(context.store.lines(one, limit=100_000)) for one in matches}
        wait_until(context, context.store.now() + 2)
        written = {(one.match, one.n): one.at for one in all_heads(context)}
        late = [
            next(at for (match, last), at in written.items() if match == one and last >= n) - too_late_from(deadline)
            for one in matches
            for n, deadline in passed(exports[one])
        ]
        assert late, "no deadline has passed"
        return cls(len(late), min(late), percentile(late, 50), percentile(late, 99), max(late))


def passed(export: bytes) -> Iterator[tuple[int, int]]:
    """Yield (log entry, deadline in ms) of every decision that was resolved because its deadline passed."""
    deadlines: dict[str, int] = {}
    for line in read_export(export):
        entry = line["entry"]
        body: dict[str, Any] = entry["body"]
        if entry["type"] == "opened" and body["deadline"] is not None:
            deadlines[body["decision"]] = milliseconds(body["deadline"])
        elif entry["type"] == "resolved" and any(one["by"] == "fallback" for one in body["moves"]):
            assert milliseconds(entry["at"]) >= too_late_from(deadlines[body["decision"]]), "resolved early"
            yield entry["n"], deadlines[body["decision"]]


def all_heads(context: Context) -> list[Head]:
    """Return the whole feed of heads."""
    found: list[Head] = []
    while more := context.store.heads(found[-1] if found else None, 1_000):
        found += more
    return sorted(found)


def silent_match(context: Context, people: tuple[Account, Account], seconds: int = SHORTEST) -> str:
    """Start a match in which nobody will ever answer."""
    match = new_match_id()
    pace = check_pace({"kind": "duration", "seconds": seconds})
    creation.create(context, people[0], creation.NewMatch(rules="kontor", grace=0, pace=pace), match)
    lobby.join(context, match, people[1], seat=None, invitation=None)
    return match


def two_people(context: Context) -> tuple[Account, Account]:
    return account(context, "Ann"), account(context, "Ben")


def resolved(context: Context, match: str) -> int:
    return sum(b'"type":"resolved"' in line for line in context.store.lines(match, limit=100_000))


def wait_until(context: Context, moment: int) -> None:
    """Wait for a moment of the store's clock."""
    event = threading.Event()
    while (rest := moment - context.store.now()) > 0:
        event.wait(rest / 1000)


@contextmanager
def load(installation: Installation, tables_at_once: int, first_seed: int = 0) -> Iterator[Tally]:
    """Players at full speed over HTTP, as long as the context lasts."""
    tally = Tally()

    def play(number: int) -> None:
        clients = tuple(
            Client(installation.url, installation.context, f"{name}{number}", tally, mails=False) for name in ("X", "Y")
        )
        try:
            for seed in range(first_seed + number * 1_000, first_seed + number * 1_000 + 1_000):
                match = Match(clients, tally, seed)
                match.create()
                if not match.play():
                    return
        except Over:
            return
        except BaseException as error:
            tally.fail(f"{type(error).__name__}: {error}")

    threads = [threading.Thread(target=play, args=(number,)) for number in range(tables_at_once)]
    for thread in threads:
        thread.start()
    try:
        yield tally
    finally:
        tally.over.set()
        for thread in threads:
            thread.join()
    assert tally.failures == []


def accuracy(installation: Installation, matches: int, deadlines: int) -> Lateness:
    """Let deadlines pass in matches that began one after the other; return how late they were."""
    context = installation.context
    people = two_people(context)
    names = []
    begun = context.store.now()
    for number in range(matches):
        wait_until(context, begun + number * 1000 * SHORTEST // matches)
        names.append(silent_match(context, people))
    until(lambda: all(resolved(context, name) >= deadlines for name in names), "all deadlines have passed",
          120 + 3 * SHORTEST * deadlines)  # fmt: skip
    return Lateness.of(context, names)


def check_lateness(*found: Lateness) -> None:
    """Fail for a deadline that was early, or late far beyond the goals (50 and 500 ms)."""
    assert min(one.earliest for one in found) >= 0
    # On a machine busy with other tests, a lost deadline is what must show.
    assert max(one.latest for one in found) < 15_000


def test_no_deadline_is_early_and_all_pass_soon_idle_and_under_load(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Installation(tmp_path, (*WORKERS, "api")) as installation:
        idle = accuracy(installation, matches=24, deadlines=1)
        with load(installation, 4) as tally:
            loaded_ = accuracy(installation, matches=24, deadlines=1)
    with capsys.disabled():
        print(f"\ndeadlines, idle: {idle}\ndeadlines, with {tally.acknowledged} acts beside: {loaded_}")
    check_lateness(idle, loaded_)
    assert tally.acknowledged > 20


@dataclass
class Recovery:
    """What became of the deadlines that passed during an outage; ``seconds`` after everything ran again."""

    matches: int
    seconds: float
    out_of_order_ms: int
    letters: int
    most_letters_to_a_seat: int


def outage(folder: Path, matches: int, minutes: float = 0.0) -> Recovery:
    """Stop everything while deadlines pass; start it; return how they were made up for."""
    post = Post(folder / "post")
    pace = max(40, matches // 2)
    parts = (*WORKERS, "deliver-1")
    with post, Installation(folder / "it", parts, SMTP_URL=post.url, SIEGELPOST_HOLD_OFF="3") as installation:
        context = installation.context
        people = two_people(context)
        names = [silent_match(context, people, pace) for _ in range(matches)]
        until(lambda: all(loaded(context, one).table["standing"] for one in names), "all cards are dealt", pace)
        until(lambda: not soon_to_go_out(context), "everybody knows of it", pace)
        installation.kill(*parts)
        installation.begin("state")
        due = {}
        for one in names:
            deadline = loaded(context, one).table["standing"][0]["deadline"]
            assert deadline is not None
            due[one] = too_late_from(deadline)
        before = set(post.letters())
        wait_until(context, int(max(due.values()) + 60_000 * minutes))
        # An outage outlasts the leases of those who died at its beginning.
        installation.let_leases_end()

        again = context.store.now()
        installation.begin("queue")
        installation.start(*[one for one in parts if one not in ("state", "queue")])
        until(lambda: all(resolved(context, one) for one in names), "all are resolved", 60 + matches / 20)
        installation.kill("resolve-1", "resolve-2")
        until(lambda: not soon_to_go_out(context), "all letters are out", 60 + matches)

        order = first_writes(context, set(names), again)
        letters = [letter for name, letter in post.letters().items() if name not in before]
        a_seat = Counter((str(letter["To"]), str(letter["References"]).split()[0]) for letter in letters)
        assert {one: resolved(context, one) for one in names} == dict.fromkeys(names, 1)
        return Recovery(
            matches, round((max(at for _, at in order) - again) / 1000, 1),
            max_inversion([due[one] for one, _ in order]), len(letters), max(a_seat.values(), default=0),
        )  # fmt: skip


def soon_to_go_out(context: Context) -> bool:
    """Return whether a letter waits for the next minute; news that only wait for company do not count."""
    peeks, now = context.store.peek()
    return any(one.out is not None and one.out < now + 60_000 for one in peeks)


def first_writes(context: Context, names: set[str], since: int) -> list[tuple[str, int]]:
    """Return the matches in the order in which they were first written since a moment (ms), with the time."""
    found: dict[str, int] = {}
    for head in all_heads(context):
        if head.at >= since and head.match in names:
            found.setdefault(head.match, head.at)
    return list(found.items())


def max_inversion(values: list[int]) -> int:
    """Return by how much a later value was served before an earlier one at most."""
    worst, highest = 0, values[0]
    for before, value in pairwise(values):
        highest = max(highest, before)
        worst = max(worst, highest - value)
    return worst


def check_recovery(found: Recovery) -> None:
    """Fail for deadlines that were made up for late, in disorder, or with a storm of mails."""
    assert found.seconds <= 30
    assert found.out_of_order_ms <= 5_000
    # One letter about what stands now, and perhaps one that was being written when it changed; not one per event.
    assert found.letters <= 3 * found.matches
    assert found.most_letters_to_a_seat <= 2


def test_deadlines_of_an_outage_are_made_up_for_at_once_without_a_storm_of_mails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = outage(tmp_path, matches=8)
    with capsys.disabled():
        print(f"\nafter an outage: {found}")
    check_recovery(found)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_resolvers_that_stand_still_for_half_a_minute_park_nothing(tmp_path: Path) -> None:
    """Stopped in the middle of their work, past their leases and time limits, they go on as if nothing had been."""
    watch, matches, still = Watch(), scaled(200, 20), 35_000
    with Installation(tmp_path, WORKERS) as installation:
        context = installation.context
        people = two_people(context)
        names = [silent_match(context, people) for _ in range(matches)]
        until(lambda: any(resolved(context, one) for one in names), "the first deadlines pass")
        stopped = [installation.processes[name] for name in ("resolve-1", "resolve-2")]
        before = {one: resolved(context, one) for one in names}
        for process in stopped:
            process.send_signal(signal.SIGSTOP)
        wait_until(context, context.store.now() + still)
        for process in stopped:
            process.send_signal(signal.SIGCONT)
        until(lambda: all(resolved(context, one) > before[one] for one in names), "all deadlines are made up for")
        assert context.store.parked() == {}
    report("15: resolvers stopped", watch.seconds, matches=matches, stood_still_ms=still, parked=0)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_ten_thousand_deadlines(tmp_path: Path) -> None:
    for part in parts("deadlines"):
        with part, Installation(tmp_path / str(part.seed), (*WORKERS, "api")) as installation:
            watch, matches = Watch(), part.size("deadlines") // 2 // ROUNDS
            idle = accuracy(installation, matches=matches, deadlines=ROUNDS)
            with load(installation, 4, 100_000 * part.seed) as tally:
                busy = accuracy(installation, matches=matches, deadlines=ROUNDS)
            part.counts(
                deadlines=idle.deadlines + busy.deadlines, seconds=int(watch.seconds), acts_beside=tally.acknowledged
            )  # fmt: skip
            part.least(idle_earliest=idle.earliest, loaded_earliest=busy.earliest)
            part.most(
                idle_median=idle.median, idle_p99=idle.p99, idle_latest=idle.latest,
                loaded_median=busy.median, loaded_p99=busy.p99, loaded_latest=busy.latest,
            )  # fmt: skip
            check_lateness(idle, busy)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_five_thousand_deadlines_in_outages(tmp_path: Path) -> None:
    for part in parts("outage"):
        with part:
            found = outage(tmp_path / str(part.seed), matches=part.size("due"), minutes=0.5)
            part.counts(due=found.matches, letters=found.letters)
            part.most(
                seconds=found.seconds, out_of_order_ms=found.out_of_order_ms,
                letters_to_a_seat=found.most_letters_to_a_seat, due_at_once=found.matches,
            )  # fmt: skip
            check_recovery(found)
