"""The operator's own pages: imprint, privacy, terms. Markdown files in a folder, one for each page and language."""

import re
from collections.abc import Mapping

from engine.contract import Language
from engine.kit.text.phrases import LANGUAGES, book_of
from service.config import variables
from service.config.variables import BadSetting

SETTING = "SIEGELPOST_LEGAL"
LABELS = ("imprint", "privacy", "terms")
"""The pages by the last part of their address, in the order of the foot of pages and letters."""
GAP = re.compile(r"\[\[.+?\]\]", re.DOTALL)
"""A place that the example leaves for the operator to fill in."""
LARGEST = 200_000

Texts = Mapping[str, Mapping[Language, str]]
"""The pages that there are, as Markdown, by name and language."""


def legal_pages(env: Mapping[str, str]) -> Texts:
    """Return the texts in the folder of ``SIEGELPOST_LEGAL``; none if it is not set.

    :raises BadSetting: when the folder holds no such page, or one that cannot be read.
    """
    folder = variables.path(env, SETTING)
    if folder is None:
        return {}
    found: dict[str, dict[Language, str]] = {}
    for name in LABELS:
        for language in LANGUAGES:
            file = folder / f"{name}.{language}.md"
            try:
                text = file.read_text(encoding="utf-8")
            except FileNotFoundError:
                continue
            except (OSError, UnicodeDecodeError) as error:
                raise BadSetting(f"{SETTING}: {file} cannot be read ({type(error).__name__})") from None
            if not text.strip() or len(text) > LARGEST:
                raise BadSetting(f"{SETTING}: {file} must have from 1 to {LARGEST:,} characters")
            found.setdefault(name, {})[language] = text
    if not found:
        raise BadSetting(f"{SETTING}: {folder} has no page such as imprint.en.md; see deploy/legal-example")
    return found


def legal_links(texts: Texts, language: Language) -> list[tuple[str, str]]:
    """Return the last part of each page's address, and what a link to it says."""
    return [(name, label(name, language)) for name in LABELS if name in texts]


def label(name: str, language: Language) -> str:
    """Return the words of the link to a page."""
    return book_of("service", language).say(f"legal.{name}")
