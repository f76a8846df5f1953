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
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from publicsuffixlist import PublicSuffixList

from service.accounts.mail.mail_address import is_from
from workers.inbox.text import Incoming

MOST_CHARS = 8_000
"""The most characters of one header; mail servers write a few hundred."""
MOST_HEADERS = 20
"""The most headers of our own mail server: each of its filters may add one."""
DMARC = re.compile(r"(?<!\bpolicy\.)\bdmarc[ \t]*[/=]", re.IGNORECASE)
"""A verdict of DMARC, as opposed to the property ``policy.dmarc`` in which some servers (Stalwart) report the domain's
policy."""
FOLD = re.compile(r"\r?\n(?=[ \t])")
FORBIDDEN = re.compile(r"[^\t\x20-\x7e\x80-\U0010ffff]")
KEYWORD = re.compile(r"[A-Za-z0-9_-]+")
DIGITS = re.compile(r"[0-9]{1,4}")
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
PLAIN = re.compile(r"[!#-'*-:<-\[\]-~]+")
"""An unquoted value: any characters that end neither it nor its result. Wider than a token, because addresses appear
unquoted."""
DOMAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,62}(\.[A-Za-z0-9_][A-Za-z0-9_-]{0,62})*")


class Malformed(ValueError):
    """A header of our own mail server that does not follow the grammar, or exceeds the bounds."""


class Value(NamedTuple):
    """A property's value: ``domain`` in lower case, empty unless the value is a domain or an address.

    ``local`` is the part before the ``@``, or ``None``.
    """

    local: str | None
    domain: str


@dataclass(frozen=True)
class Result:
    """The result of one method: verdict and properties in lower case, such as ``header.from``."""

    method: str
    verdict: str
    properties: Mapping[str, Value] = field(default_factory=dict)


def results_of(values: Sequence[str], authserv: str) -> list[Result]:
    """Return the results in all headers of the server with this name, in order; headers of others are ignored.

    :param values: the headers' complete values as received.
    :raises Malformed: when one of that server's headers does not follow the grammar, or there are too many of them.
    """
    own = [reader for value in values if (reader := _Reader(FOLD.sub("", value))).names(authserv)]
    if len(own) > MOST_HEADERS:
        raise Malformed("too many headers")
    return [result for reader in own for result in reader.results()]


class _Reader:
    """Reads a header's value from a position. Every character is looked at a bounded number of times."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def names(self, authserv: str) -> bool:
        """Return whether the header begins with this server's name, and move past it."""
        try:
            self.skip()
            found = self.take(QUOTED) or self.take(PLAIN)
        except Malformed:
            return False  # our server writes its name first, so a header without one is not its
        return found is not None and _unquoted(found).lower() == authserv

    def results(self) -> list[Result]:
        """Return the results that follow the name."""
        if len(self.text) > MOST_CHARS or FORBIDDEN.search(self.text):
            raise Malformed("too long, or with control characters")
        self.skip()
        version = self.take(DIGITS)
        if version is not None and version[0] != "1":
            raise Malformed("another version")
        self.skip()
        found: list[Result] = []
        says_none = False
        while self.at < len(self.text):
            self.expect(";")
            self.skip()
            if self.at == len(self.text):
                break  # a semicolon behind the last result says nothing
            if says_none:
                raise Malformed("more results after none")
            result = self.result()
            says_none = result is None
            found += [] if result is None else [result]
        if says_none and found:
            raise Malformed("none after other results")
        if len(DMARC.findall(self.text)) != sum(one.method == "dmarc" for one in found):
            raise Malformed(
                "a verdict inside a comment or a quoted text"
            )  # of a server that does not quote what it copies
        return found

    def result(self) -> Result | None:
        """Return the next result, or None at the word that says there are none."""
        method = self.keyword()
        self.skip()
        if method == "none" and self.at in (len(self.text), self.text.find(";", self.at)):
            return None
        if self.text.startswith("/", self.at):
            self.expect("/")
            self.skip()
            version = self.take(DIGITS)
            if version is None or version[0] != "1":
                raise Malformed("another version of a method")
            self.skip()
        self.expect("=")
        self.skip()
        verdict, properties = self.keyword(), dict[str, Value]()
        while self.skip() and self.at < len(self.text) and self.text[self.at] != ";":
            name = self.keyword()
            self.skip()
            if name != "reason" and not name.startswith("x-"):  # such as x-bits, of Authentication Milter
                self.expect(".")
                self.skip()
                name = f"{name}.{self.keyword()}"
                self.skip()
            self.expect("=")
            self.skip()
            if name in properties:
                raise Malformed("a property twice")
            properties[name] = self.value()
        if self.at < len(self.text) and self.text[self.at] != ";":
            raise Malformed("two words without a space")
        properties.pop("reason", None)
        return Result(method, verdict, properties)

    def value(self) -> Value:
        """Return a value: a word, a domain, an address, or a quoted text."""
        quoted = self.take(QUOTED)
        if quoted is None:
            plain = self.take(PLAIN)
            if plain is None:
                raise Malformed("no value")
            return _value(plain[0])
        text = _unquoted(quoted)
        if not self.text.startswith("@", self.at):
            return _value(text)
        self.expect("@")
        domain = self.take(DOMAIN)
        if domain is None:
            raise Malformed("no domain")
        return Value(text, domain[0].lower())

    def skip(self) -> bool:
        """Move past spaces and comments, which may be nested; return whether there were any.

        :raises Malformed: when a comment does not end.
        """
        begin, depth = self.at, 0
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "(":
                depth += 1
            elif char == ")" and depth:
                depth -= 1
            elif char == "\\" and depth:
                self.at += 1
            elif not depth and char not in " \t":
                break
            self.at += 1
        if depth or self.at > len(self.text):
            raise Malformed("a comment without an end")
        return self.at > begin

    def take(self, form: re.Pattern[str]) -> re.Match[str] | None:
        """Return the text that matches this form here, and move past it, or None."""
        found = form.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def keyword(self) -> str:
        """Return the next word in lower case."""
        found = self.take(KEYWORD)
        if found is None:
            raise Malformed("no word")
        return found[0].lower()

    def expect(self, sign: str) -> None:
        """Move past a required sign."""
        if not self.text.startswith(sign, self.at):
            raise Malformed(f"no {sign}")
        self.at += 1


def _unquoted(found: re.Match[str]) -> str:
    """Return the text of a word or a quoted text."""
    return re.sub(r"\\(.)", r"\1", found[1]) if found.re is QUOTED else found[0]


def _value(text: str) -> Value:
    """Return a value from a text with or without an ``@``; the domain is empty if it is neither a domain nor an
    address."""
    local, at, domain = text.rpartition("@")
    if not DOMAIN.fullmatch(domain) or "@" in local:
        return Value(None, "")
    return Value(local if at else None, domain.lower())


SIGNED = ("header.d", "header.s", "header.a", "header.b", "x-bits")
"""Properties of a signature's verdict besides ``header.i`` (RFC 8601, 2.7.1), and the key's length."""


def objection(mail: Incoming, own: tuple[str, ...], authserv: str) -> str | None:
    """Return why a mail is not accepted as from the account with the addresses ``own``, or None if nothing speaks
    against it.

    :param authserv: the name under which the installation's own mail server writes its results; empty: it writes none.
    """
    if not is_from(mail.sender, own):
        return "it does not come from the address that the letter went to"
    if authserv and not _is_shown(mail, authserv):
        return "it is not shown to come from the address that it names (DMARC)"
    return None


def _is_shown(mail: Incoming, authserv: str) -> bool:
    """Return whether our mail server's results show that the domain of ``From`` sent a mail.

    DMARC must pass for it. If the domain has no DMARC policy, SPF or DKIM must pass for it or an aligned domain.
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
    """Return the domains for which SPF or DKIM passed, and neither has another verdict."""
    sent = _verdicts(
        "smtp.mailfrom", (one for one in results if one.method == "spf" and "smtp.helo" not in one.properties)
    )
    signed = _verdicts("header.d", (one for one in results if one.method == "dkim"))
    sound = _verdicts("header.d", (one for one in results if one.method == "dkim" and _is_sound(one)))
    # A mail has one envelope sender, so SPF results about several domains are not all of our server.
    by_sender = [domain for domain, verdicts in sent.items() if domain and verdicts == {"pass"} and len(sent) == 1]
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
