"""A mail costs work in proportion to its size, whatever it is made of; what is beyond a bound is refused first.

Structures are generated here, a little beyond each bound; what is counted is our own work, not time.
"""

from __future__ import annotations

import base64
import codecs
import contextlib
import random
import re
from collections.abc import Iterator

import pytest

from workers.inbox import mime, text, written
from workers.inbox.mime import (
    MOST_DEPTH,
    MOST_HEADER_LINES,
    MOST_MARKS,
    MOST_PARAMETERS,
    MOST_PART_HEADER,
    MOST_PARTS,
    MOST_RECIPIENTS,
    MOST_TAGS,
    MOST_TEXT,
    Mail,
    Refused,
    status_in,
    within_bounds,
)
from workers.inbox.text import read
from workers.inbox.words import without_courtesy

ANN = "ann@players.example"
HEAD = f"From: {ANN}\r\nMessage-ID: <1@players.example>\r\n"


def mail(body: str, kind: str = "text/plain", extra: str = "") -> bytes:
    return f"{HEAD}{extra}Content-Type: {kind}\r\n\r\n{body}".encode()


def nested(depth: int, inside: str = "3\r\n") -> bytes:
    """Return a mail whose text stands in so many parts, each in the one before."""
    begun = "".join(f'multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\nContent-Type: ' for n in range(depth))
    return f"{HEAD}Content-Type: {begun}text/plain\r\n\r\n{inside}".encode()


def beside(count: int, head: str = "Content-Type: text/plain\r\n") -> bytes:
    """Return a mail of so many mime."""
    return mail("".join(f"--b\r\n{head}\r\n{n}\r\n" for n in range(count)), "multipart/mixed; boundary=b")


def parameters(count: int) -> str:
    return "".join(f"; a{n}=b" for n in range(count))


@pytest.mark.parametrize(
    ("within", "beyond", "why"),
    [
        (beside(MOST_PARTS), beside(MOST_PARTS + 1), "too many parts"),
        (nested(MOST_DEPTH), nested(MOST_DEPTH + 1), "nested too deep"),
        (nested(1, "3\r\n" + "--\r\n" * (MOST_MARKS - 1)), nested(1, "--\r\n" * MOST_MARKS), "possible boundary lines"),
        (mail("3", extra="A: b\r\n" * (MOST_HEADER_LINES - 4)), mail("3", extra="A: b\r\n" * MOST_HEADER_LINES), "header"),
        (beside(1, f"A: {'b' * (MOST_PART_HEADER - 40)}\r\n"), beside(1, f"A: {'b' * MOST_PART_HEADER}\r\n"), "header"),
        (mail("3", f"text/plain{parameters(MOST_PARAMETERS)}"), mail("3", f"text/plain{parameters(MOST_PARAMETERS + 1)}"),
         "parameters"),
    ],
)  # fmt: skip
def test_what_is_beyond_a_bound_is_refused(within: bytes, beyond: bytes, why: str) -> None:
    assert read(within, ANN).lines
    with pytest.raises(Refused, match=why):
        read(beyond, ANN)
    assert status_in(beyond) is None


def test_headers_are_bounded_before_the_library_sees_them(monkeypatch: pytest.MonkeyPatch) -> None:
    beyond = [mail("3", extra="A: b\r\n" * MOST_HEADER_LINES), mail("3", extra=f"A: {'b' * mime.MOST_HEADER}\r\n")]
    monkeypatch.setattr(mime, "Message", lambda: pytest.fail("the library has been asked"))
    for raw in beyond:
        with pytest.raises(Refused):
            read(raw, ANN)


def generated(dice: random.Random) -> bytes:
    """Return a mail of parts in parts, with lines that are boundaries, look like some, or close none."""
    boundaries = [f"b{n}" for n in range(dice.randint(1, MOST_DEPTH + 2))]
    lines = []
    for _ in range(dice.choice((10, 100, MOST_MARKS))):
        boundary = dice.choice(boundaries)
        lines.append(dice.choice((f"--{boundary}", f"--{boundary}--", "--x", "-- ", "text")))
        if dice.random() < 0.05:
            lines += [f'Content-Type: multipart/mixed; boundary="{dice.choice(boundaries)}"', ""]
    return mail("\r\n".join(lines), f"multipart/mixed; boundary={boundaries[0]}")


def test_each_line_is_compared_once_with_each_part_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    compared, is_marked_by = 0, mime._Open.is_marked_by

    def counted(self: mime._Open, line: bytes) -> bool:
        nonlocal compared
        compared += 1
        return is_marked_by(self, line)

    monkeypatch.setattr(mime._Open, "is_marked_by", counted)
    dice, most = random.Random(3), 0
    for _ in range(60):
        raw, compared = generated(dice), 0
        with contextlib.suppress(Refused):
            read(raw, ANN)
        assert compared <= min(raw.count(b"\n--"), MOST_MARKS) * (MOST_DEPTH + 1)
        most = max(most, compared)
    assert most > 1_000


def test_texts_are_taken_as_far_as_there_is_room() -> None:
    whole = Mail(
        beside(30, "Content-Type: text/plain\r\n").replace(b"\r\n7\r\n", b"\r\n" + b"7" * 400_000 + b"\r\n")
    ).whole()
    texts = [one.body for one in whole.walk() if one.kind == "text/plain"]
    assert len(texts) == 30
    assert sum(map(len, texts)) == mime.MOST_BODIES
    assert max(len(one.text) for one in whole.walk()) == MOST_TEXT


@pytest.fixture
def asked_for() -> Iterator[list[str]]:
    """Note which codecs are looked for that nobody knows."""
    asked: list[str] = []
    codecs.register(search := asked.append)
    yield asked
    codecs.unregister(search)


@pytest.mark.parametrize("charset", ["x-nobody-knows", "unicode_of_nobody", "../x", "\u00fc", "", "a" * 900])
def test_no_codec_is_looked_for_because_a_mail_names_it(charset: str, asked_for: list[str]) -> None:
    name = f'text/plain; charset="{charset}"'
    encoded = f"From: =?{charset.encode('ascii', 'replace').decode()[:60] or 'x'}?q?A=6En?= <{ANN}>\r\n"
    assert read(mail("3 zur\u00fcck\r\n", name), ANN).lines == ("3 zur\u00fcck",)
    assert read((encoded + "\r\n3\r\n").encode(), ANN).sender == ANN
    assert asked_for == []


@pytest.mark.parametrize(
    ("charset", "codec"),
    [("ISO-8859-15", "iso8859_15"), ("Windows-1252", "cp1252"), ("us-ascii", "ascii"), ("KOI8-R", "koi8_r"), ("utf-16", "utf_16"),
     ("GB2312", "gb2312"), ("iso-2022-jp", "iso2022_jp"), ("Shift_JIS", "shift_jis"), ("ks_c_5601-1987", "euc_kr")],
)  # fmt: skip
def test_charsets_of_mail_programs_are_read(charset: str, codec: str) -> None:
    said = {
        "koi8_r": "\u0434\u0430",
        "gb2312": "\u4e00",
        "iso2022_jp": "\u4e00",
        "shift_jis": "\u4e00",
        "euc_kr": "\ud55c",
    }.get(codec, "3")
    raw = mail("", f"text/plain; charset={charset}", "Content-Transfer-Encoding: base64\r\n")
    assert read(raw + base64.b64encode(said.encode(codec)), ANN).lines == (said,)


@pytest.mark.parametrize(
    ("raw", "mailbox", "envelope_from"),
    [
        (mail("3", extra="Auto-Submitted: auto-replied\r\n"), ANN, ANN),
        (mail("3"), ANN, "<>"),
        (mail("3"), "ben@players.example", ANN),
        (mail("3", extra="From: eve@evil.example\r\n"), ANN, ANN),
    ],
)
def test_what_nobody_s_answer_is_by_its_headers_is_not_read_further(
    raw: bytes, mailbox: str, envelope_from: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Mail, "whole", lambda _: pytest.fail("its parts have been looked for"))
    assert read(raw, envelope_from, (mailbox,)).lines == ()


def test_a_mail_from_the_mailbox_is_read_however_its_address_is_written() -> None:
    raw = b"From: Ann+x@Players.example\r\n\r\n3\r\n"
    assert read(raw, ANN, (ANN,)).lines == ("3",)


def test_markup_is_cut_and_tables_take_no_room() -> None:
    assert within_bounds("<p>" * (MOST_TAGS + 5)).count("<") == MOST_TAGS
    assert within_bounds(f"a<p {'b ' * MOST_TAGS}>c < d") == "a c < d"
    wide = "".join(f"<tr><td>{n}</td><td>x</td></tr>" for n in range(200))
    found = read(mail(f"<table><tr><td>{'w' * 500}</td></tr>{wide}</table>", "text/html"), ANN).lines
    assert found[1:4] == ("0", "x", "1")


def test_what_introduces_a_quote_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    monkeypatch.setattr(written, "_drop_attribution", lambda found: looked.append(len(found)))
    read(mail("3\r\nUnter dieser Bedingung:\r\n" + "> x\r\n" * 50 + "4\r\n> y\r\n"), ANN)
    assert looked == [2, 3]


def test_styles_behind_a_quote_with_markup_are_cleared_too() -> None:
    """The attack: a quote first, behind which styles could still ask for as many blank lines as they liked."""
    quote = "<p>a</p><div class=gmail_quote><b>x</b></div>"
    styled, plain = (f"{quote}<p{style}>3</p><p>4</p>" for style in (" style='margin-top:9em;padding-left:9em'", ""))
    assert text._reduced(styled) == text._reduced(plain)


def test_matters_of_notices_are_looked_for_once_a_paragraph_and_in_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    class Matter:
        def finditer(self, whole: str) -> Iterator[re.Match[str]]:
            looked.append(len(whole))
            return iter(())

    monkeypatch.setattr(written, "MATTER", (Matter(),))
    line = "This message is confidential and may be privileged.\r\n"
    read(mail(line * 150), ANN)
    assert looked == [written.MOST_OF_A_NOTICE]
    looked.clear()
    read(mail(f"{line}\r\n" * 150), ANN)
    assert len(looked) == written.MOST_PARAGRAPHS


def test_very_many_accents_are_not_put_in_order() -> None:
    few, many = "e\u0301", "e" + "\u0301" * (written.MOST_ACCENTS + 1)
    assert read(mail(f"{few}\r\n{many}\r\n"), ANN).lines == ("\u00e9", many)


def test_recipients_of_a_report_are_looked_at_up_to_a_number() -> None:
    def report(before: int) -> bytes:
        blocks = "Action: delayed\r\nStatus: 4.4.1\r\n\r\n" * before + "Action: failed\r\nStatus: 5.1.1\r\n"
        return mail(f"Reporting-MTA: dns; x\r\n\r\n{blocks}", "message/delivery-status")

    assert status_in(report(MOST_RECIPIENTS - 1)) == "5.1.1"
    assert status_in(report(MOST_RECIPIENTS)) is None


@pytest.mark.parametrize("sign", ["-", ","])
def test_a_line_of_one_sign_is_looked_at_once(sign: str) -> None:
    """Where each sign may begin what stands between a text and a greeting, work grows with the square of the line."""
    line = sign * 100_000
    assert without_courtesy(line) == line
