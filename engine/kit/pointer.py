"""JSON pointers (RFC 6901): which part of a document a refusal is about."""

from __future__ import annotations


def token(key: str | int) -> str:
    """Return a key or an index as a pointer writes it (section 3).

    >>> token("a/b~c"), token(2)
    ('a~1b~0c', '2')
    """
    return str(key).replace("~", "~0").replace("/", "~1")


def step(pointer: str, *keys: str | int) -> str:
    """Return a pointer some steps further down.

    >>> step("", "rules", 0, "if")
    '/rules/0/if'
    """
    return pointer + "".join(f"/{token(key)}" for key in keys)


__all__ = ["step", "token"]
