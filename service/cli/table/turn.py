"""One turn at one table: shows it, lets the player choose, seals or answers, and waits for the result.

The server cannot read standing orders, so only the machine on which they were written can tell what is left of
unfinished ones and propose a continuation.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click
from rich.columns import Columns

from engine.contract import Language, Move, Orders
from engine.kit.terminal import Field
from engine.kit.text.particulars import answer_in_words, choice_in_words
from engine.registry import OtherData, UnknownRules, game_with
from service.cli.player.answers import confirmed, said
from service.cli.player.client import Client, NotAsked
from service.cli.player.session import Session
from service.cli.table import choosing as question_texts
from service.cli.table import sealing
from service.cli.table.choosing import Choice, NotListed, choose, labels_on_fields, next_choices, pick
from service.cli.table.following import follow
from service.cli.table.match_facts import Asked, MatchFacts, match_facts
from service.cli.table.narration import local_time, show_talk, table, terminal, time_left
from service.cli.table.sealing import Custody, Sealed
from service.cli.table.witness import says


def with_proposal(moves: Sequence[Move], resume: Move | None, said: str | None) -> list[Move]:
    """Return the moves, starting with the one that continues the orders, if any."""
    if resume is None:
        return list(moves)
    rest = [move for move in moves if move != resume]
    return [resume, *rest] if said is not None or len(rest) < len(moves) else rest


def proposal(client: Client, facts: MatchFacts, language: Language) -> str | None:
    """Return in words how the player's interrupted orders would continue, or None if none were interrupted or stored here."""
    game = terminal(facts)
    if facts.view is None or not game.unfinished(dict(facts.view)):
        return None
    orders = standing_orders(client, facts.match)
    return None if orders is None else game.proposal(dict(facts.view), orders, language)


def standing_orders(client: Client, match: str) -> Orders | None:
    """Return the orders in force, if they were set on this machine."""
    receipt: Mapping[str, Any] | None = client.standing_orders(match)
    sealed = None if receipt is None else receipt["receipt"]["commitment"]
    kept = None if sealed is None else client.keep.orders(match, sealed)
    return None if kept is None else kept["order"]


NO_BREAK = "\u00a0"

SLACK = 10
"""Seconds beyond the grace period to stay for the result."""

BOTS_THINK = 60
"""Seconds to wait for bots before leaving the table."""


ASIDE = "+"
"""The input for an optional action."""


class Left(Exception):
    """The player leaves the table."""


class _Aside(Exception):
    """The player chooses an optional action."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked.id)
        self.asked = asked


@dataclass(frozen=True)
class Turn:
    """Settings for taking turns at this sitting."""

    session: Session
    custody: Custody = "escrow"
    wait: bool = False
    patience: int = 20
    ask_first: bool = True

    def take(self, facts: MatchFacts, asked: Asked) -> None:
        """Let the player answer a decision or an optional one beside it, send the answer, and stay for the result."""
        try:
            self._take(facts, asked)
        except _Aside as aside:
            self.take(facts, aside.asked)

    def _take(self, facts: MatchFacts, asked: Asked) -> None:
        going_on = proposal(self.session.client, facts, self.session.language)
        moves = with_proposal(self.session.client.moves(facts.match, asked.id), terminal(facts).resume, going_on)
        steps = terminal(facts).steps(self.session.language)
        first, other = next_choices(moves, steps), self.beside(facts, asked)
        self._head(facts, asked, first, brief=True)
        ahead: list[str] = []

        def ask(choices: Sequence[Choice]) -> Choice:
            return self._ask(facts, asked, choices, ahead, first=choices == first, other=other)

        move = choose(moves, ask, steps)
        self.confirm(facts, asked, move)
        try:
            self.send(facts, asked, move)
        except NotAsked:
            self._say("moved-on")
            return
        self.stay(facts, asked)

    def change(self, facts: MatchFacts, asked: Asked) -> None:
        """Let the player change or withdraw a sealed answer, or change a held-back one, while that is possible."""
        self._head(facts, asked)
        if not asked.decision["sealed"]:
            self._say("held-back")
            if click.prompt(self._said("change-or-quit"), type=click.Choice(["c", "q"]), default="q") == "q":
                raise Left
            self.take(facts, asked)
            return
        self._say("standing", seq=asked.seq)
        wish = click.prompt(self._said("change-withdraw-or-quit"), type=click.Choice(["c", "w", "q"]), default="q")
        if wish == "q":
            raise Left
        if wish == "c":
            self.take(facts, asked)
        elif asked.mine is not None:
            sealing.withdraw(self.session.client, facts.match, asked.id, self._seat(facts), replaces=asked.seq)
            self._say("withdrawn")

    def beside(self, facts: MatchFacts, asked: Asked | None) -> Asked | None:
        """Return the decision that may be answered instead: for the due one, an optional one with moves, and vice versa."""
        if asked is not None and asked.decision["optional"]:
            return next((one for one in facts.mine if one.waits), None)
        moves = self.session.client.moves
        return next((one for one in facts.mine if one.beside and moves(facts.match, one.id)), None)

    def confirm(self, facts: MatchFacts, asked: Asked, move: Move) -> None:
        """Ask for confirmation of the move; :raises Left: if it is refused."""
        if not self.ask_first:
            return
        if self.custody == "client" and asked.decision["sealed"] and custody_in(asked, "client") == "escrow":
            self._say("escrow-only")
        if price := question_texts.price(facts, asked, move, self.session.language):
            self.session.console.print(price, highlight=False)
        verb = "seal" if asked.decision["sealed"] else "do"
        if not confirmed(self.session.language, verb, move=self.words(facts, asked, move)):
            raise Left

    def send(self, facts: MatchFacts, asked: Asked, move: Move, *, quiet: bool = False) -> Sealed:
        """Seal the move on this machine and send it, or answer an open decision."""
        client, seat = self.session.client, self._seat(facts)
        if asked.decision["sealed"]:
            sealed = sealing.seal(
                client,
                facts.match,
                asked.id,
                seat,
                move,
                custody=custody_in(asked, self.custody),
                replaces=asked.seq,
                seq=asked.next_seq,
                wait=self.wait,
            )
        else:
            sealed = sealing.answer(client, facts.match, asked.id, seat, move, replaces=asked.seq, seq=asked.next_seq)
        if not quiet:
            if asked.decision["sealed"]:
                self._say("sealed-as", commitment=sealed.commitment)
            else:
                self._say("done")
            self._say("receipt", receipt=says(sealed.signed["receipt"]))
        return sealed

    def stay(self, facts: MatchFacts, asked: Asked) -> None:
        """Wait a while for the decision to be resolved, and tell what was revealed."""
        if self.patience == 0:
            return
        patience = self.patience
        hold = 0 if asked.decision["sealed"] or asked.decision["optional"] else int(facts.raw["hold_seconds"])
        grace = int(facts.raw["grace_seconds"])
        if asked.decision["sealed"] and facts.only_bots and not self.wait:
            patience = max(patience, grace + SLACK)
            if grace:
                self._say("reconsider", left=time_left(grace, self.session.language))
        try:
            if follow(self.session, facts, asked.id, patience):
                return
            if hold:
                self._say("counts-within", left=time_left(hold, self.session.language))
                self._say("until-then", match=facts.match[:8])
            elif not facts.only_bots:
                self._say("others-have-time")
            if asked.decision["sealed"] and custody_in(asked, self.custody) == "client":
                self._say("opens-here")
        except KeyboardInterrupt:
            raise Left from None

    def wait_for_bots(self, match: str) -> bool:
        """Wait while only bots are asked at a table; return whether this player is asked again, or the match is over."""
        facts = match_facts(self.session.client.match(match), self.session.language)
        if self.patience == 0 or facts.status != "running" or not facts.only_bots:
            return False
        self._say("bots-think")
        try:
            if follow(self.session, facts, None, max(self.patience, BOTS_THINK), until_asked=True):
                return True
        except KeyboardInterrupt:
            raise Left from None
        self._say("bots-take-long")
        raise Left

    def words(self, facts: MatchFacts, asked: Asked, move: Move) -> str:
        """Return a move in words; for one that continues a turn list, the rest of the list."""
        if (
            move == terminal(facts).resume
            and (said := proposal(self.session.client, facts, self.session.language)) is not None
        ):
            return said
        try:
            played = game_with(facts.rules, facts.data, facts.options)
            seen = question_texts.seen(facts, asked, self.session.language)
            if seen is not None:
                return choice_in_words(played, move, seen)
            return answer_in_words(
                played.words, move, self.session.language, kind=asked.decision["kind"], names=facts.names
            )
        except (UnknownRules, OtherData):
            return str(move)

    def _head(self, facts: MatchFacts, asked: Asked, choices: Sequence[Choice] = (), *, brief: bool = False) -> None:
        """Show the table with the choices marked on it, the question, and the time left."""
        show_table(self.session, facts, labels_on_fields(choices), brief=brief)
        question = question_texts.question(facts, asked, self.session.language)
        self.session.console.print(f"\n{question}  ({asked.id})", style="bold")
        if said := question_texts.note(facts, asked, self.session.language):
            self.session.console.print(said)
        show_talk(self.session, facts)
        left = time_left(asked.seconds_left, self.session.language)
        if asked.deadline:
            self._say("time-left-until", left=left, until=local_time(asked.deadline))
        else:
            self._say("time-left", left=left)

    def _ask(
        self,
        facts: MatchFacts,
        asked: Asked,
        choices: Sequence[Choice],
        ahead: list[str],
        *,
        first: bool,
        other: Asked | None,
    ) -> Choice:
        """Ask for one of the choices; ``ahead`` are words typed in advance of their questions (``24 38 ship``).

        ``other`` is the decision that may be answered instead; :raises _Aside: when the player chooses it.
        """
        if ahead:
            try:
                return pick(choices, ahead.pop(0))
            except NotListed as error:
                ahead.clear()
                self._say("not-listed", text=error.text, keys=error.keys)
        if labels_on_fields(choices) and not first:
            show_table(self.session, facts, labels_on_fields(choices), brief=True)
        self._list(facts, asked, choices, other)
        while True:
            text = click.prompt(self._said("choice"), prompt_suffix=": ")
            if text in ("q", "quit"):
                raise Left
            if text == ASIDE and other is not None:
                raise _Aside(other)
            if text in ("?", "h", "help"):
                self._say("choice-help")
                self._list(facts, asked, choices, other)
                continue
            if text in ("t", "table"):
                self._head(facts, asked, choices)
                self._list(facts, asked, choices, other)
                continue
            word, *more = text.split() or [""]
            ahead[:] = more
            try:
                return pick(choices, word)
            except NotListed as error:
                self._say("not-listed", text=error.text, keys=error.keys)

    def _list(self, facts: MatchFacts, asked: Asked, choices: Sequence[Choice], other: Asked | None) -> None:
        """Print the choices in words, except for fields, which are marked on the table and listed in a row with their
        places."""
        width = max(8, *(len(one.key) + 4 for one in choices if one.field is None), 0)
        by_value = [(one.step, one.key) for one in choices if one.step is not None]
        if by_value:
            step, view = by_value[0][0], dict(facts.view or {})
            values = [terminal(facts).value(view, step, int(key)).replace(" ", NO_BREAK) for _, key in by_value]
            self.session.console.print(f"  {step.caption}: {', '.join(values)}", highlight=False)
        for choice in choices:
            if choice.field is None and choice.step is None:
                more = " …" if choice.vague else ""
                self.session.console.print(
                    f"  [{choice.key}]".ljust(width) + f" {self.words(facts, asked, choice.sample)}{more}"
                )
                if not choice.vague and (
                    price := question_texts.price(facts, asked, choice.sample, self.session.language)
                ):
                    self.session.console.print(" " * (width + 1) + price, style="dim", highlight=False)
        fields = [f"[{one.key}] {one.field[0]},{one.field[1]}" for one in choices if one.field is not None]
        if fields:
            self.session.console.print(f"  {self._said('marked')}")
            self.session.console.print(Columns(fields, padding=(0, 2), equal=True))
        if other is not None:
            key = "aside" if other.decision["optional"] else "back"
            lead = f"  [{ASIDE}]".ljust(width)
            question = question_texts.question(facts, other, self.session.language)
            self.session.console.print(f"{lead} {self._said(key, question=question)}", markup=False)

    def _said(self, key: str, **facts: object) -> str:
        return said(self.session.language, key, **facts)

    def _say(self, key: str, **facts: object) -> None:
        self.session.console.print(self._said(key, **facts))

    @staticmethod
    def _seat(facts: MatchFacts) -> int:
        if facts.seat is None:
            raise click.ClickException("you do not sit at this table: 'siegelpost join' takes a seat")
        return facts.seat


def custody_in(asked: Asked, wished: Custody) -> Custody:
    """Return the custody for sealing: the requested one, unless the decision allows only one."""
    return wished if asked.custody == "any" else "client" if asked.custody == "client" else "escrow"


def show_table(
    session: Session, facts: MatchFacts, choices: Mapping[Field, str] | None = None, *, brief: bool = False
) -> None:
    """Print the match's title and its table as this player sees it; ``brief`` leaves out what the choices show anyway."""
    session.console.print()
    session.console.print(f"{facts.title}  {facts.match[:8]}", style="bold")
    if facts.view is None:
        names = ", ".join(facts.names)
        session.console.print(said(session.language, "lobby", names=names))
        if facts.raw.get("guests_awaited"):
            session.console.print(said(session.language, "guests-awaited", n=facts.raw["guests_awaited"]))
        return
    session.console.print(table(facts, facts.view, session.console, session.language, choices, brief=brief))
