"""From the last answer to the mail, game by game, with its picture and with a link to it; and the processor time of a letter.

Real processes throughout, as in ``resolve``. The baseline, taken before each sample: a bare letter of the same size, from a new
connection to the same mail server until it says that it has it.
"""

import contextlib
import http.client
import smtplib
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from service.config.settings import MailPictures
from tests.campaigns.bench import tables
from tests.campaigns.bench.figures import Figure, Plan, percentile
from tests.campaigns.bench.installation import HOST, Installation, until
from tests.campaigns.bench.load import drive
from tests.campaigns.bench.sections.resolve import PAUSE, quiet

PACKET_ROW, ANNO = tables.Kind("packet-row", "online", 3), tables.Kind("anno-1701")
SEAFARERS = tables.Kind("seafarers", "fuenf-inseln-5", 5)
KINDS = (tables.KONTOR, PACKET_ROW, ANNO, SEAFARERS)
WAYS: dict[str, MailPictures] = {"with its picture": "attached", "with a link to it": "linked"}
"""How letters show the table."""
PATIENCE = 60.0


@dataclass
class Taken:
    """Seconds of each sample, and processor seconds of all letters."""

    readable: list[float] = field(default_factory=list)
    mailed: list[float] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)
    bare_cpu: float = 0.0
    letters: int = 0
    delivering: float = 0.0
    drawing: float = 0.0


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield, for each game and way, times, processor times and their ratios to the bare letter's."""
    with Installation(plan.folder / "letters", hold_off=0) as running:
        file = running.start_smtp()
        running.start("api", "resolve", "clock")
        running.run_another("resolve")
        for kind in KINDS:
            for way, pictures in WAYS.items():
                running.environment["SIEGELPOST_MAIL_PICTURES"] = pictures
                running.start("deliver")
                taken = _taken(running, file, plan.samples, kind)
                running.stop("deliver")
                yield from _figures(f"{kind.game}, {way}", taken)
        yield "aim: 30 ms and 20 ms of processor time at 0.2 ms a sync"


def _taken(running: Installation, file: Path, samples: int, kind: tables.Kind) -> Taken:
    made = [tables.begin(running.context, 0, kind) for _ in range(samples)]
    matches = [tables.dealt(running.context, people, by_workers=True) for people in made]
    asked = {one.mail for people in matches for one in people if one.moves}
    until(lambda: asked <= {recipient for _, recipient, _ in _lines(file)}, "who is asked has a letter", 300)
    until(lambda: quiet(file), "the first letters are out", 300)
    before, begun = len(_lines(file)), (running.cpu("deliver"), running.cpu_of_children("deliver"))
    taken = Taken()
    for people in matches:
        cpu = time.process_time()
        taken.bare.append(_bare_letter(running.smtp_port))
        taken.bare_cpu += time.process_time() - cpu
        answered, readable = _answer(running, [one for one in people if one.moves])
        taken.readable.append(readable - answered)
        taken.mailed.append(_first_letter(file, answered, {one.mail for one in people}) - answered)
    until(lambda: quiet(file), "the last letters are out", 300)
    taken.letters = len(_lines(file)) - before - samples
    taken.drawing = running.cpu_of_children("deliver") - begun[1]
    taken.delivering = running.cpu("deliver") - begun[0] - taken.drawing
    return taken


def _answer(running: Installation, asked: list[tables.Sitting]) -> tuple[float, float]:
    """Answer for everybody who is asked; return when the last was answered and when what followed could be read (seconds)."""
    for one in asked:
        done = drive(running.port, [one.answer], 0)
        if set(done.statuses) != {200}:
            raise RuntimeError(f"an answer was not accepted: {dict(done.statuses)}")
    answered, one = time.monotonic(), asked[0]
    with contextlib.closing(http.client.HTTPConnection(HOST, running.port, timeout=10)) as reader:
        path, headers = f"/v1/matches/{one.match}/decisions/{one.decision}", {"Authorization": f"Bearer {one.token}"}
        while time.monotonic() < answered + PATIENCE:
            reader.request("GET", path, headers=headers)
            answer = reader.getresponse()
            answer.read()
            if answer.status == 404:  # the decision stands no more: the table has gone on
                return answered, time.monotonic()
            time.sleep(PAUSE)
    raise TimeoutError(f"{one.match} was not resolved within {PATIENCE:.0f} s")


def _first_letter(file: Path, since: float, to: set[str]) -> float:
    """Return when the first letter to any of these people came after a moment."""
    came: list[float] = []

    def one_came() -> bool:
        came[:] = [float(when) for when, recipient, _ in _lines(file) if recipient in to and float(when) > since]
        return bool(came)

    until(one_came, "somebody has a letter", PATIENCE)
    return min(came)


def _bare_letter(port: int) -> float:
    text = "Subject: bare\r\n\r\n" + ("x" * 76 + "\r\n") * 800
    begun = time.perf_counter()
    with smtplib.SMTP(HOST, port) as server:
        server.sendmail("bench@localhost.invalid", ["bare@players.example"], text)
        return time.perf_counter() - begun


def _lines(file: Path) -> list[list[str]]:
    return [line.split() for line in file.read_text(encoding="ascii").splitlines()]


def _figures(name: str, taken: Taken) -> Iterator[Figure]:
    bare = percentile(taken.bare, 50)
    for what, seconds in (("last answer -> resolved", taken.readable), ("last answer -> mail", taken.mailed)):
        for percent, word in ((50, "median"), (95, "p95")):
            yield Figure(f"{name}: {what}, {word}", "ms", (percentile(seconds, percent) * 1000,))
    yield Figure(f"{name}: a bare letter (baseline)", "ms", (bare * 1000,))
    yield Figure(f"{name}: last answer -> mail / bare letter", "x", (percentile(taken.mailed, 50) / bare,))
    share = 1000 / max(1, taken.letters)
    yield Figure(f"{name}: processor time of a letter", "ms", (taken.delivering * share,))
    if taken.drawing:
        yield Figure(f"{name}: ... and of its picture", "ms", (taken.drawing * share,))
    each = taken.bare_cpu * 1000 / len(taken.bare)
    yield Figure(f"{name}: both / bare letter", "x", ((taken.delivering + taken.drawing) * share / each,))
