"""The words of the web table: every sentence that a page says is there, in both languages."""

import re

from service.api.http.problems import KINDS
from service.notifications.kinds import switchable
from service.web.assets import assets

ENTRY = re.compile(r'^  (?:"([^"]+)"|(\w+)): \[\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)",?\s*\],', re.MULTILINE)
PLACE = re.compile(r"\{\w+\}")


def words() -> dict[str, tuple[str, str]]:
    """Return the sentences by key, English and German."""
    text = "\n".join(asset.raw.decode() for name, asset in assets().items() if name.endswith(".js"))
    return {quoted or plain: (en, de) for quoted, plain, en, de in ENTRY.findall(text)}


def test_what_the_pages_say_is_there() -> None:
    said = {
        key
        for name, asset in assets().items()
        if name.endswith(".js")
        for key in re.findall(r'\bsay\("([\w-]+)"', asset.raw.decode("utf-8"))
    }
    assert len(said) > 80
    assert said - set(words()) == set()


def test_every_kind_of_mail_that_can_be_switched_has_a_name() -> None:
    assert {f"kind_{kind}" for kind in switchable()} - set(words()) == set()


def test_refusals_in_words_are_refusals_of_ours() -> None:
    named = {key.removeprefix("p_") for key in words() if key.startswith("p_")}
    assert named - set(KINDS) == set()


def test_both_languages_have_the_same_places() -> None:
    for key, (en, de) in words().items():
        assert en and de, key
        assert sorted(PLACE.findall(en)) == sorted(PLACE.findall(de)), key
