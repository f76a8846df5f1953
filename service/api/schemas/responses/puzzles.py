"""Schemas of puzzles."""

from __future__ import annotations

from service.api.schemas.base import Shape, flag, many, nested, number, text, thing


class PuzzleInList(Shape):
    """The puzzle of a day, in a list."""

    date = text("The day of the puzzle, in UTC.")
    rules = text("Rules id of its game.")
    title = text("The game's title.")
    answers = number("The number of accounts that have answered it.")
    right = number("The number of them that have found the best choice.")


class PuzzlePage(Shape):
    """A page of puzzles, the newest first."""

    puzzles = many(nested(PuzzleInList))
    next = text("Cursor of the next page.", allow_none=True)


class PuzzleChoice(Shape):
    """A choice of a puzzle."""

    number = number("By which it is answered, counted from 1.")
    move = thing("The move.")
    words = text()


class PuzzleSolution(Shape):
    """The outcome of an answer."""

    choice = number("The choice that counts: your account's first one.")
    best = number("The best choice.")
    right = flag("True if they are the same.")
    shares = many(number(), "The worth of each choice by the search, in thousandths of a win.")
    playouts = number("In how many imagined worlds each choice was tried for that.")
    match = text("The match that the puzzle is from.")
    n = number("Number of the entry of its log with the move that was played.")


class Puzzle(Shape):
    """The puzzle of a day, as the seat saw the table then."""

    date = text("The day of the puzzle, in UTC.")
    rules = text()
    title = text("The game's title.")
    seat = number("Whose view it is.")
    seats = number()
    kind = text("Kind of the decision.")
    question = text()
    table = text("The table in words.")
    view = thing("The table as the seat saw it, as `getView` shows it.")
    choices = many(nested(PuzzleChoice))
    answers = number("The number of accounts that have answered it.")
    right = number("The number of them that have found the best choice.")
    answer = nested(PuzzleSolution, "Null: you have not answered it.", allow_none=True)
