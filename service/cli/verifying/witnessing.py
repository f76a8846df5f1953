"""``verify --policy``: the witnesses who saw the match, judged by the reader's policy."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import click

from engine.transparency.policy import BadPolicy, Policy, parse_policy
from engine.verifier.checkpoints import NotWitnessed, TwoHistories, Witnessed, witnessed
from engine.verifier.replay import Report
from service.keys.signing import verify_signature

SUFFIX = ".tlog-proof"
"""The suffix of a proof's file name, after the export's own."""


class Judged(NamedTuple):
    """A report under a policy, and what witnesses saw (None if nothing meets the policy)."""

    report: Report
    seen: Witnessed | None

    def words(self) -> str:
        """Return lines to print below the report; empty if nothing was seen."""
        if self.seen is None:
            return ""
        place = f"  entry {self.seen.n} is in the log {self.seen.origin} of {self.seen.size} entries"
        who = [f"  seen by {one.key.name} at {_at(one.time)}" for one in self.seen.seen]
        return "\n".join([place, *(who or ["  seen by NO witness: the policy asks for none"])])

    def facts(self) -> dict[str, Any] | None:
        """Return what witnesses saw as JSON."""
        if self.seen is None:
            return None
        who = [{"name": one.key.name, "vkey": str(one.key), "at": _at(one.time)} for one in self.seen.seen]
        return {"n": self.seen.n, "origin": self.seen.origin, "size": self.seen.size, "witnesses": who}


def read_policy(path: Path) -> Policy:
    """Return the policy in a file; :raises click.BadParameter: naming the wrong line."""
    try:
        return parse_policy(path.read_bytes())
    except BadPolicy as error:
        raise click.BadParameter(f"{path}: {error}", param_hint="--policy") from error


def judged(report: Report, export: bytes, proof: bytes | None, policy: Policy) -> Judged:
    """Return the report of an export under a policy: it passes only if enough witnesses saw the end."""
    if report.verdict == "FAIL":
        return Judged(report, None)
    try:
        if proof is None:
            raise NotWitnessed(f"there is no proof: save one with 'siegelpost log MATCH --proof FILE{SUFFIX}'")
        seen = witnessed(export, report.match, proof, policy, verify_signature)
    except NotWitnessed as error:
        return Judged(_incomplete(report, f"not witnessed as the policy demands: {error}"), None)
    except TwoHistories as error:
        return Judged(replace(report, verdict="FAIL", n=error.n, reason=str(error)), None)
    if seen.n < report.entries:
        return Judged(_incomplete(report, f"witnesses saw it up to entry {seen.n} only: fetch a newer proof"), seen)
    return Judged(_witnessed_by(report, len(seen.seen)), seen)


def _witnessed_by(report: Report, witnesses: int) -> Report:
    """Return the report with the line ``history`` adjusted for witnesses: they saw this history and know no other."""
    if not witnesses:
        return report
    lines = (
        replace(one, facts={**one.facts, "witnesses": witnesses}) if one.code == "history" else one
        for one in report.unproved
    )
    return replace(report, unproved=tuple(lines))


def _incomplete(report: Report, reason: str) -> Report:
    reasons = [report.reason] if report.verdict == "INCOMPLETE" and report.reason else []
    return replace(report, verdict="INCOMPLETE", reason="; ".join([*reasons, reason]))


def _at(seconds: int) -> str:
    """Return a cosignature's time; as a number if it is beyond the calendar, which only a lying witness signs."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return f"{seconds} s after 1970"


__all__ = ["SUFFIX", "Judged", "judged", "read_policy"]
