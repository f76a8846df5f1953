"""``verify --mail``: the server's signatures in mails, compared with logs, receipts and each other.

``verify`` trusts the given key, or those pinned on this machine, by server.
"""

import json
import os
import re
from collections.abc import Sequence
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import unescape
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import click

from engine.protocol.evidence import Evidence, SignedCheckpoint, evidence_in
from engine.protocol.log import BadLog, read_export
from engine.verifier.checkpoints import Log, checkpoint_beside, contradiction, fork, forked, signed_part
from engine.verifier.replay import Report, Verdict
from service.cli.player.folder import data_folder
from service.cli.player.local_files import pinned_keys
from service.cli.table.match_facts import plain
from service.cli.table.ownlog import key_named, signature_check
from service.keys.signing import verify_signature


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


TAG = re.compile(r"<[^<>]*>")
LARGEST = 32 * 1024 * 1024
"""Bytes of a file that is read as a mail."""


class Found(NamedTuple):
    """Signed evidence from the server in one file."""

    file: str
    evidence: Evidence


class Mails:
    """The mails of one ``verify``; ``keys`` are those that are trusted.

    ``receipts`` are the given receipts in any form: their checkpoints are compared with those in mails.
    """

    def __init__(self, files: Sequence[Path], keys: TrustedKeys, receipts: Sequence[object], *, as_json: bool) -> None:
        self._found: list[Found] = []
        self._verdicts: set[Verdict] = set()
        self._keys, trusted = keys, keys.all()
        for file in files:
            self._read(str(file), trusted, as_json=as_json)
        for one, other in combinations(self._found, 2):
            alike = keys.server_of(one.evidence.key) == keys.server_of(other.evidence.key)
            wrong = fork(one.evidence, other.evidence) if alike else None
            if wrong is not None:
                self._verdicts.add("FAIL")
                _say("FAIL", f"{one.file} and {other.file}", wrong, as_json=as_json)
        beside = [found for one in receipts for each in trusted if (found := _checkpoint(one, each)) is not None]
        for found_in, evidence in self._found:
            wrong = None if evidence.checkpoint is None else forked([evidence.checkpoint, *beside])
            if wrong is not None:
                self._verdicts.add("FAIL")
                _say("FAIL", f"{found_in} and receipts", wrong, as_json=as_json)
        if files and not self._verdicts:
            _say("PASS", f"{len(files)} mails", "none contradicts another", as_json=as_json)

    def hold(self, report: Report, export: bytes, trusted: str | None) -> Report:
        """Return the report of an export, extended by what mails of its server show about its match.

        :param trusted: the key with which the export was checked, or None if its owner is unknown, so that all mails
        count.
        """
        if not self._found or report.verdict == "FAIL":
            return report
        try:
            lines = list(read_export(export))
        except BadLog:
            return report
        heads = [line["head"] for line in lines]
        logs = {report.match: Log(heads, lines[-1]["entry"]["type"] == "closed")}
        server = None if trusted is None else self._keys.server_of(trusted)
        for file, evidence in self._found:
            if server not in (None, self._keys.server_of(evidence.key)):
                continue
            wrong = contradiction(evidence, logs)
            if wrong is not None:
                n = min(evidence.n, len(heads))
                return replace(report, verdict="FAIL", n=n, reason=f"{file}: {wrong}")
        return report

    def verdicts(self) -> set[Verdict]:
        """Return the verdicts on the mails by themselves."""
        return self._verdicts

    def _read(self, file: str, keys: set[str], *, as_json: bool) -> None:
        with click.open_file(file, "rb") as reading:
            raw = reading.read(LARGEST + 1)
        held = list(dict.fromkeys(evidence_in(text_of(raw)))) if len(raw) <= LARGEST else []
        signed = [part for one in held for key in keys if (part := signed_part(one, key, verify_signature)) is not None]
        self._found += [Found(file, one) for one in signed]
        if not signed:
            self._verdicts.add("INCOMPLETE")
            why = (
                "what it holds is not signed by a key that is trusted here: give --key"
                if held
                else "it holds no evidence"
            )
            _say("INCOMPLETE", file, why, as_json=as_json)
            return
        for key, match in sorted({(one.key, one.match) for one in held if one.key not in keys}):
            why = f"what it holds of match {match} is left aside: no key that is trusted here signed it (--key {key})"
            _say(None, file, why, as_json=as_json)


def _checkpoint(receipt: object, key: str) -> SignedCheckpoint | None:
    return checkpoint_beside(receipt, key, signature_check(key))


def text_of(raw: bytes) -> str:
    """Return the text of a saved mail, with HTML parts stripped of tags, or the input itself if it is not a mail."""
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    whole: list[str] = []
    for part in message.walk() if message.keys() else ():
        raw_part, kind = part.get_payload(decode=True), part.get_content_type()
        if isinstance(raw_part, bytes) and kind in ("text/plain", "text/html"):
            text = raw_part.decode("utf-8", "replace")
            whole.append(unescape(TAG.sub(" ", text)) if kind == "text/html" else text)
    return "\n".join([*whole, raw.decode("utf-8", "replace")])


def _say(verdict: Verdict | None, what: str, reason: str, *, as_json: bool) -> None:
    """Print a verdict about mails, or without one, what is not judged."""
    if as_json:
        click.echo(json.dumps({"mail": what, "reason": reason, "verdict": verdict}, sort_keys=True))
    else:
        click.echo(f"{verdict or 'NOT COMPARED'}: {plain(what)}: {reason}")
