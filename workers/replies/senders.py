"""Whose mail it is: the policy about senders. Pure.

An address for answers is a secret between this installation and one account. Beside it, ``From`` must name the account's own
mailbox. Where the installation's mail server says in ``Authentication-Results`` (RFC 8601) what it found out, that must be
``dmarc=pass`` for the domain of ``From``; without that setting ``From`` is a claim, and the secret address is what counts.
"""

from __future__ import annotations

import re

from service.accounts.mail_budgets import mailbox_of
from workers.replies.incoming import Incoming

QUOTED_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.){0,998}"|\([^()]{0,300}\)')
"""A quoted text, which a stranger's address or greeting may be, or a comment: whichever begins first."""
DIVIDING = re.compile(r"[\s;=]")
RESULT = re.compile(r"\s*([a-z0-9-]+)\s*=\s*([a-z]+)((?:\s+[a-z0-9.-]+\s*=\s*[^\s;]+)*)\s*")


def objection(mail: Incoming, own: str, authserv: str) -> str | None:
    """Return why a mail is not the account's whose address is ``own``; ``None``: it is, as far as can be known.

    :param authserv: the name under which the installation's own mail server writes its results; empty: it writes none.
    """
    if not mail.sender or mailbox_of(mail.sender) != mailbox_of(own):
        return "it does not come from the address that the letter went to"
    if authserv and not _aligned(mail, authserv):
        return "it is not shown to come from the address that it names (DMARC)"
    return None


def _aligned(mail: Incoming, authserv: str) -> bool:
    """Return whether the newest results of our mail server say that DMARC passed; others' and older ones do not count."""
    domain = mail.sender.rpartition("@")[2]
    for value in mail.results:
        server, _, results = QUOTED_OR_COMMENT.sub(_as_one_word, value.lower()).partition(";")
        if server.split()[:1] != [authserv]:
            continue
        found = [match for one in results.split(";") if (match := RESULT.fullmatch(one))]
        verdicts = [one for one in found if one[1] == "dmarc"]
        return len(verdicts) == 1 and verdicts[0][2] == "pass" and _domain(verdicts[0][3]) == domain
    return False


def _as_one_word(found: re.Match[str]) -> str:
    """Return a quoted text as a word that nothing in it can end, and nothing for a comment."""
    return " " if found[0].startswith("(") else DIVIDING.sub("_", found[0])


def _domain(properties: str) -> str:
    found = re.search(r"header\.from\s*=\s*(\S+)", properties)
    return found[1].rpartition("@")[2].strip('"') if found else ""


__all__ = ["objection"]
