"""Checkpoints of the log of all matches that stand beside receipts: two that contradict each other prove a fork.

What counts is fixed in protocol section 13. A checkpoint proves something only by the server's signature in it; whatever
else is given is passed over, so nobody is accused by a text that anybody could write.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from engine.protocol.canon import LARGEST, unb64
from engine.protocol.evidence import SignedCheckpoint
from engine.transparency.note import DASH, ED25519, BadNote, key_id
from engine.transparency.note import unb64 as note_unb64
from engine.verifier.transcript import CheckSignature

FORM = re.compile(
    rf"(?P<origin>[!-*,-~]{{1,255}})\n(?P<size>0|[1-9][0-9]{{0,15}})\n(?P<root>[A-Za-z0-9+/]{{43}}=)\n\n"
    rf"{DASH}(?P=origin) (?P<note>[A-Za-z0-9+/]{{91}}=)\n"
)


def checkpoint_beside(item: object, key: str, check: CheckSignature) -> SignedCheckpoint | None:
    """Return the checkpoint beside a receipt, ``None`` if there is none that the server signed.

    :param item: what is given as a receipt, of any form.
    :param key: the server's public key (base64url), which ``check`` trusts.
    """
    text = item.get("checkpoint") if isinstance(item, Mapping) else None
    found = FORM.fullmatch(text) if isinstance(text, str) else None
    if found is None or int(found["size"]) > LARGEST:
        return None
    try:
        root, signed = note_unb64(found["root"]), note_unb64(found["note"])
    except BadNote:
        return None
    origin, body = found["origin"], found[0].partition("\n\n")[0] + "\n"
    if len(root) != 32 or signed[:4] != key_id(origin, ED25519, unb64(key)) or not check(body.encode(), signed[4:]):
        return None
    return SignedCheckpoint(origin, int(found["size"]), found["root"], found["note"])


def forked(shown: Iterable[SignedCheckpoint]) -> str | None:
    """Return why signed checkpoints contradict each other, ``None`` if no two of them do."""
    known: dict[tuple[str, int], str] = {}
    for one in shown:
        root = known.setdefault((one.origin, one.size), one.root)
        if root != one.root:
            return f"the server signed two roots of {one.origin} at size {one.size}: {root} and {one.root}"
    return None


__all__ = ["checkpoint_beside", "forked"]
