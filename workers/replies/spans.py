"""How long somebody asks for in a mail: ``ASK TIME 2 DAYS``, ``ZEIT BITTE 2 TAGE``. Strict: one number and one unit."""

from __future__ import annotations

import re

ASK = re.compile(r"(?:ask(?: for)?(?: more)? time|(?:mehr )?zeit bitte|bitte(?: um)?(?: mehr)? zeit)\b[:,]?(.*)")
SPAN = re.compile(
    r"(?P<number>[0-9]{1,4}|[a-zäöü]+) ?(?P<unit>[a-z]+)\.?(?: (?:more|mehr|länger|laenger)(?: zeit| time)?)?"
)
NEEDED = re.compile(
    r"(?:ich (?:brauche|bräuchte|benötige)|gib mir|gebt mir|i need|i(?:'d| would) need|give me)(?: bitte| please| leider| noch)*"
    r" (?P<span>(?:[0-9]{1,4}|[a-zäöü]+) (?:more |weitere )?[a-z]+)"
    r"(?: mehr| länger| more)?(?: zeit| time)?(?:,? (?:sorry|bitte|please))*"
)
"""How much is needed: ``Ich brauche noch 2 Tage``."""
MORE = re.compile(r"(?:bitte |please )?([^ ]+ [^ ]+ (?:mehr|more)(?: zeit| time)?)(?: bitte|,? please)?")
"""The time first: ``3 Stunden mehr bitte``."""
NUMBERS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "one a an another ein eine einen", "two zwei", "three drei", "four vier", "five fünf fuenf", "six sechs",
            "seven sieben", "eight acht", "nine neun", "ten zehn", "eleven elf", "twelve zwölf zwoelf",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
UNITS: dict[str, int] = {
    name: seconds
    for names, seconds in {
        "s sec second seconds sekunde sekunden": 1,
        "min minute minutes minuten": 60,
        "h std hour hours stunde stunden": 3_600,
        "d day days tag tage": 86_400,
        "w week weeks woche wochen": 7 * 86_400,
    }.items()
    for name in names.split()
}


def seconds_asked_for(text: str) -> int | None:
    """Return for how many seconds a line asks the others; 0: it does not say clearly; ``None``: it asks for no time.

    :param text: a line in lower case with single blanks.

    >>> seconds_asked_for("ask time 2 days"), seconds_asked_for("zeit bitte: einen tag"), seconds_asked_for("bitte mehr zeit")
    (172800, 86400, 0)
    >>> seconds_asked_for("3 stunden mehr bitte"), seconds_asked_for("bitte 2 tage mehr zeit")
    (10800, 172800)
    >>> seconds_asked_for("more time") is None, seconds_asked_for("3 holz mehr") is None
    (True, True)
    """
    asks = ASK.fullmatch(text)
    found = asks or NEEDED.fullmatch(text) or MORE.fullmatch(text)
    if found is None:
        return None
    span = SPAN.fullmatch(re.sub(" (?:more|weitere) ", " ", found[1].strip()))
    if span is None or span["unit"] not in UNITS:
        return 0 if asks else None  # more of something else
    number = (
        int(span["number"]) if span["number"].isascii() and span["number"].isdigit() else NUMBERS.get(span["number"], 0)
    )
    return number * UNITS[span["unit"]]


__all__ = ["seconds_asked_for"]
