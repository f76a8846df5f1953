"""Bytes in the local part of a mail address: ``x+<token>@host``, in lower-case base32, because mail systems fold case."""

from __future__ import annotations

import base64
import binascii


def address_with(prefix: str, raw: bytes, host: str) -> str:
    """Return the address at ``host`` that carries these bytes behind the prefix."""
    return f"{prefix}{base64.b32encode(raw).decode('ascii').lower().rstrip('=')}@{host}"


def bytes_in(address: str, prefix: str, host: str, length: int) -> bytes | None:
    """Return the bytes that an address at ``host`` carries behind the prefix; ``None`` if it has not this form and length."""
    local, _, domain = address.strip().lower().rpartition("@")
    token = local.removeprefix(prefix)
    if domain != host.lower() or token == local or not token.isascii() or len(token) != -(-length * 8 // 5):
        return None
    try:
        return base64.b32decode(token.upper() + "=" * (-len(token) % 8))
    except (binascii.Error, ValueError):
        return None


__all__ = ["address_with", "bytes_in"]
