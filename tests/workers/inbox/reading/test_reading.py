"""What is read in a mail: the lines that a person wrote in it, whatever program made it; and that no machine wrote it."""

from __future__ import annotations

import base64
import time

import pytest

from workers.inbox.mime import MOST_BYTES, Refused
from workers.inbox.text import read

HEAD = "From: Ann <ann@players.example>\r\nMessage-ID: <1@players.example>\r\n"
FROM = "ann@players.example"
ATTRIBUTION = "Am Mo., 2. März 2026 um 12:00 Uhr schrieb Siegelpost <\r\npost@example.org>:\r\n"
QUOTED = "\r\n> Hallo Ann!\r\n>\r\n> [1] passen\r\n> [2] 36 spielen\r\n"


def lines(body: str | bytes, kind: str = "text/plain; charset=utf-8", extra: str = "") -> tuple[str, ...]:
    raw = body if isinstance(body, bytes) else body.encode()
    head = f"{HEAD}MIME-Version: 1.0\r\nContent-Type: {kind}\r\n{extra}\r\n"
    return read(head.encode() + raw, FROM).lines


def multipart(*bodies: tuple[str, str], boundary: str = "b") -> str:
    return "".join(f"--{boundary}\r\n{head}\r\n\r\n{body}\r\n" for head, body in bodies) + f"--{boundary}--\r\n"


def parts(*bodies: tuple[str, str], kind: str = "alternative") -> tuple[str, ...]:
    return lines(multipart(*bodies), f'multipart/{kind}; boundary="b"')


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("3\r\n", ("3",)),
        ("3\r\nPASS\r\n", ("3", "PASS")),
        ("\r\n\r\n  3  \r\n\r\n" + ATTRIBUTION + QUOTED, ("3",)),
        ("3" + QUOTED, ("3",)),
        ("On Mon, Mar 2, 2026 at 12:00 PM Siegelpost <post@example.org>\r\nwrote:\r\n" + QUOTED + "\r\n3\r\n", ("3",)),
        ("3\r\n-- \r\nAnn\r\n2 Main Street\r\n", ("3",)),
        ("3\r\n--\r\nAnn\r\n2 Main Street\r\n", ("3",)),
        ("3\r\n--\r\n\r\nNur, wenn Ben passt.\r\n", ("3", "--", "Nur, wenn Ben passt.")),
        ("\ufeff3\u200b\r\n", ("3",)),
        ("", ()),
        (QUOTED, ()),
    ],
)  # fmt: skip
def test_lines_are_what_was_written_and_not_what_was_quoted(body: str, found: tuple[str, ...]) -> None:
    assert lines(body) == found


@pytest.mark.parametrize(
    "body",
    [
        '<div dir="ltr">3</div><br><div class="gmail_quote"><div>Am Mo. schrieb x:</div><blockquote>[1] a</blockquote></div>',
        "<html><head><style>p{}</style><title>9</title></head><body><p>3</p><blockquote>1</blockquote></body></html>",
        "<p style='padding-left:99999999em;margin-top:99999999em'>3</p>",
        "<!-- 7 --><script>8</script>3<br>",
        "<table><tr><td colspan=99999999>3</td></tr></table>",
    ],
)
def test_html_is_read_where_there_is_no_plain_text(body: str) -> None:
    assert lines(body, "text/html")[0] == "3"
    assert parts(("Content-Type: text/plain", "2"), ("Content-Type: text/html", body)) == ("2",)


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("<p>3</p><p<b>danke</p>", ("3", "danke")),
        ('<p"class=x>3</p>', ("3",)),
        ("<ol style=\"list-style-type: '&#1;'\"><li>danke</ol>", ("? danke",)),
        ("<ol style=\"list-style-type: '\ufffe'\"><li>danke</ol>", ("? danke",)),
    ],
)
def test_html_is_read_however_badly_it_is_written(body: str, found: tuple[str, ...]) -> None:
    assert lines(body, "text/html; charset=utf-8") == found


def test_encodings_are_undone_and_unknown_ones_do_no_harm() -> None:
    assert lines("zurück\r\n".encode("latin-1"), "text/plain; charset=iso-8859-1") == ("zurück",)
    assert lines("zur=C3=BCck\r\n", extra="Content-Transfer-Encoding: quoted-printable\r\n") == ("zurück",)
    assert lines(base64.b64encode(b"3\n"), extra="Content-Transfer-Encoding: base64\r\n") == ("3",)
    assert lines("3\r\n", "text/plain; charset=klingon") == ("3",)
    assert lines("3\r\n", "text/plain; charset=base64") == ("3",)
    assert lines("3\r\n".encode("utf-16"), "text/plain; charset=utf-16") == ("3",)


def test_attachments_are_not_looked_at() -> None:
    attached = ("Content-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt", "5")
    assert parts(attached) == ()
    assert parts(attached, ("Content-Type: text/plain", "3")) == ("3",)


PLAIN, MARKED_UP = "Content-Type: text/plain", "Content-Type: text/html"
PICTURE = ("Content-Type: image/png\r\nContent-Disposition: inline; filename=a.png", "x")
BELOW = "Aber nur, wenn Ben passt."


@pytest.mark.parametrize(
    ("inside", "found"),
    [
        ([(PLAIN, "3"), PICTURE, (PLAIN, BELOW)], ("3", BELOW)),
        ([(MARKED_UP, "<p>3</p>"), PICTURE, (MARKED_UP, f"<p>{BELOW}</p>")], ("3", BELOW)),
        ([(PLAIN, "3"), (MARKED_UP, f"<p>{BELOW}</p>")], ("3", BELOW)),
        ([(PLAIN, "3"), (MARKED_UP, "<p>3</p>")], ("3",)),
        ([(PLAIN, "3\r\n-- \r\nAnn"), PICTURE, (PLAIN, BELOW)], ("3", BELOW)),
        ([(PLAIN, "  "), (PLAIN, "3")], ("3",)),
        ([(PLAIN, "3"), (f"{PLAIN}; name=notes.txt\r\nContent-Disposition: inline; filename=notes.txt", "2")], ("3",)),
        ([(f"{PLAIN}; name=text_0.txt", "3"), PICTURE], ("3",)),
    ],
)
def test_what_stands_below_a_picture_in_a_mail_is_read(inside: list[tuple[str, str]], found: tuple[str, ...]) -> None:
    """The attack: a condition in the second text of a mail, as programs make it that show pictures between paragraphs."""
    assert parts(*inside, kind="mixed") == found
    marked_up = multipart(*inside, boundary="c")
    assert parts((PLAIN, "3"), ('Content-Type: multipart/mixed; boundary="c"', marked_up)) == ("3",)


def test_many_large_texts_in_one_mail_are_read_within_bounds() -> None:
    inside = [(MARKED_UP, f"<p>{number}</p>" + "<div>" * 10_000) for number in range(38)]
    begun = time.process_time()
    assert parts(*inside, kind="mixed")[0] == "0"
    assert time.process_time() - begun < 2


@pytest.mark.parametrize(
    ("above", "found"),
    [
        ("3\r\nAm liebsten nur, falls\r\ndu hier passt:\r\n", ("3", "Am liebsten nur, falls", "du hier passt:")),
        ("3\r\nUnter dieser Bedingung:\r\n", ("3", "Unter dieser Bedingung:")),
        ("3\r\nLe lun. 2 mars 2026 à 12:00, Siegelpost\r\n<post@example.org> a écrit :\r\n", ("3",)),
        ("3\r\nIl giorno lunedì qualcuno ha scritto:\r\n", ("3",)),
    ],
)
def test_what_introduces_a_quote_goes_with_it_and_nothing_else(above: str, found: tuple[str, ...]) -> None:
    assert lines(above + QUOTED) == found


def test_characters_that_show_nothing_part_no_words_and_those_that_reorder_stay() -> None:
    assert lines("nur we\u00adnn Ben pa\u200bsst\r\n") == ("nur wenn Ben passt",)
    assert lines("gru\u0308n\r\n") == ("grün",)
    assert lines("\u202e12\r\n") == ("\u202e12",)


@pytest.mark.parametrize(
    ("header", "sender"),
    [
        ("From: ann@players.example", "ann@players.example"),
        ("From: ANN <Ann@Players.Example>", "ann@players.example"),
        ('From: "Ann, the first" <ann@players.example>', "ann@players.example"),
        ("From: =?utf-8?q?=C3=84nn?= <ann@players.example>", "ann@players.example"),
        ('From: "Ann <3" <ann@players.example>', "ann@players.example"),
        ('From: "Ann \\"<3\\"" <ann@players.example>', "ann@players.example"),
        ('From: "Ann <ann@players.example>" <eve@evil.example>', "eve@evil.example"),
        ('From: "Ann <3 <ann@players.example>', ""),
        ("From: ann@players.example (Ann Meyer)", "ann@players.example"),
        ("From: Ann <ann@players.example> (Meyer GmbH)", "ann@players.example"),
        ("From: Ann (home) <ann@players.example>", "ann@players.example"),
        ("From: Ann (at <home>) <ann@players.example>", ""),
        ("From: Ann <ann@players.example> (eve@evil.example)", ""),
        ('From: "Ann" <ann@players.example>, "Eve" <eve@evil.example>', ""),
        ('From: "Ann" <ann@players.example> Eve', ""),
        ("From: ann@players.example, eve@evil.example", ""),
        ("From: ann@players.example <eve@evil.example>", "eve@evil.example"),
        ("From: <ann@players.example> <eve@evil.example>", ""),
        ("From: ann@players.example (eve@evil.example)", ""),
        ("From: ann@players.example\r\nFrom: eve@evil.example", ""),
        ("From: undisclosed:;", ""),
        ("Subject: none", ""),
    ],
)
def test_the_sender_is_one_address_or_nobody(header: str, sender: str) -> None:
    assert read(f"{header}\r\n\r\n3\r\n".encode(), FROM).sender == sender


@pytest.mark.parametrize(
    "raw",
    [
        b"x" * (MOST_BYTES + 1),
        b"From: a@b.example",
        b"X: " + b"y" * 200_000 + b"\r\n\r\n3",
        (HEAD + "".join(f'Content-Type: multipart/mixed; boundary="{n}"\r\n\r\n--{n}\r\n' for n in range(3_000))).encode(),
        (HEAD + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + "--b\r\n\r\n" * 20_000).encode(),
    ],
)  # fmt: skip
def test_what_is_beyond_the_bounds_is_refused(raw: bytes) -> None:
    with pytest.raises(Refused):
        read(raw, FROM)


@pytest.mark.parametrize(
    "body", ["On " * 30_000, "\n" * 60_000, "> " * 30_000, "<div>" * 12_000, "Am 3. " * 10_000, "a:\n>\n" * 9_000]
)
def test_texts_made_to_be_slow_are_not(body: str) -> None:
    for _ in range(10):  # what is quadratic here takes minutes, and the test's own time-out ends it
        lines(body)
        lines(body, "text/html")


def test_copies_of_a_mail_have_the_same_key_and_other_mails_another() -> None:
    once = read(f"Received: by one\r\n{HEAD}\r\n3\r\n".encode(), FROM)
    again = read(f"Received: by two\r\nReceived: by one\r\n{HEAD}\r\n3\r\n".encode(), FROM)
    other = read(HEAD.replace("<1@", "<2@").encode() + b"\r\n3\r\n", FROM)
    nameless = read(b"From: ann@players.example\r\n\r\n3\r\n", FROM)
    nameless_too = read(b"From: ann@players.example\r\n\r\n2\r\n", FROM)
    assert once.key == again.key
    assert len({once.key, other.key, nameless.key, nameless_too.key}) == 4


@pytest.mark.parametrize("disposition", ["", "Content-Disposition: attachment\n", "Content-Disposition: inline\n"])
@pytest.mark.parametrize("above", ["", " \n"])
def test_a_mail_that_is_attached_is_not_what_its_sender_says(disposition: str, above: str) -> None:
    raw = (
        "From: ann@players.example\nContent-Type: multipart/mixed; boundary=b\n\n"
        f"--b\nContent-Type: text/plain\n\n{above}\n"
        f"--b\nContent-Type: message/rfc822\n{disposition}\n"
        "From: ben@players.example\nSubject: x\nContent-Type: text/plain\n\nJA\n"
        "--b--\n"
    )
    assert read(raw.encode(), "ann@players.example").lines == ()
