"""Golden letters: what a player reads, word for word. After a wanted change look at the difference, then run

python -m tests.workers.mail.test_golden
"""

import re
from email.message import EmailMessage
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from engine.contract import Language
from engine.kit.text.phrases import LANGUAGES
from service.notifications.kinds import KINDS as REGISTERED
from tests.given.of_each import of_each
from tests.workers.mail import letters
from tests.workers.mail.letters import KINDS, letter, write_letter
from tests.workers.mail.post_office import html_of, subject_and_line, text_of
from workers.mail import sender as letters_made

FOLDER = Path(__file__).with_name("golden")
STATIC = Path(__file__).parents[3] / "service/web/static"
BOTH: list[Language] = ["en", "de"]
FRENCH = (
    *("deadline-near", "invited-newcomer", "login", "mail-answered-and-asked", "over", "resolved"),
    *("tournament-ended", "tournament-round", "tournament-season", "challenge-received", "challenge-decided"),
    *("tournament-board", "tournament-free-board", "tournament-reserve", "tournament-free-team"),
    *("tournament-lacking-team", "tournament-ended-teams", "passkeys-changed", "passkey-removed"),
    *("tournament-cancelled", "removed-from-team"),
)
"""The few letters that are golden in French, too; all others are only written."""
GOLDEN = [*((kind, one) for kind in KINDS for one in BOTH), *((kind, "fr") for kind in FRENCH)]


def read(message: EmailMessage) -> str:
    """Return a letter as a person sees it: the headers, decoded, and the text part."""
    headers = [f"{name}: {value}" for name, value in message.items() if name not in ("Content-Type", "MIME-Version")]
    return "\n".join([*headers, "", text_of(message)])


def files_of(kind: str, language: Language) -> dict[Path, str]:
    """Return the golden files of a letter with what they should hold: what a person reads, and the HTML part as it is."""
    message = letter(kind, language)
    named = f"{kind}.{language}"
    return {FOLDER / f"{named}.txt": read(message), FOLDER / f"{named}.html": html_of(message)}


@pytest.mark.parametrize(("kind", "language"), GOLDEN)
def test_a_letter_reads_as_it_was_approved(kind: str, language: Language) -> None:
    for file, text in files_of(kind, language).items():
        assert text == file.read_text(encoding="utf-8"), file.name


@of_each(product(KINDS, (one for one in LANGUAGES if one not in BOTH)))
def test_every_letter_is_written_in_every_language(kind: str, language: Language) -> None:
    """An undefined name is an error, so the templates of all languages are filled from the same facts."""
    message = letter(kind, language)
    assert text_of(message) and f'lang="{language}"' in html_of(message)


def test_every_letter_ends_with_the_operator_s_own_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    links = [("imprint", "Impressum"), ("privacy", "Datenschutz")]
    monkeypatch.setattr(letters_made, "legal_links", lambda texts, language: links)
    for kind in KINDS:
        message = write_letter(kind, "de")
        foot = text_of(message).rpartition("\n-- \n")[2].splitlines()
        assert foot[-2:] == [f"{label}: https://post.example.org/{name}" for name, label in links], kind
        end = html_of(message).rpartition("<p")[2]
        assert re.findall(r'href="https://post.example.org/(\w+)"[^>]*>(\w+)<', end) == links, kind


def test_no_golden_letter_is_left_over() -> None:
    wanted = {f"{kind}.{one}.{end}" for kind, one in GOLDEN for end in ("txt", "html")}
    assert {one.name for one in FOLDER.iterdir()} == wanted


@pytest.mark.parametrize("language", BOTH)
def test_what_the_letter_about_a_key_says_to_tap_is_on_the_page(language: Language) -> None:
    text = " ".join(text_of(letter("own-key-asked", language)).split())
    advice = text.partition("you keep your place" if language == "en" else "behältst du deinen Platz")[2]
    named = re.findall(r'["„]([^"„“”]+)["“]', advice)[:3]
    page = "".join(file.read_text(encoding="utf-8") for file in sorted(STATIC.glob("*/*.js")))
    assert len(named) == 3
    assert [one for one in named if f'"{one}"' not in page] == []


ASKS = re.compile(r"^(?:Answer|Open|Antworte|Öffne) (?:by|bis) ", re.MULTILINE)
DUE = re.compile(r"(?:Round|Turn|Runde|Zug) [0-9]+\b.* CET\b|(?:Runde|Zug) [0-9]+\b.* MEZ\b")


@of_each(product((one for one in KINDS if one != "digest"), BOTH))
def test_no_letter_that_asks_loses_who_plays_which_turn_and_until_when(kind: str, language: Language) -> None:
    message = letter(kind, language)
    if ASKS.search(text_of(message)):
        subject = subject_and_line(message)
        assert re.match(r"Hafen\S* (?:with|mit) \S", subject), subject
        assert DUE.search(subject), subject


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize(
    "kind", ["absence-asked", "handing-asked", "time-requested", "own-key-asked", "key-asked", "put-back", "seat-got"]
)
def test_what_wants_something_itself_stands_above_the_choices_and_below_the_button(
    kind: str, language: Language
) -> None:
    page = html_of(letter(kind, language))
    button, choices = page.index('class="go"'), page.index("You can choose" if language == "en" else "Du kannst wählen")
    about = page.index("Hafenrunde", page.index("<body"))
    assert button < about < choices


@pytest.mark.parametrize(("language", "what"), [("en", "your calendar"), ("de", "Kalender"), ("fr", "calendriers")])
def test_after_a_restore_everybody_reads_that_calendars_have_ended(language: Language, what: str) -> None:
    """Their addresses end with all logins, and a program that reads them says nothing of it."""
    assert what in text_of(letter("put-back", language))


WRITERS = ("compose", "compose_account", "compose_digest", "compose_end", "compose_login")


def test_every_kind_that_is_told_by_letter_has_a_golden_one(monkeypatch: pytest.MonkeyPatch) -> None:
    told: set[str] = set()

    def noting(write: Any) -> Any:
        def noted(news: Any, *given: Any, **named: Any) -> EmailMessage:
            bundles = [news] if isinstance(news, dict) else [one for one in news if isinstance(one, dict)]
            bundles += named.get("account_news", [])
            told.update(one["kind"] for one in bundles)
            made: EmailMessage = write(news, *given, **named)
            return made

        return noted

    for name in WRITERS:
        monkeypatch.setattr(letters, name, noting(getattr(letters, name)))
    for kind in KINDS:
        write_letter(kind, "en")
    assert {row.name for row in REGISTERED.values() if row.words} - told == set()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each, one in GOLDEN:
        for file, text in files_of(each, one).items():
            file.write_text(text, encoding="utf-8")
