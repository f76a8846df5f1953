"""Numbers of lists in HTML mails are read as their reader sees them, or asked about: never as a parser counts them."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from tests.workers.inbox.corresponding import Correspondence, reply_to
from tests.workers.inbox.generated_lists import make_list
from tests.workers.inbox.reading.test_reading import ATTRIBUTION, HEAD, MARKED_UP, PLAIN, lines, multipart
from tests.workers.mail.post_office import text_of
from workers.inbox.mime import ORDERED, show_markers
from workers.inbox.text import Incoming, read

WORD_LIST = (
    "<html><head><style>@list l0:level1 {mso-level-start-at:3; mso-level-tab-stop:none;} "
    "ol {margin-bottom:0cm;} ul {margin-bottom:0cm;}"
    "</style></head><body><p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'>"
)
NUMBER_OF_WORD = (
    "<span style='mso-list:Ignore'>3.<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp; </span></span>"
)


def mail(*forms: tuple[str, str]) -> Incoming:
    """Read a mail that has these forms of one text, or this one."""
    if len(forms) == 1:
        ((kind, body),) = forms
        return read(f"{HEAD}{kind}; charset=utf-8\r\n\r\n{body}".encode(), "ann@players.example")
    kind = 'Content-Type: multipart/alternative; boundary="b"'
    return read(f"{HEAD}MIME-Version: 1.0\r\n{kind}\r\n\r\n{multipart(*forms)}".encode(), "ann@players.example")


@given(st.integers(0, 2**32))
def test_markers_are_those_that_browsers_show(seed: int) -> None:
    """That these are what a browser shows, ``tests/browser/pages/test_list_numbers.py`` sees to."""
    made = make_list(random.Random(seed))
    tree = html.document_fromstring(f"<body>{made.html}".encode(), parser=html.HTMLParser(encoding="utf-8"))
    markers = show_markers(tree)
    shown = [markers[item].strip(f"{ORDERED} ") for item in tree.iter("li")]
    assert [one for one in shown if one] == [one.strip() for one in made.markers], made.html


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ('<ol start="3"><li>danke</li></ol><div>LG Ann</div>', ("3. danke", "LG Ann")),
        ('<ol start="2"><li><br></li></ol><p>Bea</p>', ("2.", "Bea")),
        ('<div dir="ltr"><ol start="4"><li style="margin-left:15px">danke</li></ol></div>', ("4. danke",)),
        ('<ol class="MailOutline" start="4"><li>danke</li></ol>', ("4. danke",)),
        ("<OL START=4><LI>danke</OL>", ("4. danke",)),
        ('<ol><li value="5">passen</li><li>bauen</li></ol>', ("5. passen", "6. bauen")),
        ("<ol reversed><li>a</li><li>b</li></ol>", ("2. a", "1. b")),
        ('<ol type="A" start="3"><li>danke</li></ol>', ("C. danke",)),
        ('<ol type="i" start="3"><li>danke</li></ol>', ("iii. danke",)),
        ("<ol start=2><li>x<ol start=7><li>y</ol><li>z</ol>", ("2. x", "7. y", "3. z")),
        ("<ol><li hidden>a</li><li>b</li></ol>", ("1. b",)),
        ("<ol><li style='display: none'>a</li><li>b</li></ol>", ("1. b",)),
        ("<ol start=3 style='list-style: none'><li>passen</ol>", ("passen",)),
        ("<ol><blockquote><li>quoted</blockquote><li>own</ol>", ("2. own",)),
        ("<blockquote><ol start=4><li>quoted</ol></blockquote><p>5</p>", ("5",)),
        ("<div class=gmail_quote><ol start=4><li>quoted</ol></div><p>5</p>", ("5",)),
        ("<ol style='list-style: none'><li><br><li>passen</ol>", ("passen",)),
        ("<ul><li>passen</li></ul>", ("* passen",)),
        (f"{WORD_LIST}<![if !supportLists]>{NUMBER_OF_WORD}<![endif]>danke</p>", ("3. danke",)),
        (f"{WORD_LIST}<!--[if !supportLists]-->{NUMBER_OF_WORD}<!--[endif]-->danke</p>", ("3. danke",)),
        (f"{WORD_LIST}<!--[if supportLists]>9.<![endif]-->3</p>", ("3",)),
        ("<ol style='margin-top:0cm' start=3 type=1><li class=MsoListParagraph style='mso-list:l0 level1 lfo1'>danke</li></ol>",
         ("3. danke",)),
        ("""<ol start="3"><li style='list-style-type: "3) ";'>danke</li></ol>""", ("3)  danke",)),
    ],
)  # fmt: skip
def test_a_list_has_the_numbers_that_its_reader_sees(body: str, found: tuple[str, ...]) -> None:
    taken = mail((MARKED_UP, body))
    assert (taken.lines, taken.unclear) == (found, "")


@pytest.mark.parametrize(
    "body",
    [
        "<style>li { counter-increment: steps }</style><ol><li>danke</ol>",
        "<style>ol { list-style: none }</style><ol><li>danke</ol>",
        "<style>li::before { content: '4. ' }</style><ol><li>danke</ol>",
        "<ol style='counter-reset: list-item 3'><li>danke</ol>",
        "<div style='counter-set: list-item 3'><ol><li>danke</ol></div>",
        "<ol><li style='counter-increment: list-item 3'>danke</ol>",
        "<ol><li style='display: block'>passen<li>danke</ol>",
        "<ol style='display: contents'><li>danke</ol>",
        "<ol><div style='display: list-item'>passen</div><li>danke</ol>",
        "<ol><li hidden=until-found>passen<li>danke</ol>",
        "<ol style='visibility: hidden'><li>danke</ol>",
        "<ol style='list-style-type: hebrew'><li>danke</ol>",
        "<ol style='list-style: inherit'><li>danke</ol>",
        "<ol style=\"list-style-type: '\\\\33 '\"><li>danke</ol>",
        "<ol start=99999999999><li>danke</ol>",
        "<ol><li hidden>passen<div><li>danke</div></ol>",
    ],
)
def test_numbers_that_nobody_can_tell_are_unclear(body: str) -> None:
    assert mail((MARKED_UP, body)).unclear
    assert mail((PLAIN, "1. danke"), (MARKED_UP, body)).unclear
    assert not mail((MARKED_UP, f"3<blockquote>{body}</blockquote>")).unclear, "what is quoted does not matter"


@pytest.mark.parametrize(
    ("plain", "marked_up", "unclear"),
    [
        ("3. danke", "<ol start=3><li>danke</ol>", False),
        ("\t3.\tdanke", "<ol start=3><li>danke</ol>", False),
        ("  3)  danke", "<ol start=3><li>danke</ol>", False),
        ("1. danke", "<ol start=3><li>danke</ol>", True),
        ("danke", "<ol start=3><li>danke</ol>", True),
        ("* danke", "<ol start=3><li>danke</ol>", True),
        ("3. danke", "<ol start=3 style='list-style: none'><li>danke</ol>", True),
        ("danke", "<ol start=3 style='list-style: none'><li>danke</ol>", False),
        ("1. passen\n2. danke", "<ol><li value=5>passen<li>danke</ol>", True),
        ("3", "<p>3</p>", False),
        ("3", "<p>4</p>", True),
        ("3", "<p>passen</p>", False),
        ("3\n\nIch bin bis zum\n12. nicht da", "<p>3</p><p>Ich bin bis zum 12. nicht da</p>", False),
        (f"3\n\n{ATTRIBUTION}> 1. passen", "<p>3</p><p>Am Montag schrieb Siegelpost:</p><ol start=4><li>quoted</ol>", False),
        ("3", "", False),
    ],
)  # fmt: skip
def test_plain_text_is_read_unless_the_numbers_in_html_are_others(plain: str, marked_up: str, unclear: bool) -> None:
    taken = mail((PLAIN, plain), (MARKED_UP, marked_up))
    assert (taken.lines[0], taken.unclear) == (plain.splitlines()[0].strip(), "list-numbers" if unclear else "")


def test_lists_made_to_be_slow_are_not() -> None:
    begun = time.process_time()
    for body in (
        "<ol>" * 15_000,
        "<ol><li>" * 7_000,
        "<ol><li hidden>" * 4_000,
        "<li>" * 15_000,
        "<ol reversed>" + "<li value=1>" * 5_000,
    ):
        lines(body, "text/html")
        mail((PLAIN, "3"), (MARKED_UP, body + f"<ol style='{'a:b;' * 3_000}'><ol start={'9' * 9_000}><li>"))
    assert time.process_time() - begun < 5


def answer_to(post: Correspondence, *forms: tuple[str, str]) -> str:
    """Send an answer of Ann's that has these forms; return what she is answered."""
    ann = post.players[0]
    letter = post.last_to(ann)
    answer = reply_to(letter, ann, "")
    ((subtype, body), *others) = forms
    answer.set_content(body, subtype=subtype)
    for kind, more in others:
        answer.add_alternative(more, subtype=kind)
    assert post.post(answer, ann.mail, str(letter["Reply-To"]))[0] == 250
    return " ".join(text_of(post.last_to(ann)).split())


def choice(post: Correspondence, number: int) -> str:
    """Return the words of a choice in the letter to Ann."""
    said = text_of(post.last_to(post.players[0])).splitlines()
    return next(line for line in said if line.startswith(f"[{number}] ")).partition("] ")[2]


def test_a_list_that_begins_with_three_is_the_third_choice(post: Correspondence) -> None:
    """The attack: a mail editor makes a list of "3. danke", and the move that cannot be taken back was the first one."""
    third = choice(post, 3)
    assert f"Versiegelt: {third}" in answer_to(post, ("html", '<ol start="3"><li>danke</li></ol><div>LG Ann</div>'))


@pytest.mark.parametrize(
    "forms",
    [
        [("html", "<ol style='counter-reset: list-item 2'><li>danke</li></ol>")],
        [("plain", "1. danke"), ("html", '<ol start="3"><li>danke</li></ol>')],
        [("plain", "danke"), ("html", '<ol start="3"><li>danke</li></ol>')],
        [("plain", "3"), ("html", "<p>4</p>")],
    ],
)
def test_what_number_is_meant_is_asked_where_nobody_can_tell(
    post: Correspondence, forms: list[tuple[str, str]]
) -> None:
    answer = answer_to(post, *forms)
    assert "Wir können nicht sehen, welche Nummer du meinst" in answer and "[3]" in answer
    assert not post.record.acts
