"""Response schemas of decisions, and of what a seat may answer."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.base import Shape, flag, many, moment, nested, number, one_of, text, thing


class OwnAct(Shape):
    """Your last act in a decision."""

    act = one_of("commit", "replace", "withdraw", "open")
    seq = number("The number that the next act names in `replaces`.")
    commitment = text("null after a withdrawal.", allow_none=True)
    custody = one_of("escrow", "client", "mail")
    received_at = moment()
    wait = flag("Whether you asked not to lock early.")
    opened = flag("Whether your opening is in.")


class Decision(Shape):
    """Something the table waits for."""

    id = text("Names place and time; occurs once in a match.")
    kind = text("Its moves' schema is in GET /v1/rules/{rules}.")
    seats = many(number(), "The seat that answers.")
    sealed = flag("Answered with commitments that are all opened at once; otherwise openly, by one seat.")
    optional = flag("May be answered, but nobody waits for it.")
    phase = one_of("open", "opening", about="`opening`: locked, openings of client custody are awaited.")
    head = text("Log head of the entry that opened it: an opening names it.")
    n = number("Number of that entry.")
    awaited = many(number(), "Seats whose openings are awaited since the lock.")
    opened_at = moment()
    deadline_at = moment(allow_none=True)
    opening_ends_at = moment("Until when openings are awaited.", allow_none=True)
    left_until_at = moment(
        "Until when the rules' default orders leave it to you because you are looking at the table "
        "(`here` of `GET /v1/matches/{match}`); null: they do not leave it to you, or it is not yours.",
        allow_none=True,
    )
    seconds_left = number("Until the deadline, or the end of the openings.", allow_none=True)
    committed = many(
        number(),
        "Seats that have committed at some time. Your own bit is exact; others' are refreshed only at "
        "coarse intervals and not in the last minutes. Not covered by the ETag.",
    )
    custody = one_of("any", "client", "escrow", about="In whose custody you may seal: either, or only this one.")
    next_seq = number(
        "The number of your next act, which a seat with a key signs; null if you are not asked.", allow_none=True
    )
    mine = nested(OwnAct, "Your own last act.", allow_none=True)


class Revealing(Shape):
    """The table is closed, and seats that hold their entropy themselves have to send it before anything is dealt."""

    seats = many(number(), "The seats that have to: `reveal` of the entry `seated`.")
    deadline_at = moment(allow_none=True)
    seconds_left = number(allow_none=True)
    mine = flag("Whether your own entropy is still awaited.")


class KeyChange(Shape):
    """A seat asks the others at the table to agree to another signing key."""

    seat = number("The seat that asks.")
    key = text("The new Ed25519 public key.")
    seq = number("Counts the seat's keys; the signatures of the acts `key` and `consent` are over it.")
    consents = many(number(), "Seats that have agreed.")
    awaited = many(number(), "Seats that have yet to; with the last, the key changes.")


class GameView(Shape):
    """The game as you may know it."""

    match = text()
    seat = number("The viewer; null for spectators.", allow_none=True)
    n = number()
    head = text()
    view = thing("null before the start.", allow_none=True)


class DecisionList(Shape):
    """Decisions that stand in a match."""

    decisions = many(nested(Decision))
    server_time = moment()


class MoveList(Shape):
    """Legal moves of your seat: all of them, or a representative set where the schema allows unboundedly many."""

    decision = text()
    seat = number()
    moves = many(fields.Dict(), "Moves as the schema of the decision's kind describes.")


class Checked(Shape):
    """The result of checking a move."""

    legal = fields.Boolean()
    code = text("The rules' name for what is wrong.", allow_none=True)
    pointer = text("The place in the request.", allow_none=True)
    message = text("The remedy.", allow_none=True)
    words = text("A legal move in words, in the language asked for; else null.", allow_none=True)


class OrderedAnswer(Shape):
    """An answer that standing orders would give now."""

    decision = text()
    move = thing("The answer, as the rules' schema of the decision's kind says.")
    words = text("The same in words, in the language asked for.")


class CheckedOrders(Shape):
    """The result of checking standing orders, with the answers they would give now."""

    legal = fields.Boolean()
    code = text("The rules' name for what is wrong.", allow_none=True)
    pointer = text("The place in the request.", allow_none=True)
    message = text("The remedy.", allow_none=True)
    answers = many(nested(OrderedAnswer), "To decisions that ask you now.")
