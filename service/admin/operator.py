"""Operators: a person at the machine, or a program with an operator's token. Every action is audited before it is done."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import unicodedata
from dataclasses import dataclass, field
from typing import Literal

from engine.protocol.canon import b64
from service.store.accounts.operators import OperatorScope, OperatorToken
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
