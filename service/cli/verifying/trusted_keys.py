"""The keys that ``verify`` trusts: the given one, or those pinned on this machine, by server."""

from __future__ import annotations

import os

from service.cli.player.folder import data_folder
from service.cli.player.local_files import pinned_keys
from service.cli.table.ownlog import key_named


class TrustedKeys:
    """Public keys (base64url) and the servers that have them. With ``given``, that one alone is trusted.

    One server's signatures say nothing about another's matches.
    """

    def __init__(self, given: str | None) -> None:
        self._given = given
        self._servers = dict(pinned_keys(data_folder(os.environ))) if given is None else {given: given}

    def all(self) -> set[str]:
        """Return every key that is trusted."""
        return set(self._servers)

    def of_log(self, export: bytes) -> str | None:
        """Return the key for checking an export: the given one, else the one it names if that is pinned here."""
        if self._given is not None:
            return self._given
        named = key_named(export)
        return named if named in self._servers else None

    def server_of(self, key: str) -> str:
        """Return the server that has a trusted key."""
        return self._servers[key]

    def beside(self, key: str) -> list[str]:
        """Return the other keys of the same server."""
        return [one for one, server in self._servers.items() if one != key and server == self._servers[key]]


__all__ = ["TrustedKeys"]
