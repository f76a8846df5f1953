"""Apply the answer to a decision (RULES.md, D4)."""

from collections.abc import Mapping
from typing import cast

from engine.contract import IllegalMove
from engine.games.seafarers.resources import counts
from engine.games.seafarers.rules import actions, building, checks, moves, production, trade, turn
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.types.moves import (
    AnswerMove,
    ChipMove,
    CounterMove,
    DiscardMove,
    FoundMove,
    GoldMove,
    HarbourMove,
    ListMove,
    PieceMove,
    RandomMove,
    RollMove,
    SeafarersAction,
    SeafarersMove,
    ThiefMove,
)

ACTING = frozenset({"start", "act", "special"})
"""Decisions that are answered by actions, the most frequent ones."""
SEEN = frozenset({"discovered", "drawn"})
"""Events that tell a player something he did not know when he wrote a list."""
SEEN_SPECIAL = SEEN - {"drawn"}
"""The same in the special building phase."""
SHOWING = frozenset({"road", "ship", "move", "roads", "buy"})
"""Actions that such events can follow: they place a piece or draw a card."""


def resolve(play: Play, decision: str, answers: Mapping[int, SeafarersMove]) -> None:
    """Carry out the answers to a decision, by its id, and continue until a player must be asked."""
    _carry_out(play, decision, answers)
    turn.run(play)


def _carry_out(play: Play, decision: str, answers: Mapping[int, SeafarersMove]) -> None:
    kind = moves.kind_of(decision)
    if kind in ACTING:
        ((seat, move),) = answers.items()
        _act(play, seat, cast("RollMove | ListMove | SeafarersAction", move))
        return
    if kind == "discard":
        for seat in sorted(answers):
            _discard(play, seat, cast("DiscardMove | RandomMove", answers[seat]))
        play.ask("thief", play.state["active"])
        return
    if kind == "gold":
        production.pan_gold(play, {seat: cast(GoldMove, move)["take"] for seat, move in answers.items()})
        turn.go_on(play, play.state["active"])
        return
    ((seat, move),) = answers.items()
    if kind == "reply":
        _reply(play, seat, moves.offer_of(decision), cast("AnswerMove | CounterMove", move))
    elif kind == "harbour":
        turn.lay_harbour(play, seat, cast(HarbourMove, move))
    elif kind == "found":
        turn.found(play, seat, cast(FoundMove, move))
    elif kind == "thief":
        production.move_thief(play, seat, cast(ThiefMove, move))
        turn.go_on(play, seat)
    elif kind == "chip":
        turn.bring_chip(play, seat, cast(ChipMove, move)["hex"])
        turn.go_on(play, seat)
    else:
        _free(play, seat, cast(PieceMove, move))


def _discard(play: Play, seat: int, move: DiscardMove | RandomMove) -> None:
    production.discard(play, seat, production.by_lot(play, seat) if move["type"] == "random" else counts(move["cards"]))


def _free(play: Play, seat: int, move: PieceMove) -> None:
    state = play.state
    state["free"] -= 1
    _note_list(play, move)
    building.build_piece(play, seat, move["type"], move["edge"], free=True)
    state["seen"] = any(event["type"] in SEEN for event in play.events)
    turn.go_on(play, seat)


def _act(play: Play, seat: int, move: RollMove | ListMove | SeafarersAction) -> None:
    if move["type"] == "list":
        _play_list(play, seat, move["do"])
        return
    if move["type"] == "roll":
        turn.roll(play)
    else:
        if "step" in move:
            _note_list(play, move)
        _do(play, seat, move)


def _note_list(play: Play, move: SeafarersAction) -> None:
    """Remember what a turn list has played, by which its next entry is found; the list itself is no part of the state (F3)."""
    if "step" in move:
        action = move.copy()
        action.pop("step", None)
        play.state["listed"] = [*play.state["listed"][: move["step"] - 1], action]


def _do(play: Play, seat: int, move: SeafarersAction) -> None:
    """Carry out an action and note whether it showed its player something new; in the special phase a card is no use yet."""
    state, told = play.state, len(play.events)
    new = SEEN if state["phase"] != "special" else SEEN_SPECIAL
    actions.do(play, seat, move)
    state["seen"] = move["type"] in SHOWING and any(event["type"] in new for event in play.events[told:])


def _play_list(play: Play, seat: int, do: list[SeafarersAction]) -> None:
    """Play actions one after another, until one is no longer possible or something else must be asked.

    What comes behind a hex that was discovered, or a card that was drawn, is not played: its player sees it first.
    """
    state = play.state
    phases = ("special",) if state["phase"] == "special" else ("trade", "build")
    for i, action in enumerate(do):
        if i:
            try:
                checks.check(play, seat, action)
            except IllegalMove:
                return
        _do(play, seat, action)
        asked_again = play.following < 0 and state["phase"] in phases and state["asked"] == [seat]
        if not asked_again or state["seen"]:
            return


def _reply(play: Play, seat: int, n: int, move: AnswerMove | CounterMove) -> None:
    """Answer an offer; if its maker has to react, the maker's decision is opened again."""
    made = trade.standing(play, n)
    assert made is not None
    if move["type"] == "decline":
        trade.decline(play, seat, made)
        if not play.state["offers"] and not turn.might_act(play, play.state["active"]):
            turn.go_on(
                play, play.state["active"]
            )  # the last of ten offers is gone, and only the end of the turn is left
        return
    if move["type"] == "accept":
        trade.accept(play, seat, made)
    else:
        trade.counter(play, seat, made, counts(move["give"]), counts(move["take"]))
    turn.go_on(play, play.state["active"])
