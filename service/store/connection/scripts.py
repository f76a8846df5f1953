"""The Lua scripts of the store by name, and facts about Redis commands: the key that determines the server, and whether
they write. Each script begins by describing its keys, arguments, replies and invariant.
"""

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


_LOADED: list[Script] = []


def _load(path: str) -> Script:
    """Read a script, named by its room and its name."""
    text = (files("service.store") / "lua" / f"{path}.lua").read_text(encoding="utf-8")
    # SHA-1 is Redis' name for a script, not a safeguard.
    script = Script(path.rpartition("/")[2], text, hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest())
    _LOADED.append(script)
    return script


LOAD = _load("matches/load")
SAME = _load("matches/same")
ASKING = _load("matches/asking")
FIRSTS = _load("matches/firsts")
INSPECT = _load("sweep/inspect")
TRANSITION = _load("matches/transition")
ACT = _load("matches/act")
ORDER = _load("matches/order")
SAY = _load("matches/say")
MESSAGES = _load("matches/messages")
TELL = _load("matches/tell")
UNSAY = _load("matches/unsay")
CLAIM = _load("matches/claim")
CLAIM_ONE = _load("mail/claim_one")
END_LEASES = _load("matches/end_leases")
NOTIFY = _load("mail/notify")
HANDING = _load("mail/handing")
SETTLE = _load("mail/settle")
DEFER = _load("mail/defer")
PARK = _load("matches/park")
SET_ASIDE = _load("matches/set_aside")
PARK_HALF = _load("matches/park_half")
RETRY = _load("matches/retry")
LOOK_SOON = _load("matches/look_soon")
RELEASE = _load("matches/release")
MEND_ASKING = _load("sweep/mend_asking")
MEND_DUE = _load("sweep/mend_due")
MEND_OUT = _load("sweep/mend_out")
RESERVE = _load("matches/reserve")
LIST_TOKEN = _load("accounts/list_token")
ADD_TOKEN = _load("accounts/add_token")
REVOKE = _load("accounts/revoke")
ADD_BOT = _load("accounts/add_bot")
TOUCH = _load("accounts/touch")
SWAP = _load("accounts/swap")
PURGE = _load("accounts/purge")
RETIRE = _load("accounts/retire")
UNLINK = _load("accounts/unlink")
DEPART = _load("accounts/depart")
DEPARTED = _load("accounts/departed")
FORGET_LETTERS = _load("accounts/forget_letters")
BEGIN = _load("accounts/begin")
FINISH = _load("accounts/finish")
LIMIT = _load("installation/limit")
LOGIN = _load("accounts/login")
USE_CODE = _load("accounts/use_code")
KEEP_HASH = _load("accounts/keep_hash")
USE_GRANT = _load("accounts/use_grant")
POLL_DEVICE = _load("accounts/poll_device")
DECIDE_DEVICE = _load("accounts/decide_device")
USE_LINK = _load("accounts/use_link")
SPEND = _load("accounts/spend")
HEADS = _load("installation/heads")
FILE_LEAVES = _load("installation/file_leaves")
GROW_LOG = _load("installation/grow_log")
PACK_LINES = _load("installation/pack_lines")
PUBLISH = _load("installation/publish")
GROW_RESULTS = _load("installation/grow_results")
KEEP_RATING = _load("installation/keep_rating")
TOURNAMENT = _load("installation/tournament")
FORGET_LEAVES = _load("installation/forget_leaves")
MEND_UNLOGGED = _load("sweep/mend_unlogged")
FEED = _load("accounts/feed")
WEBHOOK_ADD = _load("webhooks/webhook_add")
WEBHOOK_CHANGE = _load("webhooks/webhook_change")
WEBHOOK_CLAIM = _load("webhooks/webhook_claim")
WEBHOOK_TAKE = _load("webhooks/webhook_take")
WEBHOOK_ENQUEUE = _load("webhooks/webhook_enqueue")
WEBHOOK_SETTLE = _load("webhooks/webhook_settle")
WEBHOOK_FINISH = _load("webhooks/webhook_finish")
WEBHOOK_DELETE = _load("webhooks/webhook_delete")
WEBHOOK_HASTEN = _load("webhooks/webhook_hasten")
BEAT = _load("installation/beat")
HALT = _load("installation/halt")
RESTORED = _load("installation/restored")
ARCHIVE = _load("matches/archive")
AUDIT = _load("installation/audit")
HAND_OVER = _load("matches/hand_over")
DROP = _load("mail/drop")
RESEND = _load("mail/resend")
HASTEN = _load("mail/hasten")
ALL = tuple(_LOADED)


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
