"""The registry holds together: every row has what it names, and no kind is named anywhere else."""

import ast
import re
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, get_type_hints

from engine.contract import Language
from engine.kit.text.phrases import LANGUAGES, book_of
from service.notifications.channels import CHANNELS
from service.notifications.kind import Kind
from service.notifications.kinds import KINDS, asking
from service.store import keys
from tests.given.of_each import of_each
from workers.mail.parts.sections import SECTIONS
from workers.mail.sentences import TEMPLATES, words

ROOT = Path(__file__).parents[3]
REGISTRY = ROOT / "service" / "notifications" / "kinds.py"
ROWS = list(KINDS.values())
LETTERS = [row for row in ROWS if row.speech != "mends"]


def macros(row: Kind[Any], language: Language) -> dict[str, tuple[str, ...]]:
    """Return the sentences of a kind's template with their arguments."""
    found = vars(words(language, row.words)).items()
    return {name: one.arguments for name, one in found if hasattr(one, "arguments")}


def test_account_pages_have_a_name_for_every_kind_that_somebody_gets() -> None:
    named = {name for name, _ in book_of("service", "en").below("kinds")}
    assert {row.name for row in LETTERS} == named


def test_the_document_says_what_every_event_means() -> None:
    assert all(bool(row.happened) == (row.event is not None) for row in ROWS)


@of_each(product(LETTERS, LANGUAGES), name=lambda row, language: f"{row.name} in {language}")
def test_every_kind_has_its_words_in_every_language(row: Kind[Any], language: Language) -> None:
    spoken = macros(row, language)
    if row.wants is not None:
        assert (spoken["subject"], spoken["title"]) == (("place", "question", "by"), ("question",))
    elif row.layout != "login":
        assert spoken["subject"] == ("news",)
    if row.section == "plain":
        assert spoken["body"] == ("news",)
    if row.uninvited:
        assert (spoken["why"], spoken["stop"]) == (("news",), ()), "its letters say who caused them and how they end"


def test_every_template_of_words_is_of_a_kind_of_all_or_of_answers_to_mails() -> None:
    (folder,) = TEMPLATES
    wanted = {"sentences", "reply", "plan", "invitation-answered", "digest", "plainly"} | {row.words for row in LETTERS}
    for language in LANGUAGES:
        assert {path.stem for path in (folder / language).iterdir()} == wanted


@of_each(((row,) for row in ROWS), name=lambda row: row.name)
def test_every_row_is_of_one_piece(row: Kind[Any]) -> None:
    assert row.name == next(name for name, one in KINDS.items() if one is row)
    assert not row.section or row.section in SECTIONS
    assert (row.wants is not None) == (row.speech in ("asks", "reminds"))
    assert row.section or row.wants or row.layout == "login" or row.speech == "mends", "something says it"
    assert get_type_hints(row.facts) is not None
    assert (row.layout == "login") == ("{code}" in row.way)
    assert row.switchable or row.speech == "mends" or row.layout != "match", (
        "what nobody can switch off is about the account's safety"
    )


def test_subjects_do_not_compete() -> None:
    ranks = [row.rank for row in LETTERS if row.layout == "match" and row.wants is None]
    assert len(ranks) == len(set(ranks))
    assert {asking("answer").name, asking("open").name} == {"your-turn", "opening-needed"}
    assert asking("answer", reminding=True).name == "deadline-near"
    assert asking("open", reminding=True).name == "opening-needed", (
        "nothing reminds of a seal; its question is asked again"
    )


def test_every_channel_has_a_module_that_opens_it_and_a_name_that_keys_may_hold() -> None:
    for name, route in CHANNELS.items():
        assert name == route.name and keys.CHANNEL.fullmatch(name)
        assert callable(import_module(route.module).open_channel)


def test_no_kind_is_named_outside_the_registry() -> None:
    """Words that are log entries, too, are looked for in the room only, those that are members or layouts nowhere.

    Programs of the guide are clients, which name the events that they wait for.
    """
    entries, others = {"resolved", "said", "started"}, {"login", "over"}
    strict = [ROOT / "service" / "notifications", ROOT / "workers" / "mail"]
    for path in [one for folder in ("engine", "service", "workers") for one in (ROOT / folder).rglob("*.py")]:
        if path == REGISTRY or path.parent == ROOT / "service" / "api" / "guide":
            continue
        wanted = set(KINDS) - others - (set() if any(one in path.parents for one in strict) else entries)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in wanted, f"{path.relative_to(ROOT)}:{node.lineno} names {node.value}"


def test_layouts_name_no_kind() -> None:
    (folder,) = TEMPLATES
    shared = [*folder.glob("*.*"), *(folder / "sections").iterdir()]
    names = "|".join(sorted({row.name for row in ROWS} - {"login", "over"}))
    for path in shared:
        found = re.search(rf"['\". ]({names})\b", path.read_text(encoding="utf-8"))
        assert found is None, f"{path.name} names {found}"
