"""Resolving a decision: passes a checked answer to the rule that carries it out."""

from __future__ import annotations

from engine.games.packet_row.book import Book
from engine.games.packet_row.rules import round
from engine.games.packet_row.rules.decisions import note_standing
from engine.games.packet_row.rules.ending import settle
from engine.games.packet_row.rules.play import Play
from engine.games.packet_row.types.events import PacketRowEvent
from engine.games.packet_row.types.moves import DeclineMove, EndMove, OpenMove, PacketRowMove, PassMove, TakeMove
from engine.games.packet_row.types.state import PacketRowState


def resolve(
    state: PacketRowState, book: Book, seat: int, move: PacketRowMove
) -> tuple[PacketRowState, list[PacketRowEvent]]:
    """Return the state after a seat's answer, and what happened."""
    play = Play.copy(state, book)
    match move["type"]:
        case "fulfil":
            play.player(seat)["fulfilments"] += 1
            play.fulfil(seat, move["cards"])
        case "nothing":
            play.player(seat)["fulfilments"] += 1
        case "settle":
            settle(play, seat, move)
        case _:
            _answer(play, seat, move)
    note_standing(play.state)
    return play.state, play.events


def _answer(play: Play, seat: int, move: OpenMove | TakeMove | DeclineMove | PassMove | EndMove) -> None:
    """Carry out an answer that the round waits for, after the fulfilment that comes with it (E2.6)."""
    if "fulfil" in move:
        play.fulfil(seat, move["fulfil"])
    match move["type"]:
        case "open":
            round.open_board(play, seat, move)
        case "decline":
            round.answer(play, seat, move)
        case "take" if play.state["stage"] == "ask":
            round.answer(play, seat, move)
        case _:
            round.decide(play, seat, move)
