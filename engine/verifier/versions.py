"""Which version of the protocol a log is of: its first entry says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, cast

from engine.protocol.log import Entry
from engine.protocol.siegelpost2.acts import CheckSeatSignature
from engine.protocol.siegelpost2.bodies import NAME
from engine.verifier.receipts import Receipts
from engine.verifier.rules_replay import Replay
from engine.verifier.siegelpost2.receipts import Receipts2
from engine.verifier.siegelpost2.rules_replay import Replay2
from engine.verifier.siegelpost2.transcript import Transcript2
from engine.verifier.transcript import CheckSignature, Transcript


class Version(NamedTuple):
    """How a version's logs are read, how receipts are held against them, and how their games are played again."""

    transcript: Callable[[CheckSignature | None, str | None, CheckSeatSignature | None], Transcript]
    receipts: Callable[[Transcript, CheckSignature | None], Receipts]
    replay: type[Replay]


def _receipts_2(transcript: Transcript, check: CheckSignature | None) -> Receipts:
    return Receipts2(cast(Transcript2, transcript), check)


SIEGELPOST_1 = Version(Transcript, Receipts, Replay)
SIEGELPOST_2 = Version(Transcript2, _receipts_2, Replay2)


def version_of(first: Entry) -> Version:
    """Return the version that a log with this first entry follows; the entry itself is checked by the version."""
    return SIEGELPOST_2 if first["body"].get("protocol") == NAME else SIEGELPOST_1
