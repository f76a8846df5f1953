"""Days in mails about vacations: each form in its language, and nothing that could mean two days."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workers.inbox.commands.account import Wanted, day_in, span_in, wanted_in

HERE = date(2026, 11, 23)
DECEMBER = (date(2026, 12, 1), date(2026, 12, 14))
NEW_YEAR = (date(2026, 12, 28), date(2027, 1, 3))


@pytest.mark.parametrize(
    "text",
    ["2026-12-01 2026-12-14", "2026-12-01 - 2026-12-14", "1.12. - 14.12.", "1.12.–14.12.2026", "1. bis 14.12.",
     "vom 1. Dezember bis zum 14. Dezember", "1 Dec to 14 Dec", "from December 1st until December 14th, 2026",
     "01.12.2026 14.12.2026", "1 - 14 December", "du 1er au 14 décembre", "du 1er décembre au 14 décembre",
     "du 1 au 14 décembre 2026", "le 1er déc. jusqu'au 14 déc.", "du mardi 1er décembre au lundi 14 décembre",
     "entre le 1er et le 14 décembre", "à partir du 1er décembre jusqu’au 14 decembre", "1 décembre - 14 décembre",
     "du 1/12 au 14/12", "du 01/12/2026 au 14/12/2026", "le 1er décembre pour deux semaines",
     "à partir du 1er décembre pendant 14 jours"],
)  # fmt: skip
def test_each_form_means_the_same_days(text: str) -> None:
    assert span_in(text, HERE) == DECEMBER


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("von Di bis Fr", (11, 24), (11, 27)), ("Dienstag bis Freitag", (11, 24), (11, 27)),
        ("from Tue to Fri", (11, 24), (11, 27)),
        ("ab Samstag eine Woche", (11, 28), (12, 4)), ("from Saturday for two weeks", (11, 28), (12, 11)),
        ("ab morgen 3 Tage", (11, 24), (11, 26)), ("heute bis Freitag", (11, 23), (11, 27)), ("Sa bis 5.12.", (11, 28), (12, 5)),
        ("Di, 1.12. bis Mo, 14.12.", (12, 1), (12, 14)), ("ab 1.12. für 14 Tage", (12, 1), (12, 14)),
        ("Fr - Di", (11, 27), (12, 1)), ("de mardi à vendredi", (11, 24), (11, 27)),
        ("du mer. 25 nov. au ven. 27 nov.", (11, 25), (11, 27)),
        ("à partir de samedi pour une semaine", (11, 28), (12, 4)), ("demain pour trois jours", (11, 24), (11, 26)),
    ],
)  # fmt: skip
def test_weekdays_and_spans_of_time_are_the_next_ones(text: str, first: tuple[int, int], last: tuple[int, int]) -> None:
    assert span_in(text, HERE) == (date(2026, *first), date(2026, *last))


@pytest.mark.parametrize(
    "text", ["von Mo bis Fr", "nächsten Samstag eine Woche", "Samstag", "eine Woche", "ab Samstag ein paar Tage"]
)
def test_a_weekday_that_is_today_and_what_is_no_span_means_no_days(text: str) -> None:
    assert HERE.weekday() == 0, "a Monday"
    assert span_in(text, HERE) is None


@pytest.mark.parametrize(
    "text", ["28.12. - 3.1.", "28.12. - 3.1.2027", "28 December to 3 January", "2026-12-28 bis 2027-01-03"]
)
def test_the_year_turns_between_the_days(text: str) -> None:
    assert span_in(text, HERE) == NEW_YEAR


@pytest.mark.parametrize(
    "text",
    ["", "1/12 - 14/12", "12/1/2026 12/14/2026", "1.12.", "31.2. - 1.3.", "1.12. - 14.12. - 3.1.", "next week", "1 - 14",
     "1.12. - 14.12. maybe", "1/12 au 14/12", "du 1er au 14", "2026-13-01 2026-13-02"],
)  # fmt: skip
def test_what_is_not_clear_means_no_days(text: str) -> None:
    assert span_in(text, HERE) is None


@given(st.dates(date(2026, 11, 23), date(2027, 11, 22)), st.integers(0, 300))
def test_days_without_a_year_are_the_next_ones(first: date, length: int) -> None:
    last = date.fromordinal(first.toordinal() + length)
    if last.month == 2 and last.day == 29:
        return
    assert span_in(f"{first.day}.{first.month}. - {last.day}.{last.month}.", HERE) == (first, last)


@given(st.text(max_size=60))
def test_no_text_breaks_it(text: str) -> None:
    for found in (span_in(text, HERE), day_in(text, HERE)):
        assert found is None or found
    wanted_in([f"urlaub {text}"], HERE)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("URLAUB", Wanted("list")),
        ("Urlaub: 1.12. - 14.12.", Wanted("enter", *DECEMBER)),
        ("vacation 2026-12-01 2026-12-14", Wanted("enter", *DECEMBER)),
        ("VACATION 2026-12-01 2026-12-14 OK-ABCDEFGH", Wanted("enter", *DECEMBER, "abcdefgh")),
        ("URLAUB ENDE", Wanted("end")),
        ("Urlaub beenden 1.12.", Wanted("end", DECEMBER[0])),
        ("Urlaub Ende – 1.12.", Wanted("end", DECEMBER[0])),
        ("Urlaub ab Samstag, eine Woche", Wanted("enter", date(2026, 11, 28), date(2026, 12, 4))),
        ("Urlaub von Di bis Fr", Wanted("enter", date(2026, 11, 24), date(2026, 11, 27))),
        ("Ich bin vom 1.12. bis 14.12. im Urlaub.", Wanted("enter", *DECEMBER, is_asked_about=True)),
        ("I'm away from 1 Dec to 14 Dec", Wanted("enter", *DECEMBER, is_asked_about=True)),
        ("Ich bin ab Samstag weg", Wanted("unclear")),
        ("Ich bin ab Samstag eine Woche weg, ich passe", None),
        ("VACATION END OK-ABCDEFGH", Wanted("end", code="abcdefgh")),
        ("URLAUB 1.12.", Wanted("unclear")),
        ("URLAUB ENDE bald", Wanted("unclear")),
        ("VACANCES", Wanted("list")),
        ("VACANCES du 1er décembre au 14 décembre", Wanted("enter", *DECEMBER)),
        ("Vacances : du 1er au 14 décembre.", Wanted("enter", *DECEMBER)),
        ("Congés du 1er au 14 décembre", Wanted("enter", *DECEMBER)),
        ("VACANCES 1 déc. 2026 - 14 déc. 2026 OK-ABCDEFGH", Wanted("enter", *DECEMBER, "abcdefgh")),
        ("VACANCES FIN", Wanted("end")),
        ("VACANCES FIN 1 déc. 2026", Wanted("end", DECEMBER[0])),
        ("Vacances : annuler celles du 1er décembre", Wanted("end", DECEMBER[0])),
        ("Je suis en vacances du 1er au 14 décembre.", Wanted("enter", *DECEMBER, is_asked_about=True)),
        ("Je serai absente du 1er au 14 décembre", Wanted("enter", *DECEMBER, is_asked_about=True)),
        ("Je suis en vacances jusqu’au 14 décembre", Wanted("enter", HERE, DECEMBER[1], is_asked_about=True)),
        ("Je suis rentré de vacances", Wanted("end", is_asked_about=True)),
        ("Vacances finies !", Wanted("end", is_asked_about=True)),
        ("Je pars en vacances samedi", Wanted("unclear")),
        ("VACANCES 1/12 - 14/12", Wanted("unclear")),
        ("Urlaubsgrüße", None),
        ("3", None),
    ],
)
def test_what_a_line_says_about_vacations(line: str, wanted: Wanted | None) -> None:
    assert wanted_in([line], HERE) == wanted
