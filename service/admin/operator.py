"""Operators: a person at the machine, or a program with an operator's token. Every action is audited before it is done."""

import hashlib
import hmac
import re
import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from engine.protocol.canon import b64
from service.store.accounts.operators import OperatorScope, OperatorToken
from service.store.connection.connect import Place
from service.store.store import Store
from service.text.names import is_noncharacter

LONGEST_WHY = 200
"""Characters of a reason."""
LONGEST_NAME = 60
MOST_TOKENS = 50
LONGEST_LIFE = 365
"""The longest life of an operator's token in days."""
DAY = 86_400_000
TEXT = re.compile(r"spa_([0-9a-f]{16})_[A-Za-z0-9_-]{43}")
HIDING = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
MACHINE = "machine"
"""The audit name for orders given at the machine; others have the id of a token."""

LOOKS, AT_ONCE = 40, 500
"""The most batches of the store's keys that one search looks through, and their size; the next page continues there."""
PLACE = re.compile(r"(\d{1,20}) ([A-Za-z0-9.:_/\[\]-]{0,120})")
Batch = TypeVar("Batch")
Found = TypeVar("Found")

AdminErrorCode = Literal["not-found", "invalid", "not-possible"]


class AdminError(Exception):
    """A refused operator's request; ``pointer`` locates the fault in the operator's input."""

    def __init__(self, code: AdminErrorCode, message: str, pointer: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointer = pointer


@dataclass(frozen=True)
class Operator:
    """An operator: a name, the way the orders come in, and the store they are for."""

    store: Store
    who: str
    via: str = MACHINE

    def note(self, what: str, about: str = "", why: str = "", *, longest: int = LONGEST_WHY) -> None:
        """Write an entry of the audit log; called before anything is done or shown.

        :param longest: the most characters of why, if it is more than the reason.
        :raises AdminError: ``invalid``, for a reason that is too long or has invisible characters.
        """
        self.store.note(who=self.who, what=what, about=about, why=plain_words(why, "/why", longest), via=self.via)


@dataclass(frozen=True)
class IssuedToken:
    """A new token with its text, which is shown only this once."""

    text: str = field(repr=False)
    token: OperatorToken


def plain_words(words: str, pointer: str, longest: int = LONGEST_WHY) -> str:
    """Return words that are safe in a log, a terminal, a page and a header.

    :raises AdminError: ``invalid``, for words that are too long or contain control, format or line characters,
    noncharacters, or lone surrogates.
    """
    if len(words) > longest:
        raise AdminError("invalid", f"at most {longest} characters", pointer)
    if any(unicodedata.category(one) in HIDING or is_noncharacter(one) for one in words):
        raise AdminError("invalid", "plain words in one line, without control or direction characters", pointer)
    return words


def reason(why: str) -> str:
    """Return a required reason. :raises AdminError: ``invalid``."""
    if not why.strip():
        raise AdminError("invalid", "give a reason: it goes into the audit log", "/why")
    return plain_words(why, "/why")


def read_place(cursor: str | None) -> Place:
    """Return the place in the store where a page begins. :raises AdminError: ``invalid``, for another list's cursor."""
    if cursor is None:
        return Place()
    found = PLACE.fullmatch(cursor)
    if found is None:
        raise AdminError("invalid", "is not a cursor of this list", "/cursor")
    return Place(found[2], int(found[1]))


def cursor_of(place: Place | None) -> str | None:
    """Return the cursor of the page that begins at a place; None after the last."""
    return None if place is None else f"{place.cursor} {place.server}"


def search_store(
    cursor: str | None, scan: Callable[[Place, int], tuple[Place | None, Batch]], pick: Callable[[Batch], list[Found]]
) -> tuple[list[Found], str | None]:
    """Return the finds of the first batch that has any, from a cursor on, and the cursor of the next page.

    A page may be empty before the end, because only so many batches are looked at.

    :param scan: reads a batch of the store; ``pick`` returns what is looked for in it.
    :raises AdminError: ``invalid``, for another list's cursor.
    """
    place: Place | None = read_place(cursor)
    found: list[Found] = []
    for _ in range(LOOKS):
        assert place is not None
        place, batch = scan(place, AT_ONCE)
        found = pick(batch)
        if place is None or found:
            break
    return found, cursor_of(place)


def issue(operator: Operator, name: str, scope: OperatorScope, days: int) -> IssuedToken:
    """Make a token for an operator's program. :raises AdminError: ``invalid``, ``not-possible`` if there are too many."""
    if not name.strip():
        raise AdminError("invalid", "give a name: the audit log says it with everything that the token does", "/name")
    plain_words(name, "/name", LONGEST_NAME)
    if not 1 <= days <= LONGEST_LIFE:
        raise AdminError("invalid", f"1 to {LONGEST_LIFE} days", "/days")
    known = operator.store.operator_tokens()
    if len(known) >= MOST_TOKENS:
        raise AdminError("not-possible", f"there are {MOST_TOKENS} tokens of operators: revoke one first")
    digits, now = secrets.token_hex(8), operator.store.now()
    text = f"spa_{digits}_{b64(secrets.token_bytes(32))}"
    token = OperatorToken(f"a_{digits}", name, scope, _digest(text), now, now + days * DAY)
    operator.note("token make", token.id, f"{scope} for {name}")
    operator.store.add_operator_token(token)
    return IssuedToken(text, token)


def revoke(operator: Operator, token_id: str) -> None:
    """Revoke an operator's token. :raises AdminError: ``not-found``."""
    operator.note("token revoke", token_id)
    if not operator.store.revoke_operator_token(token_id):
        raise AdminError("not-found", "there is no such token of an operator")


def token_of(store: Store, text: str) -> OperatorToken | None:
    """Return the valid token with this text, or None, comparing hashes in constant time."""
    found = TEXT.fullmatch(text)
    token = None if found is None else store.operator_token(f"a_{found[1]}")
    if token is None or not hmac.compare_digest(token.sha256, _digest(text)) or token.expires <= store.now():
        return None
    return token


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
