"""``/dev/mailbox`` and any mail in its folder: every page is shown, whatever is in the file."""

import random
import time
from pathlib import Path

import pytest
from flask import Flask

from service.api.app import equip
from service.api.pages.mailbox import shown
from tests.given.contexts import open_context
from tests.service.api.players import Player

NASTY = {
    "empty": b"",
    "nothing": b"\0\xff\xfe" * 50,
    "no headers": b"\r\n\r\nbody",
    "one line": b"Subject",
    "unknown charset": b"Subject: =?x-none?q?=41?=\r\nContent-Type: text/plain; charset=x-none\r\n\r\n\xff\xfe",
    "charset of its own": b'Content-Type: text/html; charset="../../etc"\r\n\r\n<p>x',
    "codec that is none": b"Content-Type: text/plain; charset=base64\r\n\r\nQUFB",
    "codec of text": b"Content-Type: text/plain; charset=rot13\r\n\r\nabc",
    "idna": b"Subject: =?idna?q?xn--a?=\r\nContent-Type: text/plain; charset=punycode\r\n\r\n\xff",
    "raw bytes in headers": b"Subject: \xff\xfe\x80\r\nTo: \x80@\xff\r\n\r\n",
    "surrogates": b"Subject: =?utf-7?q?+2AA-?=\r\nContent-Type: text/plain; charset=utf-7\r\n\r\n+2AA-",
    "broken base64": b"Subject: =?utf-8?b?A?=\r\nContent-Transfer-Encoding: base64\r\n\r\n=A=A=",
    "uuencoded": b"Content-Transfer-Encoding: x-uuencode\r\n\r\nbegin 666 x\nzzzz\n",
    "date": b"Date: Mon, 99 Foo 99999999999999999999 99:99:99 +9999999\r\n\r\n",
    "addresses": b"To: (((((\r\nFrom: \"\\\r\nMessage-ID: <<<\r\nIn-Reply-To: <a@[\r\n\r\n",
    "empty address": b"To: \r\nFrom:\r\nSubject:\r\nMessage-ID:\r\nContent-Type:\r\nContent-ID:\r\n\r\n",
    "multipart without boundary": b"Content-Type: multipart/mixed\r\n\r\n--\r\n",
    "multipart that is none": b"Content-Type: multipart/alternative; boundary=x\r\n\r\nno part",
    "text that says multipart": b"Content-Type: multipart/mixed; boundary=x\r\nContent-Transfer-Encoding: base64"
    b"\r\n\r\n--x\r\n\r\n",
    "parameters": b"Content-Type: text/html; charset*0*=x'y'%FF; charset*1=z; charset*99999999=1\r\n\r\n<p>",
    "boundary of nothing": b"Content-Type: multipart/mixed; boundary*0*=%zz\r\n\r\n",
    "message in itself": b"Content-Type: message/rfc822\r\n\r\nContent-Type: message/rfc822\r\n\r\n",
    "report": b"Content-Type: message/delivery-status\r\n\r\nx\r\n\r\n\r\ny",
    "picture that is text": b"Content-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n"
    b"<img src=cid:a>\r\n--x\r\nContent-Type: image/png\"onload=x; name=x\r\nContent-ID: <a>\r\n\r\n\xff\r\n--x--",
    "picture of pictures": b"Content-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n"
    + b"<img src=cid:a>" * 20_000 + b"\r\n--x\r\nContent-Type: image/png\r\nContent-ID: <a>\r\n\r\n" + b"\xff" * 100_000
    + b"\r\n--x--",
    "picture that is multipart": b"Content-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: image/png\r\n"
    b"Content-ID: <a>\r\nContent-Transfer-Encoding: base64\r\n\r\n\xff=\r\n--x\r\nContent-Type: text/html\r\n\r\ncid:\r\n--x--",
    "deep": b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (one, one) for one in range(2_000)),
    "many parts": b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + b"--x\r\n\r\n" * 50_000,
    "many words": b"Subject: " + b"=?utf-8?q?a?= " * 50_000 + b"\r\n\r\n",
    "a long line": b"Subject: " + b"a" * 3_000_000 + b"\r\n\r\n",
    "markup": b"Subject: <script>alert(1)</script>\r\nContent-Type: text/plain\r\n\r\n</pre><script>alert(1)</script>",
    "escapes": b"Subject: \x1b[2J\x07\r\n\r\n\x1b]0;x\x07\xe2\x80\xae",
    "control characters": b"Subject: =?utf-8?q?=0d=0a=00=e2=80=ae?=\r\n\r\n\0",
}  # fmt: skip

INSERTED = (b"\r\n", b"=?", b"?=", b"\0", b"--x", b'"', b";", b"*", b"(", b"\xff", b"<", b" ", b"=")


@pytest.fixture
def folder(app: Flask, redis_url: str, tmp_path: Path) -> Path:
    """The folder of a mailbox that this app publishes."""
    found = tmp_path / "mailbox"
    found.mkdir()
    key = tmp_path / "mailbox.key"
    key.write_text("of-this-start")
    equip(app, open_context(redis_url, tmp_path / "dev", dev_mailbox=found, dev_mailbox_key=key))
    return found


def look(visitor: Player, name: str) -> None:
    """Look at the list, the mail and its HTML part; :raises AssertionError: unless all are shown."""
    assert visitor.get("/dev/mailbox/of-this-start").status_code == 200
    page = visitor.get(f"/dev/mailbox/of-this-start/{name}")
    assert page.status_code == 200
    page.get_data().decode("utf-8")
    html = visitor.get(f"/dev/mailbox/of-this-start/{name}/html")
    assert html.status_code in (200, 404)
    assert html.status_code == 404 or "sandbox" in html.headers["Content-Security-Policy"]
    assert len(html.get_data()) < 2_000_000


@pytest.mark.parametrize("kind", list(NASTY))
def test_any_mail_is_shown(folder: Path, visitor: Player, kind: str) -> None:
    (folder / "1-a.eml").write_bytes(NASTY[kind])
    (folder / "2-b.eml").write_bytes(b"Subject: still there\r\n\r\nHello\r\n")
    begun = time.thread_time()
    look(visitor, "1-a.eml")
    assert "still there" in visitor.get("/dev/mailbox/of-this-start").get_data(as_text=True)
    assert time.thread_time() - begun < 20, "seconds of work, however busy the machine is"


def test_the_list_tells_letters_of_one_match_apart(folder: Path, visitor: Player) -> None:
    letter = "Subject: Kontor\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n\r\nHello Ann,\r\n"
    for name, line in (("1.eml", "Round 1: <b>Choose</b> a card"), ("2.eml", "Your answer is in")):
        (folder / name).write_bytes(letter.format(line).encode())
    page = visitor.get("/dev/mailbox/of-this-start").text
    assert page.index("Your answer is in") < page.index("Round 1: &lt;b&gt;Choose&lt;/b&gt; a card")
    assert "Hello Ann" not in page


def test_markup_in_headers_and_text_is_text(folder: Path, visitor: Player) -> None:
    (folder / "1-a.eml").write_bytes(NASTY["markup"])
    for address in ("/dev/mailbox/of-this-start", "/dev/mailbox/of-this-start/1-a.eml"):
        assert "<script>alert" not in visitor.get(address).get_data(as_text=True)


@pytest.mark.parametrize(
    "name", ["x\x1b.eml", b"\xff\xfe.eml".decode("utf-8", "surrogateescape"), "a b&c?d#e%2f.eml", "ü.eml"]
)
def test_any_name_of_a_file_leaves_the_list_standing(folder: Path, visitor: Player, name: str) -> None:
    (folder / name).write_bytes(b"Subject: odd\r\n\r\n")
    assert visitor.get("/dev/mailbox/of-this-start").status_code == 200


def test_what_lies_in_the_folder_and_is_no_file_is_no_mail(folder: Path, visitor: Player, tmp_path: Path) -> None:
    (folder / "1.eml").mkdir()
    (tmp_path / "secret").write_text("Subject: secret\n\n")
    (folder / "2.eml").symlink_to(tmp_path / "secret")
    (folder / "3.eml").symlink_to(tmp_path / "nowhere")
    (folder / "4.eml").write_bytes(b"Subject: x\r\n\r\n")
    (folder / "4.eml").chmod(0)
    page = visitor.get("/dev/mailbox/of-this-start")
    assert page.status_code == 200
    assert "secret" not in page.get_data(as_text=True)
    assert visitor.get("/dev/mailbox/of-this-start/2.eml").status_code == 404


def test_mutated_mails_are_shown() -> None:
    dice = random.Random(9)
    kinds = [raw for raw in NASTY.values() if len(raw) < 2_000]
    for _ in range(3_000):
        raw = bytearray(dice.choice(kinds) + dice.choice(kinds))
        for _ in range(dice.randint(0, 12)):
            place = dice.randrange(len(raw) + 1)
            raw[place:place] = dice.choice(
                (b"\r\n", b"=?", b"?=", b"\0", b"--x", b'"', b";", b"*", b"(", b"\xff", b"<", b" ", b"=")
            )
        found = shown(bytes(raw))
        "".join([found.text, found.html or "", *found.headers.values()]).encode("utf-8")
