"""What reading a mail costs the reading process: generated mails up to the size limit, and delivery reports.

They are put together at random from what mails consist of, each part repeated until it fills the mail or its bound. Kept is only
the seed.
"""

import base64
import random
from collections.abc import Iterator
from pathlib import Path

from tests.campaigns.bench.figures import Figure, Plan, percentile
from workers.inbox.desk import Reader
from workers.inbox.mime import CHARSETS, MOST_BYTES

MAILS = 30
"""Generated mails for each sample asked for."""
HEAD = b"From: Ann <ann@players.example>\r\nMessage-ID: <1@players.example>\r\n"
WORDS = (
    "3",
    "PASS",
    "zur\u00fcck",
    "nur, wenn",
    "On Monday Siegelpost wrote:",
    "Sent from my phone",
    "This message is confidential",
    "---- Message ----",
    "> ",
    "--",
    "-- ",
    "x" * 70,
    "u\u0308",
    "\u4e00",
    " ",
)
MARKUP = (
    "<p>",
    "</p>",
    "<br>",
    "<div>",
    "<ul><li>",
    "<table><tr><td>",
    "<td>",
    "<b>",
    "<pre>",
    "<blockquote>",
    "&amp;",
    "<a b=c>",
)
FIELDS = (
    "Received: from a by b",
    "Authentication-Results: mx.example; dmarc=pass",
    'Content-Type: text/plain; a="b',
    "X-A: b",
)
ORDINARY = (
    HEAD + b"Content-Type: text/plain; charset=utf-8\r\n\r\n3\r\n" + b"> Your turn, Ann. You can choose:\r\n" * 300
)


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield the processor time and the memory that mails take of the process that reads them."""
    reader, dice = Reader(most=1, uses=1_000_000), random.Random(32)
    try:
        reader.mail(ORDINARY, "ann@players.example", ())
        [child] = reader.processes()
        idle = _memory(child, "VmRSS")
        yield Figure("a reading process that has nothing to do", "MB", (idle,))
        ordinary = [reader.mail(ORDINARY, "ann@players.example", ()).seconds * 1000 for _ in range(plan.samples)]
        yield Figure("an ordinary answer: processor time", "ms", tuple(ordinary))
        seconds, most = [], 0.0
        for _ in range(plan.samples * MAILS):
            _forget_peak(child)
            raw = generated(dice)
            seconds += [reader.mail(raw, "ann@players.example", ()).seconds, reader.report(raw).seconds]
            most = max(most, _memory(child, "VmHWM") - idle)
        yield Figure("a generated mail: processor time, median", "ms", (percentile(seconds, 50) * 1000,))
        yield Figure("the dearest generated mail: processor time (aim 50)", "ms", (max(seconds) * 1000,))
        yield Figure("the largest generated mail: memory beside (aim 64)", "MB", (most,))
        yield f"{len(seconds):,} readings, {'none' if reader.processes() == [child] else 'some'} ended the process"
    finally:
        reader.close()


def generated(dice: random.Random) -> bytes:
    """Return a mail of up to the size that is taken."""
    head = HEAD + b"".join(
        _filled(dice, FIELDS, dice.choice((100, 2_000))) + b"\r\n" for _ in range(dice.randint(0, 12))
    )
    return (head + _part(dice, 0, dice.choice((2_000, 60_000, 400_000, MOST_BYTES - 50_000))))[:MOST_BYTES]


def _part(dice: random.Random, depth: int, room: int) -> bytes:
    if depth < 12 and dice.random() < 0.4:
        mark, count = f"b{dice.randint(0, 20)}", dice.choice((1, 2, 3, 12))
        parts = (_part(dice, depth + 1, room // count) for _ in range(count))
        inside = b"".join(b"\r\n--" + mark.encode() + b"\r\n" + part for part in parts)
        kind = dice.choice(("mixed", "alternative", "related"))
        return f'Content-Type: multipart/{kind}; boundary="{mark}"\r\n\r\n'.encode() + inside
    kind, charset = dice.choice(("plain", "html")), dice.choice(sorted(CHARSETS))
    text = _filled(dice, WORDS + MARKUP * (kind == "html"), room)
    coding = dice.choice(("8bit", "base64", "quoted-printable"))
    body = base64.encodebytes(text)[:room] if coding == "base64" else text
    return (
        f"Content-Type: text/{kind}; charset={charset}\r\nContent-Transfer-Encoding: {coding}\r\n\r\n".encode() + body
    )


def _filled(dice: random.Random, words: tuple[str, ...], room: int) -> bytes:
    """Return a few of these words, again and again, in lines of one length or in one."""
    some = dice.sample(words, dice.randint(1, min(4, len(words))))
    unit = "".join(
        dice.choice(some) + dice.choice(("", "", " ", ";", "\r\n ")) for _ in range(dice.randint(1, 30))
    ).encode()
    return (unit + dice.choice((b"", b"\r\n "))) * (room // len(unit))


def _memory(process: int, what: str) -> float:
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(status.partition(f"{what}:")[2].split()[0]) / 1000


def _forget_peak(process: int) -> None:
    Path(f"/proc/{process}/clear_refs").write_text("5", encoding="ascii")
