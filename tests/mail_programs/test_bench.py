"""The bench tells done from asked back, a wrong move, silence and a dead end; mails as programs write them are done."""

import json
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.given.undrawn import draw_nothing
from tests.mail_programs.bench import Case, Result, Verdict, cases_in, is_bad, judge, table_of
from tests.mail_programs.written import FOOTERS, QUOTES
from workers.inbox.text import read

LETTER = "Du bist am Zug: Wähle eine Karte oder passe"


@pytest.fixture(autouse=True)
def _without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


def written(text: str, footer: str, quote: str, **headers: str) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = (
        "Ann Beispiel <ann@players.example>",
        "m+TOKEN@reply.example",
        "Re: Kontor",
    )
    mail["Message-ID"], mail["In-Reply-To"] = "<1@players.example>", "<LETTER@localhost.invalid>"
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(f"{text}\n\n{FOOTERS[footer]}\n\n{QUOTES[quote].format(letter=LETTER)}")
    return mail.as_bytes()


PROVED = "mx.example; dmarc=pass header.from=players.example"
CASES: tuple[tuple[Case, Verdict], ...] = (
    (Case("iphone", "answer", "de", "3", written("3", "iPhone", "Apple Mail")), "done"),
    (Case("outlook", "answer", "de", "3!", written("die 3 bitte", "wishes", "Outlook, ruled")), "done"),
    (Case("copied", "answer", "en", "3", written("[3] as in another deal", "none", "Gmail")), "done"),
    (Case("yes", "confirm", "en", "done", written("YES 👍", "title", "Outlook")), "done"),
    (Case("yes-and-more", "confirm", "de", "done", written("Ja,", "notice that nobody knows", "Thunderbird")), "asked back"),
    (Case("french", "confirm", "fr", "done", written("Oui", "none", "Gmail")), "done"),
    (Case("french-pass", "answer", "fr", "6", written("Je passe cette manche, merci", "none", "Gmail")), "done"),
    (Case("status", "answer", "de", "told", written("STAND", "none", "GMX"), says="Du bist am Zug"), "done"),
    (Case("not-told", "answer", "de", "told", written("Stand der Dinge", "none", "GMX"), says="Urlaub vom"), "asked back"),
    (Case("not-yes", "confirm", "de", "told", written("Ja, aber nicht heute", "none", "GMX")), "done"),
    (Case("misread", "answer", "de", "3", written("2", "none", "old")), "WRONG MOVE"),
    (Case("machine", "answer", "de", "3", written("3", "none", "old", Auto_Submitted="auto-replied")), "LOST"),
    (Case("holiday", "answer", "de", "silent", written("3", "none", "old", Auto_Submitted="auto-replied")), "done"),
    (Case("declined", "invited", "de", "no",
          written("Nein danke", "none", "old", Authentication_Results=PROVED).replace(b"ann@", b"gerd@")), "done"),
    (Case("no-end", "confirm", "de", "done", written("Nein", "none", "old")), "asked back"),
)  # fmt: skip


@pytest.mark.parametrize(("case", "verdict"), CASES, ids=[case.id for case, _ in CASES])
def test_each_mail_has_its_verdict(case: Case, verdict: Verdict, redis_url: str, tmp_path: Path) -> None:
    assert judge(case, redis_url, tmp_path).verdict == verdict


RECORDED = cases_in(Path(__file__).with_name("recorded"))
"""What real programs wrote (``programs.py``)."""
SAMPLE = ("mailutils-packet-row-text-below-de", "mutt-seafarers-html-above-en", "rmail-anno-1701-text-below-en")


def test_of_each_recorded_mail_only_what_was_typed_is_read() -> None:
    read_of = {case.id: tuple(read(case.raw, "ann@players.example").lines) for case in RECORDED if case.expected == "3"}
    assert {name: lines for name, lines in read_of.items() if lines != ("3",)} == {}
    assert len(read_of) >= 40


@pytest.mark.parametrize(
    "case",
    [pytest.param(one, marks=() if one.id in SAMPLE else pytest.mark.soak) for one in RECORDED],
    ids=[one.id for one in RECORDED],
)
def test_a_recorded_mail_does_what_its_writer_wanted(case: Case, redis_url: str, tmp_path: Path) -> None:
    result = judge(case, redis_url, tmp_path)
    assert (result.verdict, result.quoted_back) == ("done", False), result.got


def test_a_report_counts_and_is_bad_only_for_wrong_moves_and_silence(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(b"From: ann@players.example\n\n3\n")
    (tmp_path / "index.json").write_text(
        json.dumps([{"id": "a", "group": "answer", "lang": "de", "expected": "3 or told"}])
    )
    (case,) = cases_in(tmp_path)
    assert case.wanted == ["3", "told"]
    told = table_of([Result(case, "done", "3"), Result(case, "asked back", "3", quoted_back=True)])
    assert "2 mails" in told and "   1  50.0% done" in told and "   1 footer quoted back" in told
    assert not is_bad([Result(case, "DEAD END", ""), Result(case, "asked back", "3")])
    assert is_bad([Result(case, "WRONG MOVE", "1")]) and is_bad([Result(case, "LOST", "silent")])
