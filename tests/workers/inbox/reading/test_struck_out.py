"""Struck-out and hidden text is no order: a mail says what its reader sees, and is asked about where that is not clear."""

from __future__ import annotations

import time

import pytest

from tests.workers.inbox.corresponding import Correspondence
from tests.workers.inbox.reading.test_list_numbers import answer_to, choice, mail
from tests.workers.inbox.reading.test_reading import MARKED_UP, PLAIN, lines, multipart
from workers.inbox.commands import NotUnderstood
from workers.inbox.grammar import Grammar

CHOICES = {1: ("Play A5", "A5 spielen"), 2: ("Play B6", "B6 spielen"), 3: ("Pass", "Passen"), 12: ("x",), 102: ("y",)}
TEXT_STRUCK = '<span style="text-decoration: line-through">1</span>'


def picked(*lines: str) -> tuple[int, ...]:
    """Return the numbers that these lines choose, none if they are not understood."""
    found = Grammar(CHOICES, plainly=True).parse(lines)
    return () if isinstance(found, NotUnderstood) else found.numbers


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("<p><s>1</s></p><p>2</p>", ("2",)),
        ("<p><strike>1</strike> 2</p>", ("2",)),
        ("<div><del>1</del><ins>2</ins></div>", ("2",)),
        (f"{TEXT_STRUCK} 2", ("2",)),
        ('<div style="TEXT-DECORATION-LINE: Line-Through">1</div>2', ("2",)),
        ('<span style="text-decoration: underline line-through red">1</span> 2', ("2",)),
        ('<s style="text-decoration: none">2</s>', ("2",)),
        ('<s><span style="text-decoration: none">1</span></s> 2', ("2",)),
        ("<p>Play <s>A5</s> B6</p>", ("Play B6",)),
        ("<p><s>A5</s> B6 spielen</p>", ("B6 spielen",)),
        ("<ol><li><s>Play A5</s></li></ol><p>2</p>", ("2",)),
        ('<ol><li style="text-decoration: line-through">A5 spielen</li><li>B6 spielen</li></ol>', ("2. B6 spielen",)),
        ("<ul><li><s>Passen</s></li><li>B6 spielen</li></ul>", ("* B6 spielen",)),
        ("<s>1<p>3</p></s>2", ("2",)),
        ("<style>.x { color: red } span.gone, #away { text-decoration: line-through }</style>"
         "<span class='a gone'>1</span><p id=away>3</p><p class=gone>2</p>", ("2",)),
        ("<style>a:hover { text-decoration: line-through }</style><a href=x>2</a>", ("2",)),
        ("<p>2</p><blockquote><s>1</s></blockquote>", ("2",)),
        ("<p>2</p><blockquote><p><s>1</p></s></blockquote>", ("2",)),
        ("<p>2</p><blockquote>a<blockquote><strike><p>1</strike></p></blockquote><s>b</s></blockquote>", ("2",)),
        ("<p>2</p><p>Von: Siegelpost &lt;post@x.example&gt;<br>Gesendet: Montag<br>An: Ann</p><s>1</s>", ("2",)),
        ("<p>2</p><s></s><del><br></del>", ("2",)),
        ("<p>~~1~~</p><p>2</p>", ("2",)),
    ],
)  # fmt: skip
def test_what_is_not_struck_out_is_read(body: str, found: tuple[str, ...]) -> None:
    taken = mail((MARKED_UP, body))
    assert (taken.lines, taken.unclear) == (found, "")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("~~Passen~~\n2", ("2",)),
        ("~Passen~ 2", ("2",)),
        ("P\u0336a\u0336s\u0336s\u0336 2", ("2",)),
        ("1\u0335\n2", ("2",)),
        ("2\n~ Bea ~", ("2", "~ Bea ~")),
        ("2 ~ 3", ("2 ~ 3",)),
        ("~3", ("~3",)),
        ("gru\u0308n", ("grün",)),
    ],
)
def test_text_is_struck_out_by_the_signs_that_chat_programs_use(typed: str, found: tuple[str, ...]) -> None:
    taken = mail((PLAIN, typed))
    assert (taken.lines, taken.unclear) == (found, "")


@pytest.mark.parametrize(
    "body",
    [
        "<p><s>1</s></p>",
        "<p><del>JA</del></p>",
        "<ol><li><s>A5 spielen</s></li></ol>",
        "<p>[1] <s>Play A5</s></p>",
        "<p>2. <s>A5 spielen</s></p><p>Bis bald</p>",
        "<p><s>1</p><p>2</s></p>",
        "<p><strike>1</p><p>2</strike></p>",
        "<p>2</p><blockquote><s>1</blockquote><p>3</s></p>",
        "<blockquote></s><s></blockquote><p>3</p></s>",
        "<blockquote></s></blockquote><p><s>1</p><p>2</s></p>",
        "<!-- <blockquote> --><p><s>1</p><p>2</s></p><!-- </blockquote> -->",
        "<details><summary>1</summary>2</details>",
        "<details><summary>My answer</summary><p>2</p></details><p>3</p>",
        "<div style='visibility:hidden'>1 <b style='visibility:visible'>2</b></div>",
        "~1~",
        "1\u0336",
        "<p><s>1</s></p><p>Von: Siegelpost &lt;post@x.example&gt;<br>Gesendet: Montag<br>An: Ann</p><p>3</p>",
    ],
)
def test_where_only_struck_text_may_be_an_order_the_mail_is_unclear(body: str) -> None:
    assert mail((MARKED_UP, body)).unclear == "struck-out"


@pytest.mark.parametrize(
    ("plain", "marked_up", "unclear"),
    [
        ("1\n2", "<p><s>1</s></p><p>2</p>", "struck-out"),
        ("1 2", f"<p>{TEXT_STRUCK} 2</p>", "struck-out"),
        ("1", "<p><s>1</s></p>", "struck-out"),
        ("JA", "<p><del>JA</del></p>", "struck-out"),
        ("2\nWir sehen uns Montag Dienstag", "<p>2</p><p>Wir sehen uns <s>Montag</s> Dienstag</p>", "struck-out"),
        ("2", "<p><s>1</s></p><p>2</p>", ""),
        ("~~1~~\n*2*", "<p><s>1</s></p><p><b>2</b></p>", ""),
        ("~1~ 2", "<p>~1~ 2</p>", ""),
        ("2", "<p>2</p><blockquote><s>1</s></blockquote>", ""),
        ("2\n-- \nAnn", "<p>2</p><div class=moz-signature>Ann <s>x</s></div>", ""),
    ],
)
def test_forms_of_a_mail_that_differ_by_what_is_struck_out_are_unclear(
    plain: str, marked_up: str, unclear: str
) -> None:
    """Gmail, Outlook and Apple Mail write struck-out words into the plain text as if they stood."""
    assert mail((PLAIN, plain), (MARKED_UP, marked_up)).unclear == unclear


def test_parts_below_each_other_with_struck_text_are_unclear() -> None:
    inside = multipart((PLAIN, "1"), (MARKED_UP, "<s>1</s>"))
    assert lines(inside, 'multipart/mixed; boundary="b"') == ("1",)
    assert mail(('Content-Type: multipart/mixed; boundary="b"', inside)).unclear == "struck-out"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("<p hidden>1</p>2", ("2",)),
        ("<div style='display:none; mso-hide: all'>1</div><p>2</p>", ("2",)),
        ("<div style='display: none'><p>1</p>1</div>2", ("2",)),
        ("<p hidden style='display: block'>2</p>", ("2",)),
        ("<template>1</template>2", ("2",)),
        ("<p>2</p><div style='display:none'>Am Zug: 3</div><blockquote>1</blockquote>", ("2",)),
        ("<p>2</p><div id=divRplyFwdMsg style='display:none'></div><p>1</p>", ("2",)),
        ("<dl><dt>1</dt><dd>pass</dd><dt>2</dt><dd>A5</dd></dl>", ("1", "pass", "2", "A5")),
        ("<p>1<hr>2</p>", ("1", "2")),
        ("<section>1</section><section>2</section>", ("1", "2")),
        ("<center>1</center><center>2</center>", ("1", "2")),
        ("<fieldset><legend>1</legend>2</fieldset>", ("1", "2")),
        ("<details open><summary>1</summary>2</details>", ("1", "2")),
        ("<span style='visibility:hidden'>1</span>2", ("2",)),
        ("<p style='Visibility: Collapse; display: block'>1</p>2", ("2",)),
        ("<p style='visibility: visible'>2</p>", ("2",)),
        ("<p style='font-size:0'>1</p><p style='opacity: .0; display:block'>3</p>2", ("2",)),
        ("<div style='font-size:0px'><p style='font-size:13px'>2</p></div>", ("2",)),
        ("<p style='opacity:0.5;font-size:100%'>2</p>", ("2",)),
        ("<p>2</p><details><summary>...</summary><blockquote>1</blockquote></details>", ("2", "...")),
        ("<details><summary>2</summary></details>", ("2",)),
        ("10<sup>2</sup>", ("10^2",)),
        ("10<sub><b>2</b></sub>", ("10^2",)),
        ("the 1<sup>st</sup>", ("the 1st",)),
        ("<input type=checkbox> Passen<br><input type=CHECKBOX checked> B6 spielen", ("☐ Passen", "☑ B6 spielen")),
        ("<input type=radio>1<br><input type=radio checked>2", ("☐ 1", "☑ 2")),
    ],
)  # fmt: skip
def test_a_page_is_read_as_it_is_shown(body: str, found: tuple[str, ...]) -> None:
    assert lines(body, "text/html; charset=utf-8") == found


def test_an_empty_box_and_a_cross_choose_nothing() -> None:
    for sign in ("☐", "☒", "✗", "✘", "❌", "[ ]", "- [ ]", "[]"):
        for typed in (f"{sign} 1", f"{sign} Passen", f"{sign} 1\n☑ 2"):
            assert picked(*lines(typed)) == (), typed
    assert picked("10^2") == picked("12^3") == ()
    assert picked("☑ 2") == picked("✓ 2") == picked("[2]") == (2,)


def test_pages_made_to_be_slow_are_not() -> None:
    begun = time.process_time()
    for body in (
        "<s>" * 15_000 + "1",
        "<s><p>" * 7_000,
        "<sup>" * 2_000 + "1" * 50_000,
        f"<style>{'a,' * 25_000}{{text-decoration:line-through}}</style>" + "<p class=x>1" * 700,
        f"<style>{'a{b:line-through}' * 3_000}</style>" + "<p class='a b c d e f g'>1" * 300,
        f"<style>{'{' * 50_000}line-through</style>1",
        "<blockquote>" * 15_000 + "1",
        "<blockquote><s></blockquote>" * 7_000,
        "<details>" * 7_000 + "1",
        "<p style='visibility:hidden'>" * 2_000 + "1",
        "~1" * 25_000,
        "~" * 50_000,
        "1\u0336" * 25_000,
        "<s>1</s>" * 900,
    ):
        lines(body, "text/html")
        mail((PLAIN, body), (MARKED_UP, body))
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(
    "forms",
    [
        [("html", "<p><s>1</s></p>")],
        [("html", "<p><del>2</del><br>Entschuldigung, ich antworte morgen</p>")],
        [("html", "<p><s>2</s></p><p>Danke!</p>")],
        [("plain", "1\n2"), ("html", "<p><s>1</s></p><p>2</p>")],
        [("plain", "~~1~~")],
    ],
)
def test_what_is_struck_out_is_asked_about_with_the_reason(post: Correspondence, forms: list[tuple[str, str]]) -> None:
    answer = answer_to(post, *forms)
    assert "Etwas in deiner Mail ist durchgestrichen" in answer and "[3]" in answer
    assert not post.record.acts


def test_a_number_beside_a_struck_one_is_the_choice(post: Correspondence) -> None:
    third = choice(post, 3)
    assert f"Versiegelt: {third}" in answer_to(post, ("html", "<p><s>1</s> 3</p>"))
