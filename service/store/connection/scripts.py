"""The Lua scripts of the store by name, and facts about Redis commands: the key that determines the server, and whether
they write. Each script begins by describing its keys, arguments, replies and invariant.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class Script:
    """One script; ``sha`` is its name in Redis's cache."""

    name: str
    text: str
    sha: str


@dataclass(frozen=True)
class Call:
    """One run of a script. All ``keys`` are in one bucket, unless there is only one server."""

    script: Script
    keys: list[str]
    args: Sequence[str | bytes | int]

    def command(self, *, by_text: bool = False) -> tuple[str | bytes | int, ...]:
        """Return the command that runs the script by its cached name, or by its text for a server without it."""
        how = ("EVAL", self.script.text) if by_text else ("EVALSHA", self.script.sha)
        return (*how, len(self.keys), *self.keys, *self.args)


def _load(name: str) -> Script:
    text = (files("service.store") / "lua" / f"{name}.lua").read_text(encoding="utf-8")
    # SHA-1 is Redis' name for a script, not a safeguard.
    return Script(name, text, hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest())


LOAD = _load("load")
SAME = _load("same")
ASKING = _load("asking")
INSPECT = _load("inspect")
TRANSITION = _load("transition")
ACT = _load("act")
ORDER = _load("order")
SAY = _load("say")
MESSAGES = _load("messages")
TELL = _load("tell")
UNSAY = _load("unsay")
CLAIM = _load("claim")
CLAIM_ONE = _load("claim_one")
END_LEASES = _load("end_leases")
NOTIFY = _load("notify")
HANDING = _load("handing")
SETTLE = _load("settle")
DEFER = _load("defer")
PARK = _load("park")
SET_ASIDE = _load("set_aside")
PARK_HALF = _load("park_half")
RETRY = _load("retry")
LOOK_SOON = _load("look_soon")
RELEASE = _load("release")
MEND_ASKING = _load("mend_asking")
MEND_DUE = _load("mend_due")
MEND_OUT = _load("mend_out")
RESERVE = _load("reserve")
LIST_TOKEN = _load("list_token")
ADD_TOKEN = _load("add_token")
REVOKE = _load("revoke")
ADD_BOT = _load("add_bot")
TOUCH = _load("touch")
SWAP = _load("swap")
PURGE = _load("purge")
RETIRE = _load("retire")
UNLINK = _load("unlink")
DEPART = _load("depart")
DEPARTED = _load("departed")
FORGET_LETTERS = _load("forget_letters")
BEGIN = _load("begin")
FINISH = _load("finish")
LIMIT = _load("limit")
LOGIN = _load("login")
USE_CODE = _load("use_code")
KEEP_HASH = _load("keep_hash")
USE_GRANT = _load("use_grant")
POLL_DEVICE = _load("poll_device")
DECIDE_DEVICE = _load("decide_device")
USE_LINK = _load("use_link")
SPEND = _load("spend")
HEADS = _load("heads")
FILE_LEAVES = _load("file_leaves")
GROW_LOG = _load("grow_log")
PACK_LINES = _load("pack_lines")
PUBLISH = _load("publish")
GROW_RESULTS = _load("grow_results")
KEEP_RATING = _load("keep_rating")
TOURNAMENT = _load("tournament")
FORGET_LEAVES = _load("forget_leaves")
MEND_UNLOGGED = _load("mend_unlogged")
FEED = _load("feed")
WEBHOOK_ADD = _load("webhook_add")
WEBHOOK_CHANGE = _load("webhook_change")
WEBHOOK_CLAIM = _load("webhook_claim")
WEBHOOK_TAKE = _load("webhook_take")
WEBHOOK_ENQUEUE = _load("webhook_enqueue")
WEBHOOK_SETTLE = _load("webhook_settle")
WEBHOOK_FINISH = _load("webhook_finish")
WEBHOOK_DELETE = _load("webhook_delete")
WEBHOOK_HASTEN = _load("webhook_hasten")
BEAT = _load("beat")
HALT = _load("halt")
RESTORED = _load("restored")
ARCHIVE = _load("archive")
AUDIT = _load("audit")
HAND_OVER = _load("hand_over")
DROP = _load("drop")
RESEND = _load("resend")
HASTEN = _load("hasten")
ALL = tuple(one for one in tuple(globals().values()) if isinstance(one, Script))
"""Every script, in the order above."""

Command = tuple[str | bytes | int, ...]

READING_COMMANDS = frozenset((
    "CONFIG", "DUMP", "EXISTS", "GET", "GETRANGE", "HEXISTS", "HGET", "HGETALL", "HKEYS", "HLEN", "HMGET", "INFO", "LINDEX",
    "LLEN", "LRANGE", "PING", "PTTL", "SCAN", "SCARD", "SISMEMBER", "SMEMBERS", "STRLEN", "TIME", "TYPE", "XLEN",
    "XRANGE", "XREVRANGE", "ZCARD", "ZCOUNT", "ZRANGE", "ZRANGEBYSCORE", "ZREVRANGEBYSCORE", "ZSCORE",
))  # fmt: skip
"""Commands that change nothing; any other command counts as writing."""
CALLED = re.compile(r"redis\.p?call\((?:'([A-Z]+)'|)")
"""A command call in a script, with the command's name if it is a literal."""


def only_reads(script: Script) -> bool:
    """Return whether a script calls nothing but commands that read."""
    return set(CALLED.findall(script.text)) <= READING_COMMANDS


_READERS = frozenset(
    name for script in ALL if only_reads(script) and script not in (HEADS, SAME) for name in (script.sha, script.text)
)
"""Scripts that only read and need no confirmation by replicas. Scripts that read heads do, because published heads must
last; and so do those called only for a confirmation."""


def writes(command: Command) -> bool:
    """Return whether a command may change something."""
    if command[0] in ("EVALSHA", "EVAL"):
        return command[1] not in _READERS
    return command[0] not in READING_COMMANDS


def key_of(command: Command) -> str:
    """Return the first key of a command: all keys of a command are on the same server."""
    key = command[3] if command[0] in ("EVALSHA", "EVAL") else command[1]
    return key.decode("utf-8", "surrogateescape") if isinstance(key, bytes) else str(key)


def flat(fields: Mapping[str, str | int]) -> list[str | int]:
    """Return fields and their values one after another, as commands and scripts take them."""
    return [part for pair in fields.items() for part in pair]
