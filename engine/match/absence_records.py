"""What a table keeps of people who stay away or hand their seats over: cases, votes, who is ready, who took over."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from engine.protocol.absence import Absence, Choice


class Vote(TypedDict):
    """What a seat wants about another: its act number ``seq``, and the entry ``n`` with this ``head`` that tells it (ms).

    ``player`` is the ``person`` that it chooses.
    """

    seat: int
    absent: int
    choice: Choice
    player: NotRequired[str]
    seq: int
    received: int
    n: int
    head: str


class HandedTo(TypedDict):
    """To whom a player who is there hands his seat over: a bot of the house, or the ``player`` of ``person``."""

    choice: Literal["bot", "person"]
    player: NotRequired[str]


class Case(TypedDict):
    """A seat that is missed: the entry ``absent`` (``n``, ``head``), until when it alone knows (ms), the decisions it missed.

    ``polled`` is the head after the entry ``polled``, once the others are asked; ``votes`` are the last of each.

    ``to``: nobody is missed, its player hands it over (:mod:`engine.match.handing`). Then it is the entry ``handed``, whose head
    is that of ``polled``, too; ``until`` is how long the others may answer.
    """

    seat: int
    n: int
    head: str
    until: int
    missed: list[str]
    polled: NotRequired[str]
    to: NotRequired[HandedTo]
    votes: list[Vote]


class Back(TypedDict):
    """A seat has said that it is there: in entry ``n`` with this ``head``, for the ``seq``-th time (ms)."""

    seat: int
    seq: int
    received: int
    n: int
    head: str


class Handed(TypedDict):
    """A seat has asked to be handed over: in entry ``n`` with this ``head``, for the ``seq``-th time (ms), to whom."""

    seat: int
    seq: int
    choice: Literal["bot", "person"]
    player: NotRequired[str]
    received: int
    n: int
    head: str


class Candidate(TypedDict):
    """Somebody is ready to play on in a seat, since entry ``n`` with this ``head`` (:mod:`engine.match.substitutes`).

    ``by`` is the seat that named him, ``None`` for whoever was replaced there and would come back; ``agreed`` are then the seats
    that want it. ``name`` is what the table calls him, ``key`` what he would sign with.
    """

    seat: int
    player: str
    name: str
    by: int | None
    key: NotRequired[str]
    n: int
    head: str
    agreed: list[int]


class AskedFor(TypedDict):
    """A seat (``by``) asks somebody to play on in another, or in its own (ms). The log does not have it.

    Whoever has the ``secret`` may accept; ``account`` is who got a letter, or empty. ``address`` tells which mail address was
    typed (a digest), where one was.
    """

    seat: int
    by: int
    account: str
    secret: str
    at: int
    address: NotRequired[str]


class Change(TypedDict):
    """Somebody else has a seat since entry ``n`` (ms); ``player`` and ``name`` are those of before, ``to`` who has it since.

    ``decision`` is what the table asked then, where it asked something.
    """

    seat: int
    n: int
    at: int
    player: str | None
    name: str
    to: str
    decision: NotRequired[str]


class Absences(TypedDict):
    """``agreed`` is what ``created`` says; ``missed`` what each seat missed in a row, by seat; ``back`` the last of each seat.

    ``votes`` is how often each seat has voted in the match, by seat; ``voted`` are the last votes of each about each other.
    ``replaced`` are the accounts whose seats somebody else has taken: they may go on watching. ``candidates`` are ready to
    take a seat, ``asked`` are those who were asked to be; ``changes`` is who had which seat until when. ``handed`` is the last
    time that each seat asked to be handed over. Each is there once there was one.
    """

    agreed: Absence
    missed: list[list[str]]
    cases: list[Case]
    back: list[Back]
    votes: list[int]
    voted: list[Vote]
    replaced: NotRequired[list[str]]
    candidates: NotRequired[list[Candidate]]
    asked: NotRequired[list[AskedFor]]
    changes: NotRequired[list[Change]]
    handed: NotRequired[list[Handed]]


__all__ = ["Absences", "AskedFor", "Back", "Candidate", "Case", "Change", "Handed", "HandedTo", "Vote"]
