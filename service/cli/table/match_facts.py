"""The API's description of a match as typed facts: the only code of the command line that knows those JSON shapes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.contract import Decision, Language
from service.text.deleted_names import names_as_read


def plain(text: str) -> str:
    """Return text written by others, without anything a terminal would interpret.

    >>> plain("Ada\\x1b[2J")
    'Ada?[2J'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in text)


@dataclass(frozen=True)
class Asked:
    """An open decision. ``mine`` is this player's act in it, ``seconds_left`` and ``deadline`` may be absent.

    ``custody`` is the allowed custody for this player: ``client``, ``escrow``, or ``any`` of them.
    """

    decision: Decision
    phase: str
    deadline: str | None
    seconds_left: int | None
    mine: Mapping[str, Any] | None
    awaited: tuple[int, ...]
    committed: tuple[int, ...]
    custody: str
    next: int | None = None

    @property
    def id(self) -> str:
        """The decision's id."""
        return self.decision["id"]

    @property
    def seq(self) -> int:
        """The number of this player's last act, or 0: the one that a new act replaces."""
        return 0 if self.mine is None else int(self.mine["seq"])

    @property
    def next_seq(self) -> int:
        """The number of this player's next act; counting goes on after an answer that became impossible."""
        return self.seq + 1 if self.next is None else self.next

    @property
    def answered(self) -> bool:
        """True if this player has a commitment in force."""
        return self.mine is not None and self.mine["commitment"] is not None

    @property
    def waits(self) -> bool:
        """True if it waits for this player, who has a seat in it: open, and neither answered nor optional."""
        return self.phase == "open" and self.mine is None and not self.decision["optional"]

    @property
    def beside(self) -> bool:
        """True if this player may answer it although nobody waits for it: open, optional, and not answered."""
        return self.phase == "open" and not self.answered and bool(self.decision["optional"])


@dataclass(frozen=True)
class MatchFacts:
    """A match as this player sees it. ``seat`` is ``None`` for a spectator, ``view`` before the start."""

    match: str
    title: str
    rules: str
    status: str
    seat: int | None
    names: tuple[str, ...]
    n: int
    view: Mapping[str, Any] | None
    asked: tuple[Asked, ...]
    raw: Mapping[str, Any]

    @property
    def only_bots(self) -> bool:
        """True if everybody else at the table is a bot."""
        return all(one["bot"] is not None for one in self.raw["seats"] if one["seat"] != self.seat)

    @property
    def data(self) -> str:
        """The hash of the rule data the match is played with."""
        return str(self.raw["data"])

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the match, complete."""
        found: Mapping[str, Any] = self.raw["options"]
        return found

    @property
    def taken_over(self) -> Sequence[Mapping[str, Any]]:
        """The seats that changed hands, the earliest first."""
        found: Sequence[Mapping[str, Any]] = (self.raw.get("absence") or {}).get("taken_over", ())
        return found

    @property
    def mine(self) -> tuple[Asked, ...]:
        """The decisions that ask this player's seat."""
        return tuple(one for one in self.asked if self.seat in one.decision["seats"])


def match_facts(raw: Mapping[str, Any], language: Language = "en") -> MatchFacts:
    """Return the facts of a match from ``GET /v1/matches/{match}``; ``language`` is the reader's."""
    return MatchFacts(
        match=raw["match"],
        title=plain(raw["title"]),
        rules=raw["rules"],
        status=raw["status"],
        seat=raw["seat"],
        names=tuple(plain(one) or "-" for one in names_as_read(raw["seats"], language)),
        n=raw["n"],
        view=raw["view"],
        asked=tuple(asked(one) for one in raw["decisions"]),
        raw=raw,
    )


def asked(raw: Mapping[str, Any]) -> Asked:
    """Return a decision from the API's form."""
    decision = Decision(
        id=raw["id"], kind=raw["kind"], seats=list(raw["seats"]), sealed=raw["sealed"], optional=raw["optional"]
    )
    return Asked(
        decision,
        raw["phase"],
        raw["deadline_at"],
        raw["seconds_left"],
        raw["mine"],
        tuple(raw["awaited"]),
        tuple(raw["committed"]),
        raw["custody"],
        raw.get("next_seq"),
    )
