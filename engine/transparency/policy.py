"""A reader's trust policy: logs, witnesses, and the number of witnesses that must agree (c2sp.org/tlog-policy)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.transparency.checkpoint import Checkpoint, Cosigned, checkpoint_of, cosignatures
from engine.transparency.note import COSIGNATURE, ED25519, BadNote, CheckEd25519, Note, VerifierKey

MOST_LINES = 1_000
MOST_GROUPS = 64
NONE = "none"


class BadPolicy(ValueError):
    """A policy that cannot be read; the message names the line."""


class Untrusted(ValueError):
    """A checkpoint that the policy does not accept; the message says why."""


@dataclass(frozen=True)
class Group:
    """Witnesses and groups of which at least ``least`` must have seen a checkpoint."""

    least: int
    members: tuple[str, ...]


@dataclass(frozen=True)
class Policy:
    """Logs by their keys, witnesses and groups by the policy's own names for them, and the name that decides."""

    logs: tuple[VerifierKey, ...]
    witnesses: Mapping[str, VerifierKey] = field(default_factory=dict)
    groups: Mapping[str, Group] = field(default_factory=dict)
    quorum: str = NONE

    def judge(self, note: Note, check: CheckEd25519) -> tuple[Checkpoint, list[Cosigned]]:
        """Return what a checkpoint says and which witnesses of the policy cosigned it.

        :raises Untrusted: when no log of the policy signed it, too few witnesses cosigned it, or a signature of a key that
            the policy names does not hold.
        """
        try:
            checkpoint = checkpoint_of(note)
            # Every key is asked, also after one has signed: a signature that does not hold spoils the note.
            signed = [note.signed_by(key, check) for key in self.logs if key.name == checkpoint.origin]
            if not any(signed):
                raise Untrusted(f"the checkpoint of {checkpoint.origin} is signed by no log of the policy")
            seen = cosignatures(note, self.witnesses.values(), check)
        except BadNote as error:
            raise Untrusted(str(error)) from error
        if not self._holds(self.quorum, {one.key for one in seen}):
            raise Untrusted(f"{len(seen)} of {len(self.witnesses)} witnesses cosigned it: the quorum is not reached")
        return checkpoint, seen

    def _holds(self, name: str, seen: set[VerifierKey]) -> bool:
        """Return whether enough witnesses have cosigned. Groups name only earlier entries, so this ends."""
        if name == NONE:
            return True
        if name in self.witnesses:
            return self.witnesses[name] in seen
        group = self.groups[name]
        return sum(self._holds(member, seen) for member in group.members) >= group.least


def parse_policy(raw: bytes | str) -> Policy:
    """Return the policy of a file; :raises BadPolicy: naming the line that is wrong."""
    text = raw.decode("utf-8", "surrogateescape") if isinstance(raw, bytes) else raw
    reader = _Reader()
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise BadPolicy(f"a policy has at most {MOST_LINES} lines here")
    for place, line in enumerate(lines, start=1):
        words = line.replace("\t", " ").split(" ")
        words = [word for word in words if word]
        if not words or words[0].startswith("#"):
            continue
        try:
            reader.line(words)
        except (BadPolicy, BadNote) as error:
            raise BadPolicy(f"line {place}: {error}") from error
    return reader.policy()


class _Reader:
    def __init__(self) -> None:
        self._logs: list[VerifierKey] = []
        self._witnesses: dict[str, VerifierKey] = {}
        self._groups: dict[str, Group] = {}
        self._used: set[str] = set()
        self._quorum: str | None = None

    def line(self, words: list[str]) -> None:
        match words:
            case ["log", key] | ["log", key, _]:
                self._logs.append(_fresh(VerifierKey.parse(key, (ED25519,)), self._logs))
            case ["witness", name, key] | ["witness", name, key, _]:
                self._witnesses[self._new(name)] = _fresh(
                    VerifierKey.parse(key, (COSIGNATURE,)), self._witnesses.values()
                )
            case ["group", name, least, *members] if members:
                self._group(name, least, members)
            case ["quorum", name]:
                if self._quorum is not None:
                    raise BadPolicy("a second quorum")
                if name != NONE:
                    self._known(name)
                self._quorum = name
            case _:
                raise BadPolicy(
                    "give log <vkey>, witness <name> <vkey>, group <name> <k|any|all> <name>..., or quorum <name>"
                )

    def policy(self) -> Policy:
        if self._quorum is None:
            raise BadPolicy("there is no quorum line; 'quorum none' asks for no witness")
        return Policy(tuple(self._logs), self._witnesses, self._groups, self._quorum)

    def _group(self, name: str, least: str, members: list[str]) -> None:
        for member in members:
            self._known(member)
            if member in self._used:
                raise BadPolicy(f"{member} is a member of a group already")
            self._used.add(member)
        if least not in ("any", "all") and not (least.isascii() and least.isdigit() and len(least) <= 4):
            raise BadPolicy(f"{least} is neither any, all nor a number")
        count = {"any": 1, "all": len(members)}.get(least) or int(least)
        if not 1 <= count <= len(members):
            raise BadPolicy(f"{count} of {len(members)} members is no threshold")
        if len(self._groups) == MOST_GROUPS:
            raise BadPolicy(f"a policy has at most {MOST_GROUPS} groups here")
        self._groups[self._new(name)] = Group(count, tuple(members))

    def _new(self, name: str) -> str:
        if name == NONE or name in self._witnesses or name in self._groups:
            raise BadPolicy(f"the name {name} is taken")
        return name

    def _known(self, name: str) -> None:
        if name not in self._witnesses and name not in self._groups:
            raise BadPolicy(f"{name} is not defined before")


def _fresh(key: VerifierKey, known: Iterable[VerifierKey]) -> VerifierKey:
    if any(one.public_key == key.public_key for one in known):
        raise BadPolicy(f"the key of {key.name} is there already")
    return key
