"""What a person wrote is read in the forms of all mail programs: all of it, and nothing that a program added."""

from __future__ import annotations

from collections.abc import Iterable
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.workers.inbox.mail_forms import ADDED_BY_NOBODY_ELSE, FOREIGN, Form, forms
from workers.inbox.text import read
from workers.inbox.words import changes_something, unread_in
from workers.inbox.written import OWN, is_programs, unflowed, written_lines

TYPED = (
    ("3",),
    ("JA",),
    ("3", "Aber nur, wenn Ben passt."),
    ("YES, that's what I meant.",),
    ("2 an (1, 1)", "sonst passe ich."),
    ("Ich schicke dir morgen die Nachricht.", "3"),
    ("passe", "PS: Wann ist Schluss?"),
)
FORMS = list(forms(TYPED))


def wrong(own: Iterable[Form]) -> list[tuple[Form, tuple[str, ...]]]:
    """Return the replies of which something else is read than what was typed, with that."""
    read_in = ((one, read(one.mail(), "ann@players.example").lines) for one in own)
    found = ((one, tuple(line for line in lines if line not in ADDED_BY_NOBODY_ELSE)) for one, lines in read_in)
    return [(one, lines) for one, lines in found if lines != one.typed]


@pytest.mark.parametrize("program", sorted({one.program for one in FORMS}))
def test_what_was_typed_is_read_and_nothing_else(program: str) -> None:
    own = [one for one in FORMS if one.program == program]
    assert len(own) >= 2
    assert wrong(own) == []


@pytest.mark.soak
def test_what_was_typed_is_read_in_every_kind_of_text() -> None:
    own = list(forms(TYPED, kinds=3))
    assert len(own) > 4_000
    assert wrong(own) == []


@pytest.mark.parametrize("line", FOREIGN)
def test_programs_write_in_the_language_of_their_menus(line: str) -> None:
    assert is_programs(line)
    assert written_lines(f"3\n\n{line}\n") == ("3",)


@pytest.mark.parametrize("footer", ["Von meinem Galaxy gesendet", "Sent from my Galaxy", "Envoyé de mon Galaxy"])
@pytest.mark.parametrize("between", ["", " ", "  "])
@pytest.mark.parametrize("typed", ["3", "JA", "3.", "Ich passe", "2 an (1, 1)", "ja!"])
def test_a_footer_in_the_line_of_what_was_typed_is_cut_off(typed: str, between: str, footer: str) -> None:
    assert written_lines(f"{typed}{between}{footer}\n") == (typed,)
    assert written_lines(
        f"{typed}{between}{footer}-------- Original message --------From: Siegelpost <x@y.example>\n"
    ) == (typed,)


@pytest.mark.parametrize(
    "text",
    [
        "3\nAber nur, wenn Ben passt.",
        "Sent from home, but only if Ben passes",
        "Von meinem Feld aus 3",
        "Gesendet habe ich das schon",
        "3\nDas ist vertraulich: Ben weiß nichts davon.",
        "3\nIf you are not sure, ask Ben.",
        "3\nDiese Nachricht gilt nur, wenn Ben passt.",
        "3\nWenn Sie nicht antworten, passe ich.",
        "3\nBitte denken Sie daran, Ben zu fragen.",
        "3\nWie Ben schrieb:\n2 ist besser",
        "3\nVon: mir\nAn: alle",
        "3\n--- aber nur heute ---\n2",
        "3\nAm 3. spiele ich die 2\nOn Monday I can't",
        "Am liebsten 3\nAm Montag kann ich nicht:\n2",
        "3\n[2] lieber nicht",
        "3\nTel Aviv 2",
        "3\nRuf mich an: 030 1234567",
        "3\nhttps://players.example/karte",
        "Ann",
        "030 1234567",
    ],
)  # fmt: skip
def test_nothing_that_a_person_wrote_is_lost(text: str) -> None:
    assert written_lines(text, "Ann Beispiel") == tuple(text.split("\n"))


def test_what_nobody_sees_is_no_line() -> None:
    """BlueMail puts an invisible separator before its footer."""
    assert written_lines("3\n\n\u2063Gesendet mit BlueMail \n") == ("3",)
    assert written_lines("3\n\u2063\n") == ("3",)


def test_somebody_may_write_below_the_footer_of_their_program() -> None:
    assert written_lines("Von meinem iPhone gesendet\n\n3\n") == ("3",)
    assert written_lines("-- \nSent from my phone\n\nOn Mon, 2 Mar 2026, Siegelpost wrote:\n> [1] pass\n\n3\n") == (
        "3",
    )
    assert written_lines("On Sun, Nov 29, 2026 at 02:56:46AM +0000, Siegelpost wrote:\n\n3\n") == (
        "3",
    )  # NeoMutt, of HTML
    assert written_lines("-----Original Message-----\n> From: Siegelpost <x@y.example>\n> pass\n3\n") == ("3",)


@pytest.mark.parametrize(
    "line", ["Excerpts from mail: 30-Nov-2026 Kontor by Siegelpost", "Zitat von Siegelpost, 30.11.2026"]
)
def test_what_says_whom_a_program_quotes_needs_no_colon(line: str) -> None:
    assert written_lines(f"Am liebsten 3\n\n{line}\n> [1] pass\n") == ("Am liebsten 3",)
    assert written_lines(f"{line}\n> [1] pass\n\n3\n") == ("3",)


@pytest.mark.parametrize("typed", ["Am liebsten 3", "On 3, please", "Le 3"])
@pytest.mark.parametrize(
    "line",
    [
        "Am Montag schrieb Siegelpost:",
        "Siegelpost <post@x.example> schrieb am 30.11.2026:",
        "Siegelpost wrote in\n <20261128.7@x.example>:",
        "Am Sat, 28 Nov 2026 12:02:17 +0100\nschrieb Siegelpost <post@x.example>:",
        "On Saturday, 28 November 2026 12:02:17 Central European Standard Time\nSiegelpost wrote:",
        '"Siegelpost" post@x.example – 28. November 2026 12:02',
    ],
)
def test_what_is_typed_right_above_the_line_that_says_who_is_quoted_is_read(typed: str, line: str) -> None:
    assert written_lines(f"{typed}\n{line}\n> [1] pass\n") == (typed,)
    assert written_lines(f"{line}\n> [1] pass\n\n{typed}\n") == (typed,)
    if "schrieb" in line:
        assert written_lines(f"{typed}\n{line}\n\n[1] pass\n") == (typed,), "a quote without marks"


@pytest.mark.parametrize(
    "line", ["Quoting you: 2 for 1", "Siegelpost, bitte 2 Tage mehr, bis 18:00", "Quoting 2026, but only if Ben passes"]
)
def test_what_a_person_wrote_right_above_a_quote_stays(line: str) -> None:
    assert written_lines(f"{line}\n> [1] pass\n\n3\n") == (line, "3")


@pytest.mark.parametrize(
    "begins", ["\tFrom post@siegelpost.example Sun Nov 29 02:55:17 2026\n", ""]
)  # bsd-mailx; Mailutils
def test_what_is_typed_below_a_quote_indented_by_tabs_is_read(begins: str) -> None:
    """As BSD's mail and its heirs quote by ``~m``, headers and all."""
    headers = "\tFrom: Siegelpost <post@siegelpost.example>\n\tTo: Ann <ann@players.example>\n\tSubject: Kontor\n"
    quote = f"{begins}{headers}\n\tSo, if you pass: what then?\n\t\n\t\t[3] pass\n"
    assert written_lines(f"{quote}3\n") == ("3",)
    assert written_lines(f"{quote}\n3\n\nif Ben passes\n") == ("3", "if Ben passes")
    assert written_lines(f"3\n\n{quote}") == ("3",)
    assert written_lines(f"3\n\n{quote}broken\n") == ("3",), "what is typed above has no end there"


# RFC 3676.


WORDS = st.lists(st.text("ab>- 3", max_size=8).map(lambda one: one.strip(" ")), min_size=1, max_size=4)
PARAGRAPHS = st.lists(st.tuples(st.integers(0, 3), WORDS.map(" ".join).map(str.strip)), max_size=6)


def flowed(paragraphs: list[tuple[int, str]], width: int, *, joins: bool) -> str:
    """Return paragraphs as RFC 3676 has them sent: broken at blanks, quoted, stuffed."""
    lines: list[str] = []
    for depth, paragraph in paragraphs:
        pieces, rest = list[str](), paragraph
        while len(rest) > width and " " in rest[:width].strip():
            at = rest[:width].rstrip().rfind(" ") + 1
            pieces.append(rest[:at] + (" " if joins else ""))
            rest = rest[at:]
        for piece in (*pieces, rest):
            stuffed = " " if depth or piece.startswith((" ", ">", "From ")) else ""
            lines.append(">" * depth + stuffed + piece)
    return "\n".join(lines)


@given(PARAGRAPHS, st.integers(1, 12), st.booleans())
def test_what_is_sent_flowed_is_read_as_it_was(paragraphs: list[tuple[int, str]], width: int, joins: bool) -> None:
    paragraphs = [(depth, text) for depth, text in paragraphs if text != "--"]
    found = unflowed(flowed(paragraphs, width, joins=joins), joins=joins).split("\n")
    expected = [f"{'>' * depth} {text}".rstrip() if depth else text for depth, text in paragraphs]
    assert [line.removeprefix(OWN) for line in found] == (expected or [""])


@pytest.mark.parametrize(
    ("text", "parameters", "found"),
    [
        ("3 an (1, 1) sonst\r\n (1, 2)\r\n", "format=flowed", ("3 an (1, 1) sonst", "(1, 2)")),
        ("3 an (1, 1) sonst \r\n(1, 2)\r\n", "format=flowed", ("3 an (1, 1) sonst (1, 2)",)),
        ("Karte sech \r\nsunddreißig\r\n", "format=Flowed; DelSp=Yes", ("Karte sechsunddreißig",)),
        (" > 3\r\n", "format=flowed", ("> 3",)),
        (" > 3\r\n", "", ()),
        ("> Hallo \r\n> Ann\r\n3\r\n", "format=flowed", ("3",)),
        (">> a \r\n> b \r\n3 \r\ndanke\r\n", "format=flowed", ("3 danke",)),
        ("3\r\n-- \r\nAnn\r\n", "format=flowed", ("3",)),
        ("3 \r\n-- \r\nAnn\r\n", "format=flowed", ("3",)),
        ("3\r\n  \r\n> x\r\n", "format=flowed", ("3",)),
        ("On Mon, 2 Mar 2026, \r\nSiegelpost wrote:\r\n> x\r\n\r\n3\r\n", "format=flowed", ("3",)),
        ("Am 28.11.2026 um 13:02 schrieb Siegelpost:\r\n> x\r\n", "format=flowed", ()),
    ],
)
def test_flowed_text_is_read_by_the_rfc(text: str, parameters: str, found: tuple[str, ...]) -> None:
    kind = f"text/plain; charset=utf-8{'; ' if parameters else ''}{parameters}"
    raw = f"From: ann@players.example\r\nContent-Type: {kind}\r\n\r\n{text}".encode()
    assert read(raw, "ann@players.example").lines == found


@pytest.mark.parametrize(
    ("raw", "charset"),
    [
        ("Für mich die 3".encode(), "us-ascii"),
        ("Für mich die 3".encode(), "iso-8859-1"),
        ("Für mich die 3".encode(), ""),
        ("Für mich die 3".encode("latin-1"), ""),
        ("Für mich die 3".encode("latin-1"), "us-ascii"),
        ("Für mich die 3".encode("latin-1"), "utf-8"),
        ("Für mich die 3".encode("latin-1"), "iso-8859-1"),
        ("Für mich die 3".encode("cp1252"), "windows-1252"),
    ],
)
def test_a_charset_that_is_missing_or_wrong_is_found_out(raw: bytes, charset: str) -> None:
    kind = f"Content-Type: text/plain{'; charset=' if charset else ''}{charset}\r\n"
    assert read(f"From: ann@players.example\r\n{kind}\r\n".encode() + raw, "ann@players.example").lines == (
        "Für mich die 3",
    )


GMAIL_SIGNED = '<div>3</div><div class="gmail_signature"><div>Bea Muster</div><div>Purchasing, 2nd floor</div>{}</div>'


def parts(plain: str, marked_up: str) -> bytes:
    mail = EmailMessage()
    mail["From"] = "Ann Beispiel <ann@players.example>"
    if plain:
        mail.set_content(plain, cte="base64")
        mail.add_alternative(marked_up, subtype="html", cte="base64")
    else:
        mail.set_content(marked_up, subtype="html", cte="base64")
    return mail.as_bytes()


@pytest.mark.parametrize("plain", ["", "3\n\n*Bea Muster*\nPurchasing, 2nd floor\n"])
def test_what_html_marks_as_a_signature_is_one_in_the_plain_text_too(plain: str) -> None:
    assert read(parts(plain, GMAIL_SIGNED.format("")), "ann@players.example").lines == ("3",)


@pytest.mark.parametrize("plain", ["", "3\n\nBea Muster\nPurchasing, 2nd floor\nAber nur, wenn Ben passt.\n"])
def test_a_condition_in_a_signature_stays(plain: str) -> None:
    inside = GMAIL_SIGNED.format("<div>Aber nur, wenn Ben passt.</div>")
    assert read(parts(plain, inside), "ann@players.example").lines == ("3", "Aber nur, wenn Ben passt.")


def test_somebody_who_writes_in_the_place_of_their_signature_is_read() -> None:
    inside = '<div id="AppleMailSignature">3</div><blockquote>[1] pass</blockquote>'
    assert read(parts("", inside), "ann@players.example").lines == ("3",)
    assert read(parts("3\n\n> [1] pass\n", inside), "ann@players.example").lines == ("3",)


OUTLOOK = '<div class="x_ms-outlook-mobile-signature">Get Outlook for iOS</div><div id="x_divRplyFwdMsg">From: a</div>'


@pytest.mark.parametrize(
    "marked_up",
    [
        '<div class="gmail_quote"><div class="gmail_attr">On Mon x wrote:</div><blockquote>a</blockquote>3<blockquote>b</div>',
        '<div class="gmail_quote"><div>On Mon, 2 Mar 2026, Siegelpost wrote:</div><blockquote>a</blockquote></div><p>3</p>',
        f"<div>3</div>{OUTLOOK}<p>b</p>",
        '<div name="messageBodySection">3</div><div name="messageSignatureSection">Bea</div><p name="messageReplySection">On',
        '<p>3</p><hr id="zwchr"><div><b>From: </b>a<br></div><p>b</p>',
    ],
)
def test_html_is_cut_at_the_elements_that_programs_quote_with(marked_up: str) -> None:
    assert read(parts("", marked_up), "ann@players.example").lines == ("3",)


@pytest.mark.parametrize(
    "line",
    [
        "Sent from Mailspring (https://x.example/), the best free email app for work",
        "Gesendet von Mailspring (https://x.example/), dem besten kostenlosen E-Mail-Programm für die Arbeit",
        "Sent with Tuta; enjoy secure & ad-free emails:",
        "Gesendet mit Tuta, genieße sichere und werbefreie E-Mails:",
        "For information about how we process your data please see our privacy policy at https://x.example/privacy",
        "Von unterwegs gesendet",
        "Think before you print.",
        "Please think twice before printing this e-mail",
    ],
)
def test_a_program_that_praises_itself_is_no_writer(line: str) -> None:
    assert written_lines(f"3\n\n{line}\n") == ("3",)


@pytest.mark.parametrize("mark", ["[EXTERN]", "[EXTERNAL]", "[EXT]", "*** EXTERNAL EMAIL ***", "[External Sender]"])
def test_a_mark_of_a_companys_server_is_not_read_as_a_line(mark: str) -> None:
    assert written_lines(f"{mark}\n\nJa\n") == ("Ja",)


@pytest.mark.parametrize(
    "line",
    [
        "Sent with love, the app is fun if Ben passes",
        "[extra]",
        "(3)",
        "Gesendet von mir, aber nur per Mail",
        "Think before 4",
    ],
)
def test_what_a_person_wrote_is_no_praise_of_a_program(line: str) -> None:
    assert written_lines(f"3\n\n{line}\n") == ("3", line)


@pytest.mark.parametrize(
    "line", ["Quatsch, lieber passen", "On second thought 4", "Hold on, let me think", "Korrektur: 4"]
)
def test_a_change_of_mind_below_a_number_is_not_passed_over(line: str) -> None:
    assert changes_something(unread_in([line]))


@pytest.mark.parametrize(
    "notice",
    [
        "ACHTUNG: Diese E-Mail stammt von einem externen Absender. Bitte vermeiden Sie es, Anhänge zu öffnen.",
        "CAUTION: This email originated from outside of the organization. Do not click links unless you trust the sender.",
    ],
)
def test_a_warning_above_the_text_is_not_its_first_line(notice: str) -> None:
    assert written_lines(f"{notice}\n\n3\n") == ("3",)


@pytest.mark.parametrize(
    "links",
    [
        "Links:\n------\n[1] http://x.example/choose/a\n[2] http://x.example/choose/a/1",
        "Verweise\n\n   1. https://x.example/rules\n   2. mailto:m@x.example",
        "[1]: https://x.example/rules",
    ],
)
def test_links_that_a_program_lists_below_are_not_read(links: str) -> None:
    assert written_lines(f"3\n\n> [3] spielen [5]\n\n{links}\n") == ("3",)
    assert written_lines(f"> [3] spielen [5]\n\n3\n\n{links}\n") == ("3",)


def test_a_link_beside_other_words_stays() -> None:
    assert written_lines("3\nnicht wie in [1] https://x.example/a\n") == ("3", "nicht wie in [1] https://x.example/a")
