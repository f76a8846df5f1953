"""The round as a state machine (B2, D2): open, ask around, the harbour master decides, the round ends; and who handles an answer.

The module moves the state from one question to the next. Where everybody can see that a seat has no choice, nothing is
asked: a seat that can take nothing is passed over (E1.5, E1.7), and a harbour master with only one thing to do does it.
HM_OPEN, ASK, HM_DECIDE, HM_LAST of ``RULES.md`` (D2) are the stages open, ask, harbour, last.
"""

from typing import NamedTuple

from engine.contract import Decision
from engine.games.packet_row.book import Book
from engine.games.packet_row.rules.ending import begin_final, conceivable, settle
from engine.games.packet_row.rules.play import (
    Offer,
    Play,
    board_asked,
    exhausted,
    offers,
    openable,
    refill,
    take_from,
    within_reach,
)
from engine.games.packet_row.types.events import (
    DeclinedEvent,
    OpenedEvent,
    PacketRowEvent,
    PassedEvent,
    RoundEvent,
    RoundOverEvent,
    SkippedEvent,
    TookEvent,
)
from engine.games.packet_row.types.moves import (
    AskMove,
    DecisionKind,
    DeclineMove,
    EndMove,
    HarbourMove,
    LastMove,
    OpenMove,
    PacketRowMove,
    PassMove,
    TakeMove,
)
from engine.games.packet_row.types.state import PacketRowState, Taken


class Question(NamedTuple):
    """One seat is asked one thing; nobody waits for an ``optional`` answer."""

    id: str
    kind: DecisionKind
    seat: int
    optional: bool = False

    def decision(self) -> Decision:
        """Return the question as the contract has it."""
        return {"id": self.id, "kind": self.kind, "seats": [self.seat], "sealed": False, "optional": self.optional}


def questions(state: PacketRowState) -> list[Question]:
    """Return the open decisions: first those that are due, then the optional fulfilments in the order of the seats."""
    turn = f"r{state['round']}"
    if state["stage"] == "over":
        return []
    if state["stage"] == "final":
        return [Question(f"{turn}.final.{seat}", "final", seat) for seat in state["settling"]]
    fulfilments = [
        Question(f"fulfil.{seat}.{player['fulfilments']}", "fulfil", seat, optional=True)
        for seat, player in enumerate(state["players"])
    ]
    return [_due(state, turn), *fulfilments]


def _due(state: PacketRowState, turn: str) -> Question:
    master = state["harbour_master"]
    match state["stage"]:
        case "open":
            return Question(f"{turn}.open", "open", master)
        case "ask":
            seat = state["queue"][0]
            return Question(f"{turn}.ask.{state['sweep']}.{seat}", "ask", seat)
        case "harbour":
            return Question(f"{turn}.harbour.{state['sweep']}", "harbour", master)
    return Question(f"{turn}.last", "last", master)


def note_standing(state: PacketRowState) -> None:
    """Record in the state the order in which standing decisions were opened: those that stood before come first."""
    names = [question.id for question in questions(state)]
    stood = [name for name in state["standing"] if name in names]
    state["standing"] = [*stood, *(name for name in names if name not in stood)]


def standing(state: PacketRowState) -> list[Decision]:
    """Return what the table waits for, the decisions that were standing before first."""
    by_id = {question.id: question for question in questions(state)}
    return [by_id[name].decision() for name in state["standing"]]


def asked(state: PacketRowState, seat: int, decision: str) -> DecisionKind | None:
    """Return the decision's kind if it stands and waits for the seat, otherwise ``None``."""
    return next((one.kind for one in questions(state) if one.id == decision and one.seat == seat), None)


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
            open_board(play, seat, move)
        case "decline":
            answer(play, seat, move)
        case "take" if play.state["stage"] == "ask":
            answer(play, seat, move)
        case _:
            decide(play, seat, move)


def open_board(play: Play, seat: int, move: OpenMove) -> None:
    """HM_OPEN, and HM_DECIDE with another board: all who have no card are asked, clockwise from the left (B2.2)."""
    state = play.state
    _open(play, move["board"])
    everybody = len(state["players"])
    state["queue"] = [
        other for other in ((seat + step) % everybody for step in range(1, everybody)) if not _has_card(play, other)
    ]
    state["stage"] = "ask"
    _go_on(play)


def answer(play: Play, seat: int, move: AskMove) -> None:
    """ASK: take or decline (B2.5, B2.6)."""
    play.state["queue"] = play.state["queue"][1:]
    if move["type"] == "take":
        _take(play, seat, move)
    else:
        play.tell(DeclinedEvent(type="declined", seat=seat, board=board_asked(play.state)))
    _go_on(play)


def decide(play: Play, seat: int, move: HarbourMove | LastMove) -> None:
    """HM_DECIDE and HM_LAST: a card or a pass ends the round; another board is asked about (B2.3, B2.4, B2.7, B2.8)."""
    if move["type"] == "open":
        open_board(play, seat, move)
        return
    if move["type"] == "take":
        _take(play, seat, move)
    else:
        play.tell(PassedEvent(type="passed", seat=seat))
    _end_round(play)


def begin_round(play: Play) -> None:
    """Begin a round: the harbour master opens a board; if there is only one, it is opened without asking (B2.1)."""
    state = play.state
    state["stage"], state["sweep"], state["open_board"] = "open", 0, None
    boards = openable(state, play.book)
    play.tell(RoundEvent(type="round", round=state["round"], seat=state["harbour_master"]))
    if len(boards) == 1:
        open_board(play, state["harbour_master"], {"type": "open", "board": boards[0]})


def _go_on(play: Play) -> None:
    """Ask the next seat that could take something; after the last, the harbour master."""
    state = play.state
    while state["queue"]:
        seat = state["queue"][0]
        if any(conceivable(state, play.book, seat)):
            return
        state["queue"] = state["queue"][1:]
        board = board_asked(state)
        empty = not any(state["boards"][board]["current"])
        play.tell(SkippedEvent(type="skipped", seat=seat, board=board, why="empty" if empty else "dear"))
    master = state["harbour_master"]
    others = [seat for seat in range(len(state["players"])) if seat != master]
    state["stage"] = "last" if all(_has_card(play, seat) for seat in others) else "harbour"
    if any(conceivable(state, play.book, master)):
        return
    boards = openable(state, play.book)
    if state["stage"] == "last" or not boards:
        decide(play, master, {"type": "pass"} if state["stage"] == "last" else {"type": "end"})
    elif len(boards) == 1:
        decide(play, master, {"type": "open", "board": boards[0]})


def _open(play: Play, board: str) -> None:
    state = play.state
    state["sweep"] += 1
    state["open_board"] = board
    state["boards"][board]["opened"] = state["sweep"]
    play.tell(OpenedEvent(type="opened", seat=state["harbour_master"], board=board, sweep=state["sweep"]))


def _take(play: Play, seat: int, move: TakeMove) -> None:
    """Pay, spend an assistant for a future card, put the pawn on the empty place, and give the card (B3)."""
    state, card = play.state, play.book.cards[move["card"]]
    offer = _offer(play, move["card"])
    if not state["boards"][offer.board]["opened"]:
        _open(play, offer.board)  # HM_LAST: what is taken from is opened, and refilled (E1.3)
    taken = Taken(seat=seat, card=card.id, board=offer.board, supply=offer.supply, slot=offer.slot)
    took = TookEvent(
        type="took", seat=seat, card=card.id, board=offer.board, supply=offer.supply, slot=offer.slot, paid=card.cost
    )
    if offer.assistant:
        hand = play.player(seat)["hand"]
        assistant = next(one for one in hand if play.book.cards[one].kind == "assistant")
        play.discard(seat, [play.book.cards[assistant]])
        taken["assistant"] = took["assistant"] = assistant
    play.player(seat)["money"] -= card.cost
    take_from(play, offer)
    state["taken"].append(taken)
    play.tell(took)
    play.give(seat, card)


def _offer(play: Play, card: str) -> Offer:
    return next(
        offer
        for board in within_reach(play.state, play.book)
        for offer in offers(play.state, play.book.cards, board)
        if offer.card.id == card
    )


def _has_card(play: Play, seat: int) -> bool:
    return any(one["seat"] == seat for one in play.state["taken"])


def _end_round(play: Play) -> None:
    """ROUND_END: refill, return pawns, pass the harbour master's tile to the left, or end the match (B4, C7)."""
    state, seats = play.state, len(play.state["players"])
    opened = sorted((board["opened"], sign) for sign, board in state["boards"].items() if board["opened"])
    state["previous"] = {
        "round": state["round"],
        "harbour_master": state["harbour_master"],
        "opened": [sign for _, sign in opened],
        "taken": state["taken"],
    }
    empty_handed = [seat for seat in range(seats) if not _has_card(play, seat)]
    play.tell(RoundOverEvent(type="round-over", round=state["round"], without=empty_handed))
    refill(play, seats)
    state["taken"], state["queue"], state["sweep"], state["open_board"] = [], [], 0, None
    if exhausted(state) >= play.book.parameters.end_exhausted_boards[seats]:
        begin_final(play, "exhausted")
    elif not openable(state, play.book):
        begin_final(play, "nothing-to-open")
    else:
        state["round"] += 1
        state["harbour_master"] = (state["harbour_master"] + 1) % seats
        begin_round(play)
