"""List and check legal moves (E9, E13, E18).

The lists are complete: :func:`check` accepts exactly the moves that :func:`legal_moves` lists, and says what is wrong with
any other. Laying is compulsory if it is possible; a seat that does not want to lay a card passes when choosing (E18).

Seats that did not answer, or did not open their seal, get a fallback move (E10).
"""

from collections.abc import Mapping, Sequence

from engine.contract import Decision, IllegalMove, Silence
from engine.games.kontor.presets import DECLARE, Preset
from engine.games.kontor.rules.board import barred, free_fields, inside
from engine.games.kontor.rules.buying import can_buy, must_show
from engine.games.kontor.rules.fields import (
    FAR,
    NEIGHBOURS,
    Field,
    distance,
    field,
    is_object,
    is_place,
    place,
    reading_order,
)
from engine.games.kontor.rules.placing import dividing_fields, dry_fields, fields_for
from engine.games.kontor.rules.play import closed_fields, played_card
from engine.games.kontor.rules.ship import destinations, receivers, removable, ship_moves
from engine.games.kontor.types.cards import SPECIAL, SpecialType
from engine.games.kontor.types.moves import KontorMove, PlayMove
from engine.games.kontor.types.state import KontorState, Stage

SEALED: frozenset[Stage] = frozenset({"buy", "contest", "choose"})
"""The stages that are sealed even if only one seat is asked."""


def standing(state: KontorState) -> list[Decision]:
    """Return what the table waits for: one decision, of all seats with cards or of one seat; none after the end."""
    stage, turn = state["stage"], state["round"]
    if stage == "over":
        return []
    if stage == "choose":
        seats = [seat for seat, hand in enumerate(state["hands"]) if hand]
        name = f"r{turn}.choose"
    elif stage == "buy":
        seats = can_buy(state)
        name = f"r{turn}.buy"
    elif stage == "contest":
        seats = must_show(state)
        name = f"r{turn}.contest"
    elif stage == "alone":
        seats = [seat for seat, choice in enumerate(state["played"]) if choice is None]
        name = f"r{turn}.alone"
    else:
        seats = state["due"][:1]
        name = f"r{turn}.{stage}.{seats[0]}"
    return [{"id": name, "kind": stage, "seats": seats, "sealed": stage in SEALED, "optional": False}]


def is_asked(state: KontorState, seat: int, decision: str) -> bool:
    """Return whether the decision stands and waits for the seat."""
    return any(one["id"] == decision and seat in one["seats"] for one in standing(state))


def legal_moves(state: KontorState, preset: Preset, seat: int) -> Sequence[KontorMove]:
    """Return all moves of a seat that is asked."""
    stage = state["stage"]
    if stage == "buy":
        return [{"type": "buy"}, {"type": "decline"}]
    if stage == "contest":
        return [{"type": "show", "card": card} for card in state["hands"][seat]]
    if stage == "ship":
        return ship_moves(state, preset)
    if stage == "place":
        return [{"type": "place", "at": place(name)} for name in legal_places(state, preset, seat)]
    hand = state["hands"][seat]
    plays: list[PlayMove] = [{"type": "play", "card": card} for card in hand]
    if stage == "alone":
        return plays
    if state["options"]["pass_mode"] == DECLARE:
        plays += [{"type": "play", "card": card, "if_alone": other} for card in hand for other in hand]
    return [*plays, {"type": "pass"}]


def legal_places(state: KontorState, preset: Preset, seat: int) -> list[Field]:
    """Return where a seat that is asked may lay its card, in reading order."""
    return reading_order(fields_for(state, preset, preset.cards[played_card(state, seat)]))


def check(state: KontorState, preset: Preset, seat: int, move: object) -> None:
    """Raise :class:`IllegalMove` unless the move is legal for a seat that is asked; any JSON value may be passed."""
    if not is_object(move):
        raise IllegalMove("not-an-object", "", "a move is a JSON object")
    stage = state["stage"]
    kind = move.get("type")
    if kind == "forfeit" and stage == "choose":
        raise IllegalMove("server-only", "/type", "only the server can record a forfeit; to play no card, pass")
    if kind == "fine" and stage in ("buy", "contest"):
        raise IllegalMove("server-only", "/type", "only the server can impose a fine; to buy nothing, decline")
    if not isinstance(kind, str) or kind not in _KEYS[stage]:
        raise IllegalMove("unknown-type", "/type", f"type must be one of {', '.join(_KEYS[stage])}")
    required, optional = _KEYS[stage][kind]
    _check_keys(move, required, optional)
    if stage == "place":
        _check_place(state, preset, seat, move)
    elif stage == "ship":
        if kind == "sail":
            _check_sail(state, preset, move)
    elif kind in ("play", "show"):
        _check_play(state, seat, move)


_KEYS: dict[str, dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "buy": {"buy": ((), ()), "decline": ((), ())},
    "contest": {"show": (("card",), ())},
    "choose": {"play": (("card",), ("if_alone",)), "pass": ((), ())},
    "alone": {"play": (("card",), ())},
    "ship": {"stay": ((), ()), "sail": (("to",), ("remove", "receiver"))},
    "place": {"place": (("at",), ())},
}
"""Stage to type to (required keys, optional keys)."""


SPECIAL_PLACES: dict[SpecialType, str] = {
    "flood": "a flood goes on a bridge or on a quay with one good, but not in or beside a closed sector",
    "bridge": "a bridge goes on a canal or flood without the ship, but not in or beside a closed sector",
    "customs": "a customs house goes on a free field that touches a card; it may close no sector nor lie beside a closed one",
}


def _check_keys(move: Mapping[str, object], required: tuple[str, ...], optional: tuple[str, ...]) -> None:
    for key in required:
        if key not in move:
            raise IllegalMove("missing", f"/{key}", f"{key} is missing")
    for key in move:
        if key != "type" and key not in required and key not in optional:
            known = ", ".join(("type", *required, *optional))
            raise IllegalMove("unknown-key", "", f"a move of type {move['type']} takes no keys but {known}")


def _check_play(state: KontorState, seat: int, move: Mapping[str, object]) -> None:
    if "if_alone" in move and state["options"]["pass_mode"] != DECLARE:
        raise IllegalMove("no-if-alone", "/if_alone", "passes are secret in this match; leave if_alone out")
    for key in ("card", "if_alone"):
        if key in move and (not isinstance(move[key], str) or move[key] not in state["hands"][seat]):
            raise IllegalMove("not-in-hand", f"/{key}", "choose a card from your own hand")


def _check_sail(state: KontorState, preset: Preset, move: Mapping[str, object]) -> None:
    canal = _field(move, "to")
    if canal == state["ship"]:
        raise IllegalMove("ship-is-there", "/to", "the ship is there already; name another canal or stay")
    if canal not in destinations(state, preset):
        raise IllegalMove("no-canal", "/to", "the ship can only go to a canal on the table")
    if "remove" not in move:
        if "receiver" in move:
            raise IllegalMove("nothing-removed", "/receiver", "nothing is removed; leave receiver out")
        return
    quay = _field(move, "remove")
    if quay not in NEIGHBOURS[canal]:
        raise IllegalMove(
            "not-beside-ship", "/remove", "only a card horizontally or vertically beside the ship can be removed"
        )
    closed = closed_fields(state)
    if quay in closed:
        raise IllegalMove("closed-sector", "/remove", "cards in closed sectors cannot be removed")
    if quay not in removable(state, preset, canal, closed):
        raise IllegalMove("no-ship-symbol", "/remove", "only a quay with a ship symbol can be removed")
    _check_receiver(move, receivers(state, preset, quay))


def _check_receiver(move: Mapping[str, object], seats: list[int]) -> None:
    """Raise IllegalMove unless one of the partners who share the removed card's colour is named (E38)."""
    if len(seats) == 1:
        if "receiver" in move:
            raise IllegalMove("no-choice", "/receiver", "the card has only one owner; leave receiver out")
        return
    if "receiver" not in move:
        raise IllegalMove("missing", "/receiver", "receiver is missing: the seat under whose pile the card goes")
    if type(move["receiver"]) is not int or move["receiver"] not in seats:
        raise IllegalMove("not-their-colour", "/receiver", "name a seat that plays the removed card's colour")


def _check_place(state: KontorState, preset: Preset, seat: int, move: Mapping[str, object]) -> None:
    name = _field(move, "at")
    board, card = state["board"], preset.cards[played_card(state, seat)]
    if name in fields_for(state, preset, card):
        return
    if card.type in SPECIAL:
        raise IllegalMove(f"no-{card.type}", "/at", SPECIAL_PLACES[card.type])
    if name in board:
        raise IllegalMove("occupied", "/at", "a card lies there already; name a free field")
    if not inside(name, state["fixed"]):
        raise IllegalMove("outside", "/at", "this field is outside the harbour's fixed edges")
    if name in barred(board, preset.cards, card.owner):
        raise IllegalMove("barred", "/at", "an enemy crane bars this field for your quays")
    if card.kind == "quay" and name in dry_fields(state, preset, free_fields(board, state["fixed"])):
        raise IllegalMove("no-water", "/at", "a quay must touch a canal here; name a field beside one")
    if name in dividing_fields(state, preset):
        raise IllegalMove("divides", "/at", "a canal here would divide a sector in two; name another field")
    raise IllegalMove("no-contact", "/at", "a card must touch another one horizontally or vertically")


def _field(move: Mapping[str, object], key: str) -> Field:
    """Return the field a move names."""
    value = move[key]
    if not is_place(value):
        raise IllegalMove("not-a-field", f"/{key}", f"{key} must be a field [x, y] of two whole numbers")
    if any(abs(one) > FAR for one in value):
        raise IllegalMove("outside", f"/{key}", "this field is far outside the harbour")
    return field(*value)


def fallback(state: KontorState, preset: Preset, seat: int, why: Silence) -> KontorMove:
    """Return the move for a silent seat.

    When buying, nothing is bought; in the contest the lowest number is shown; a seat that did not open its seal is fined.
    When choosing, the seat passes, without the coin if it did not open its seal (E10: a paid pass would reward looking at
    the others' cards first). If it is alone, it plays its lowest number. The ship stays; a card is laid on the legal field
    nearest to the anchor.
    """
    stage = state["stage"]
    if stage == "choose":
        return {"type": "forfeit"} if why == "unopened" else {"type": "pass"}
    if why == "unopened" and stage in ("buy", "contest"):
        return {"type": "fine"}
    if stage == "buy":
        return {"type": "decline"}
    if stage in ("alone", "contest"):
        lowest = min(state["hands"][seat], key=lambda card: preset.cards[card].rank)
        return {"type": "play", "card": lowest} if stage == "alone" else {"type": "show", "card": lowest}
    if stage == "ship":
        return {"type": "stay"}
    anchor = preset.layout.anchor
    nearest = min(legal_places(state, preset, seat), key=lambda name: distance(name, anchor))
    return {"type": "place", "at": place(nearest)}
