"""Names in letters to people who have never logged in: anybody can have one sent to them, and gives himself his name.

So of what a person calls himself only what can be nothing but a name is told: up to three words of letters. Everything else, as
an advertisement or an address would be, is left out, and the letter speaks of somebody. Budgets bound how often it can be tried
(:mod:`service.accounts.mail_budgets`).
"""

from __future__ import annotations

import regex

from service.names import UNNAMED, BadName, checked

LONGEST = 30
"""Characters of a name."""
NAME = regex.compile(r"\p{L}[\p{L}\p{M}'’-]*\.?(?: \p{L}[\p{L}\p{M}'’-]*\.?){0,2}")


def introduced(name: str) -> str:
    """Return a name as a stranger may be told it; empty for one that may be something else.

    >>> introduced("Robin"), introduced("Ann-Marie O'Neill"), introduced("Cheap pills at evil.example"), introduced("Call 0900")
    ('Robin', "Ann-Marie O'Neill", '', '')
    """
    if name == UNNAMED or len(name) > LONGEST or NAME.fullmatch(name) is None:
        return ""
    try:
        return checked(name, "name")
    except BadName:
        return ""


__all__ = ["introduced"]
