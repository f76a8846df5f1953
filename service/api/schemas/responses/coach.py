"""Schemas of reviews and hints."""

from __future__ import annotations

from engine.kit.foresight import THINKING
from service.api.schemas.base import Shape, many, nested, number, one_of, text, thing


class RoundChances(Shape):
    """The chances when a round was over."""

    n = number("Number of the log's entry that ended the round.")
    round = number("0: the deal.")
    chances = many(number(), "In thousandths, by seat; partners have the same.")


class Advice(Shape):
    """A seat's move for which it had a choice, and the coach's."""

    n = number("Number of the log's entry in which it was resolved.")
    round = number()
    decision = text()
    kind = text()
    seat = number()
    played = thing("The move that was made.")
    advised = thing("The coach's move, from the seat's own view.")
    played_words = text()
    advised_words = text()


class Review(Shape):
    """A finished match as the coach sees it."""

    match = text()
    level = one_of(*THINKING, about="The level of the bot that gives advice.")
    playouts = number("Matches played to their end for each value of the chances.")
    release = text("The release whose rules and bots gave this; the same release computes the same again.")
    rounds = many(nested(RoundChances))
    advice = many(nested(Advice))
    moments = many(number(), "The places in `rounds`, ascending, where the chances moved most: at most three.")


class Hint(Shape):
    """The move of the coach in a decision."""

    match = text()
    decision = text()
    seat = number()
    level = one_of(*THINKING)
    move = thing("One of the decision's moves.")
    words = text()
    spots = many(text(), "The ids, without `spot-`, of the elements of picture.svg that it is about.")
