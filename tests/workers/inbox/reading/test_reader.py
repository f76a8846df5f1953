"""Mails are read by processes of their own: what breaks one costs one mail, and they have nothing that is worth having."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from service.telemetry.counts import REGISTRY
from tests.workers.inbox.arriving.test_bounces import report
from tests.workers.inbox.arriving.test_bounds import ANN, HEAD, mail
from tests.workers.inbox.breaking import CRASH, END, FAULT, MEMORY, SECRET, TIME
from workers.inbox.desk import TOO_COSTLY, NotRead, Reader
from workers.inbox.reading import SECONDS
from workers.inbox.text import read

RAW = mail("3 zur\u00fcck\r\n\r\n> 1\r\n", "text/plain; charset=utf-8", "Authentication-Results: mx.example; none\r\n")


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    one = Reader(most=1)
    yield one
    one.close()


@pytest.fixture(scope="module")
def fragile() -> Iterator[Reader]:
    one = Reader(most=1, module="tests.workers.inbox.breaking")
    yield one
    one.close()


def counted(outcome: str) -> float:
    return REGISTRY.get_sample_value("siegelpost_mails_total", {"outcome": outcome}) or 0.0


def test_a_child_says_the_same_as_this_process(reader: Reader) -> None:
    before = counted("read")
    assert reader.mail(RAW, ANN, (ANN,)).mail == read(RAW, ANN, (ANN,))
    assert reader.mail(RAW, "", ()).mail == read(RAW, "")
    unclear = mail('<ol><li style="list-style-type: hebrew">x</ol>', "text/html", "List-Id: <x>\r\n")
    found = reader.mail(unclear, ANN, (ANN,)).mail
    assert found == read(unclear, ANN, (ANN,))
    assert found is not None
    assert found.doubtful
    assert found.unclear
    assert reader.report(report("5.1.1")).status == "5.1.1"
    assert reader.report(RAW).status is None
    assert counted("read") == before + 5


def test_a_mail_beyond_the_bounds_is_refused_with_the_reason_and_the_child_goes_on(reader: Reader) -> None:
    reader.mail(RAW, ANN, (ANN,))
    children, before = reader.processes(), counted("refused")
    assert reader.mail(b"x" * 2_000_001, ANN, (ANN,))[:2] == (None, "the mail is too large")
    assert reader.processes() == children
    assert counted("refused") == before + 1


@pytest.mark.parametrize("breaks", [TIME, MEMORY, CRASH])
def test_a_mail_that_ends_its_reader_is_refused_and_the_next_is_read(fragile: Reader, breaks: bytes) -> None:
    fragile.mail(RAW, ANN, (ANN,))
    [child], before = fragile.processes(), counted("killed")

    assert fragile.mail(breaks + b"\r\n" + RAW, ANN, (ANN,)) == (None, TOO_COSTLY, SECONDS)

    assert counted("killed") == before + 1
    assert fragile.mail(RAW, ANN, (ANN,)).mail == read(RAW, ANN)
    assert child not in fragile.processes()


def test_a_mail_that_a_library_cannot_take_is_refused_and_its_text_is_not_in_the_log(
    fragile: Reader, capfd: pytest.CaptureFixture[str]
) -> None:
    fragile.mail(RAW, ANN, (ANN,))
    children = fragile.processes()

    assert fragile.mail(FAULT + b"\r\n" + RAW, ANN, (ANN,))[:2] == (None, "the mail cannot be read (ValueError)")

    assert fragile.processes() == children
    assert SECRET not in "".join(capfd.readouterr())


def test_a_mail_whose_reader_somebody_ends_comes_again(fragile: Reader) -> None:
    before = counted("postponed")
    with pytest.raises(NotRead):
        fragile.mail(END + b"\r\n" + RAW, ANN, (ANN,))
    assert counted("postponed") == before + 1
    assert fragile.mail(RAW, ANN, (ANN,)).mail is not None


def test_a_mail_comes_again_where_no_reader_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.pictures.drawing.sys.executable", "/nowhere/python")
    with pytest.raises(NotRead):
        Reader().mail(RAW, ANN, (ANN,))


def test_a_reader_is_replaced_after_a_number_of_mails() -> None:
    one = Reader(most=1, uses=2)
    try:
        one.mail(RAW, ANN, (ANN,))
        [first] = one.processes()
        assert one.mail(RAW, ANN, (ANN,)).mail is not None
        assert one.processes() == []
        one.mail(RAW, ANN, (ANN,))
        assert one.processes() not in ([], [first])
    finally:
        one.close()


def test_many_threads_share_few_readers() -> None:
    two = Reader(most=2)
    try:
        with ThreadPoolExecutor(6) as threads:
            keys = [f"<{n}@players.example>" for n in range(30)]
            raws = [HEAD.replace("<1@players.example>", key).encode() + b"\r\n3\r\n" for key in keys]
            found = list(threads.map(lambda raw: two.mail(raw, ANN, (ANN,)).mail, raws))
        assert [one and one.message_id for one in found] == keys
        assert len(two.processes()) <= 2
    finally:
        two.close()


def test_a_reader_knows_no_keys_no_store_and_no_addresses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("SIEGELPOST_LINK_SECRET", "REDIS_URL", "QUEUE_URL", "SMTP_URL", "SIEGELPOST_METRICS_FOLDER"):
        monkeypatch.setenv(name, str(tmp_path / "none of your business"))  # a folder that something may make
    one = Reader(most=1)
    try:
        one.mail(RAW, ANN, (ANN,))
        [child] = one.processes()
        assert b"business" not in Path(f"/proc/{child}/environ").read_bytes()
        limits = Path(f"/proc/{child}/limits").read_text(encoding="ascii")
        assert [line.split()[-3:-1] for line in limits.splitlines() if "core file" in line] == [["0", "0"]]
    finally:
        one.close()
    program = (
        "import sys, workers.inbox.reading\n"
        "heavy = ('redis', 'nacl', 'prometheus_client', 'requests', 'service.keys.signing', 'service.context', 'engine')\n"
        "sys.exit(', '.join(one for one in heavy if one in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False, capture_output=True).stderr.strip() == b""


def test_a_reader_ends_with_whoever_started_it() -> None:
    program = (
        "from workers.inbox.desk import Reader; import time\n"
        "one = Reader(most=1); one.mail(b'', '', ()); print(*one.processes(), flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = os.pidfd_open(int(parent.stdout.readline()))
    try:
        parent.kill()
        parent.wait()
        parent.stdout.close()
        assert select.select([child], [], [], 30)[0], "the reader outlives whoever started it"
    finally:
        os.close(child)
