"""Whose mail it is: the policy about senders. Pure.

An address for answers is a secret between this installation and one account. Beside it, ``From`` must name the account's own
mailbox. Where the installation's mail server says in ``Authentication-Results`` (RFC 8601) what it found out, that must show that
the domain of ``From`` sent the mail; without that setting ``From`` is a claim, and the secret address is what counts.

What a sender wrote may stand in those headers, so in doubt nothing is shown: a header that is malformed, or two verdicts of one
method about one domain that differ.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache

from publicsuffixlist import PublicSuffixList

from service.accounts.mail_budgets import mailbox_of
from workers.replies.authentication_results import Malformed, Result, results_of
from workers.replies.incoming import Incoming

SIGNED = ("header.d", "header.s", "header.a", "header.b")
"""What a verdict about a signature names besides ``header.i`` (RFC 8601, 2.7.1)."""


def objection(mail: Incoming, own: str, authserv: str) -> str | None:
    """Return why a mail is not the account's whose address is ``own``, or ``None`` if it is, as far as can be known.

    :param authserv: the name under which the installation's own mail server writes its results; empty: it writes none.
    """
    if not mail.sender or mailbox_of(mail.sender) != mailbox_of(own):
        return "it does not come from the address that the letter went to"
    if authserv and not _is_shown(mail, authserv):
        return "it is not shown to come from the address that it names (DMARC)"
    return None


def _is_shown(mail: Incoming, authserv: str) -> bool:
    """Return whether our mail server's results show that the domain of ``From`` sent a mail.

    DMARC has to pass for it. If the domain has no DMARC policy, SPF or DKIM has to pass for it or an aligned domain.
    """
    author = mail.sender.rpartition("@")[2]
    try:
        results = results_of(mail.results, authserv)
    except Malformed:
        return False
    verdicts = _verdicts("header.from", (one for one in results if one.method == "dmarc"))
    if verdicts == {author: {"none"}}:
        return any(_is_aligned(author, domain) for domain in _passed(results))
    return verdicts == {author: {"pass"}}


def _passed(results: Sequence[Result]) -> list[str]:
    """Return the domains for which SPF or DKIM passed, and neither says anything else."""
    sent = _verdicts(
        "smtp.mailfrom", (one for one in results if one.method == "spf" and "smtp.helo" not in one.properties)
    )
    signed = _verdicts("header.d", (one for one in results if one.method == "dkim"))
    sound = _verdicts("header.d", (one for one in results if one.method == "dkim" and _is_sound(one)))
    # A mail has one envelope sender, so SPF results about several domains are not all of our server.
    by_sender = [domain for domain, verdicts in sent.items() if domain and verdicts == {"pass"} and len(sent) == 1]
    return by_sender + [one for one in sound if one and signed[one] == {"pass"} == sound[one]]


def _is_sound(result: Result) -> bool:
    """Return whether a verdict about a signature has what belongs there and nothing else: what else stands there, the
    signature may have brought in, whose ``i=`` ends with its ``d=`` and may hold any text before that."""
    said = dict(result.properties)
    user, signer = said.pop("header.i", None), said.get("header.d")
    if signer is None or any(name not in SIGNED or value.local is not None for name, value in said.items()):
        return False
    return user is None or user.domain == signer.domain or user.domain.endswith("." + signer.domain)


def _verdicts(name: str, results: Iterable[Result]) -> dict[str, set[str]]:
    """Return the verdicts by the domain in the property of this name; under an empty one, those that name no domain."""
    found = defaultdict[str, set[str]](set)
    for one in results:
        named = one.properties.get(name)
        found[named.domain if named is not None else ""].add(one.verdict)
    return dict(found)


def _is_aligned(author: str, shown: str) -> bool:
    """Return whether a domain speaks for that of ``From``: it is the same, or both are under one domain that somebody registered
    (relaxed alignment, RFC 7489, 3.1)."""
    registered = _public_suffixes().privatesuffix
    return author == shown or (registered(author) is not None and registered(author) == registered(shown))


@cache
def _public_suffixes() -> PublicSuffixList:
    return PublicSuffixList()


__all__ = ["objection"]
