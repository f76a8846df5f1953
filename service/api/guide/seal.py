"""Seal a move that nobody but you can open, and open it after the lock: python3 seal.py  (needs: pip install pynacl)"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
from pathlib import Path
from typing import Any

from call import call
from nacl.signing import VerifyKey


def b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def canonical(value: object) -> bytes:
    """RFC 8785 for what the protocol sends: objects, lists, strings, booleans, null and integers."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def hashed(tag: str, *parts: bytes) -> bytes:
    """H of section 1 of the protocol."""
    return hashlib.sha256(b"".join(len(one).to_bytes(4, "big") + one for one in (tag.encode(), *parts))).digest()


def waiting_for(answer: str, match: str = "") -> Any:
    """Wait until something (in a match) waits for an answer of this kind; return it."""
    where = f"/v1/me/waiting?include=moves{match and '&match='}{match}"
    page = call("GET", f"{where}&wait=30")
    while True:
        for one in page["waiting"]:
            if one["answer"] == answer:
                return one
        if page["next"] is not None:
            page = call("GET", f"{where}&after={page['next']}")
        else:
            time.sleep(1)  # while something else waits there, the call comes back at once
            page = call("GET", f"{where}&wait=30")


turn = waiting_for("commitment")
opening = {
    "v": 1,
    "match": turn["match"],
    "rules": turn["rules"],
    "decision": turn["decision"]["id"],
    "seat": turn["seat"],
    "head": turn["decision"]["head"],
    "salt": b64(secrets.token_bytes(32)),
    "move": turn["moves"][0],
}
commitment = "sc1_" + b64(hashed("siegelpost/commit/v1", canonical(opening)))
Path("opening.json").write_text(json.dumps(opening))  # before it is sent: without it the move is lost

here = f"/v1/matches/{turn['match']}/decisions/{turn['decision']['id']}"
sealed = call("PUT", f"{here}/commitment", {"commitment": commitment})
Path("receipt.json").write_text(json.dumps(sealed))
[key] = [one for one in call("GET", "/v1/meta")["keys"] if one["id"] == sealed["receipt"]["key"]]
signed = hashed("siegelpost/receipt/v1", canonical(sealed["receipt"]))
VerifyKey(raw(key["public_key"])).verify(signed, raw(sealed["signature"]))  # raises BadSignatureError
assert sealed["receipt"]["commitment"] == commitment
print("sealed", commitment)

waiting_for("opening", turn["match"])  # everybody has sealed, and the server has locked
call("PUT", f"{here}/opening", {"opening": opening}, Prefer="wait=30")
print("opened", opening["move"])
