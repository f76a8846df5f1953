"""Checks of the sender: the policy, and the mail server's results on which it relies (RFC 8601). Pure.

An address for answers is a secret between this installation and one account. Beside it, ``From`` must name the
account's own mailbox. Where the installation's mail server adds ``Authentication-Results``, these must show that the
domain of ``From`` sent the mail; without that setting ``From`` is only a claim, and the secret address decides.

Those headers may contain text by the sender, so in doubt nothing counts as shown: for example if a header is malformed,
or two verdicts of one method about one domain differ.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from publicsuffixlist import PublicSuffixList

from service.accounts.mail.mail_address import is_from
from workers.inbox.text import PLAIN, Incoming

MOST_CHARS = 8_000
"""The most characters of one header; mail servers write a few hundred."""
MOST_HEADERS = 20
"""The most headers of our own mail server: each of its filters may add one."""
DMARC = re.compile(r"(?<!\bpolicy\.)\bdmarc[ \t]*[/=]", re.IGNORECASE)
"""A verdict of DMARC, as opposed to the property ``policy.dmarc`` in which some servers (Stalwart) report the domain's
policy."""
FOLD = re.compile(r"\r?\n(?=[ \t])")
FORBIDDEN = re.compile(r"[^\t\x20-\x7e\x80-\U0010ffff]")
_TEXT = r'"(?P<{}>(?:[^"\\]|\\.)*+)"'
_PLAIN = r"[!#-'*-:<-\[\]-~]++"
"""An unquoted value: any characters that end neither it nor its result. Wider than a token, because addresses appear
unquoted."""
_DOMAIN = r"[A-Za-z0-9_][A-Za-z0-9_-]{0,62}(?:\.[A-Za-z0-9_][A-Za-z0-9_-]{0,62})*"
_WORD = "[A-Za-z0-9_-]++"
DOMAIN = re.compile(_DOMAIN)
OUTSIDE, COMMENT = re.compile(r'"(?:[^"\\]|\\.)*+"|[^"(]+|.', re.DOTALL), re.compile(r"\\.|[^()\\]+|.", re.DOTALL)
"""The next piece of a header outside comments, and inside one, where quotation marks mean nothing."""
NAME = re.compile(rf"[ \t]*(?:{_TEXT.format('quoted')}|(?P<plain>{_PLAIN}))[ \t]*")
VERSION, NONE = re.compile(r"(?:1[ \t]*)?(?=;|$)"), re.compile(r"(?i:;[ \t]*none[ \t]*)?(?:;[ \t]*)?")
RESULT = re.compile(rf";[ \t]*(?P<method>{_WORD})[ \t]*(?:/[ \t]*1[ \t]*)?=[ \t]*(?P<verdict>{_WORD})")
PROPERTY = re.compile(
    rf"[ \t]+(?P<name>{_WORD})[ \t]*(?:\.[ \t]*(?P<part>{_WORD})[ \t]*)?=[ \t]*"
    rf"(?:{_TEXT.format('quoted')}(?:@(?P<domain>{_DOMAIN}))?|(?P<plain>{_PLAIN}))"
)
END = re.compile(r"[ \t]*(?:;[ \t]*$)?")


class Malformed(ValueError):
    """A header of our own mail server that does not follow the grammar, or exceeds the bounds."""


class Value(NamedTuple):
    """A property's value: ``domain`` in lower case, empty unless the value is a domain or an address.

    ``local`` is the part before the ``@``, or ``None``.
    """

    local: str | None
    domain: str


class Result(NamedTuple):
    """The result of one method: verdict and properties in lower case, such as ``header.from``."""

    method: str
    verdict: str
    properties: Mapping[str, Value]


def results_of(values: Sequence[str], authserv: str) -> list[Result]:
    """Return the results in all headers of the server with this name, in order; headers of others are ignored.

    :param values: the headers' complete values as received.
    :raises Malformed: when one of that server's headers does not follow the grammar, or there are too many of them.
    """
    own: list[Result] = []
    count = 0
    for value in values:
        unfolded = FOLD.sub("", value)
        text, is_whole = _without_comments(unfolded)
        named = NAME.match(text)
        if named is None or _unquoted(named).lower() != authserv:
            continue  # our server writes its name first, so a header without one is not its
        count += 1
        if count > MOST_HEADERS or not is_whole or len(unfolded) > MOST_CHARS or FORBIDDEN.search(unfolded):
            raise Malformed("too many headers, too long, with control characters, or with a comment without an end")
        found = _results(text, named.end())
        if len(DMARC.findall(unfolded)) != sum(one.method == "dmarc" for one in found):
            # Of a server that does not quote what it copies.
            raise Malformed("a verdict inside a comment or a quoted text")
        own += found
    return own


def _without_comments(text: str) -> tuple[str, bool]:
    """Return a header with a blank in place of each comment, which may be nested, and whether all of them end."""
    found: list[str] = []
    at = depth = 0
    while at < len(text) and (piece := (COMMENT if depth else OUTSIDE).match(text, at)) is not None:
        is_inside, at = depth > 0, piece.end()
        depth += 1 if piece[0] == "(" else -1 if is_inside and piece[0] == ")" else 0
        found.append(" " if is_inside or depth else piece[0])
    return "".join(found), not depth


def _results(text: str, at: int) -> list[Result]:
    """Return the results of a header without comments, behind the server's name."""
    version = VERSION.match(text, at)
    if version is None:
        raise Malformed("another version")
    if NONE.fullmatch(text, version.end()):
        return []
    at, found = version.end(), list[Result]()
    while at < len(text):
        result = RESULT.match(text, at)
        if result is None:
            raise Malformed("no result")
        at, properties = result.end(), dict[str, Value]()
        while (one := PROPERTY.match(text, at)) is not None:
            at, name, part = one.end(), one["name"].lower(), one["part"]
            if (part is None) != (name == "reason" or name.startswith("x-")):  # as x-bits, of Authentication Milter
                raise Malformed("a property without a dot, or with one")
            name = name if part is None else f"{name}.{part.lower()}"
            if name in properties:
                raise Malformed("a property twice")
            properties[name] = _value(one)
        properties.pop("reason", None)
        found.append(Result(result["method"].lower(), result["verdict"].lower(), properties))
        end = END.match(text, at)
        at = at if end is None else end.end()
    return found


def _unquoted(found: re.Match[str]) -> str:
    return found["plain"] if found["quoted"] is None else re.sub(r"\\(.)", r"\1", found["quoted"])


def _value(found: re.Match[str]) -> Value:
    """Return a value; the domain is empty if it is neither a domain nor an address."""
    if found["domain"] is not None:
        return Value(_unquoted(found), found["domain"].lower())
    local, at, domain = _unquoted(found).rpartition("@")
    if not DOMAIN.fullmatch(domain) or "@" in local:
        return Value(None, "")
    return Value(local if at else None, domain.lower())


SIGNED = ("header.d", "header.s", "header.a", "header.b", "x-bits")
"""Properties of a signature's verdict besides ``header.i`` (RFC 8601, 2.7.1), and the key's length."""


def objection(mail: Incoming, own: tuple[str, ...], authserv: str, envelope_from: str) -> str | None:
    """Return why a mail is not accepted as sent by the account with the addresses ``own``, or None if it is.

    :param authserv: the name under which the installation's own mail server writes its results; empty: it writes none.
    :param envelope_from: the address to which the mail would be returned.
    """
    if not is_from(mail.sender, own):
        return "it does not come from the address that the letter went to"
    if authserv and not _is_shown(mail, authserv, envelope_from):
        return "it is not shown to come from the address that it names (DMARC)"
    return None


def _is_shown(mail: Incoming, authserv: str, envelope_from: str) -> bool:
    """Return whether our mail server's results show that the domain of ``From`` sent a mail.

    DMARC must pass for it. If the domain has no DMARC policy, SPF or DKIM must pass for it or an aligned domain.
    An envelope sender that could be read as results of its own, where a server copies it without quoting it, shows nothing.
    """
    if not PLAIN.fullmatch(envelope_from):
        return False
    author = mail.sender.rpartition("@")[2]
    try:
        results = results_of(mail.results, authserv)
    except Malformed:
        return False
    verdicts = _verdicts("header.from", (one for one in results if one.method == "dmarc"))
    if verdicts == {author: {"none"}}:
        returned_to = envelope_from.rpartition("@")[2].lower()
        return any(_is_aligned(author, domain) for domain in _passed(results, returned_to))
    return verdicts == {author: {"pass"}}


def _passed(results: Sequence[Result], returned_to: str) -> list[str]:
    """Return the domains for which SPF or DKIM passed, and neither has another verdict.

    :param returned_to: the domain of the envelope's sender, the only one of which SPF says anything. A server that copies
        the address without quoting it may name another one, because what stands before its ``@`` can be any text.
    """
    sent = _verdicts(
        "smtp.mailfrom", (one for one in results if one.method == "spf" and "smtp.helo" not in one.properties)
    )
    signed = _verdicts("header.d", (one for one in results if one.method == "dkim"))
    sound = _verdicts("header.d", (one for one in results if one.method == "dkim" and _is_sound(one)))
    # A mail has one envelope sender, so SPF results about several domains are not all of our server.
    by_sender = [
        one for one, verdicts in sent.items() if one == returned_to and verdicts == {"pass"} and len(sent) == 1
    ]
    return by_sender + [one for one in sound if one and signed[one] == {"pass"} == sound[one]]


def _is_sound(result: Result) -> bool:
    """Return whether a signature's verdict has the usual properties and nothing else. Anything else may come from the
    signature itself, whose ``i=`` ends with its ``d=`` and may hold any text before that."""
    said = dict(result.properties)
    user, signer = said.pop("header.i", None), said.get("header.d")
    if signer is None or any(name not in SIGNED or value.local is not None for name, value in said.items()):
        return False
    return user is None or user.domain == signer.domain or user.domain.endswith("." + signer.domain)


def _verdicts(name: str, results: Iterable[Result]) -> dict[str, set[str]]:
    """Return the verdicts by the domain in the property with this name; under an empty one, those without a domain."""
    found = defaultdict[str, set[str]](set)
    for one in results:
        named = one.properties.get(name)
        found[named.domain if named is not None else ""].add(one.verdict)
    return dict(found)


def _is_aligned(author: str, shown: str) -> bool:
    """Return whether a domain speaks for that of ``From``: the two are equal, or both belong to one registered domain
    (relaxed alignment, RFC 7489, 3.1)."""
    registered = _public_suffixes().privatesuffix
    return author == shown or (registered(author) is not None and registered(author) == registered(shown))


@cache
def _public_suffixes() -> PublicSuffixList:
    return PublicSuffixList()
