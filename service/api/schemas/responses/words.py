"""A match told in words; the coach's reviews and hints."""

from engine.kit.foresight import THINKING
from engine.kit.text.phrases import LANGUAGES
from service.api.schemas.base import Shape, flag, many, nested, number, one_of, text, thing


class FollowUpAnswer(Shape):
    """An answer to a question that probably comes next."""

    kind = text("The kind of the decision that it answers.")
    move = thing("The move, as the schema of the decision's kind describes.")


class FollowUp(Shape):
    """Further answers that you may give together with a choice."""

    words = text("All of it in words.")
    answers = many(
        nested(FollowUpAnswer),
        "In this order: give each once a decision of its kind asks you and lists the move. "
        "If something else is asked first, give none of those that are left.",
    )


class Choice(Shape):
    """Something your seat may answer."""

    move = thing("The move, as the schema of the decision's kind describes.")
    words = text("The same in words.")
    price = text("Its price and what you have left afterwards, in words; null if nothing is paid.", allow_none=True)
    follow_ups = many(
        nested(FollowUp), "Answers that you may give along with it to questions that probably come next; mostly empty."
    )
    group = text(
        "A heading for the group to which it belongs in a long list; null if the list is not divided. "
        "Choices of a group follow one another; choices that end a turn come last.",
        allow_none=True,
    )
    spots = many(text(), "Elements of picture.svg it is about: ids without `spot-`.")


class Tool(Shape):
    """A kind of move as a button beside the picture, drawn with its price."""

    type = text("The `type` of the moves that it leads to.")
    words = text("Its name, its price, and why it cannot be used now.")
    usable = flag("Whether a move of this type is possible now.")
    drawing = text("An SVG document. Cards that you lack are pale.")


class DecisionInWords(Shape):
    """A decision that stands."""

    id = text()
    question = text("The question, as a short imperative.")
    about = text("The subject: the card that is laid, the offer that is made.", allow_none=True)
    advice = text(
        "The rule about the choice, if the table does not show it: briefly in the first line, "
        "the reasons in the lines after it.",
        allow_none=True,
    )
    silence = text("The effect of not answering; null if you are not asked, or need not answer.", allow_none=True)
    choices = many(
        nested(Choice), "The possible answers of your seat: all of them, or examples if the list would be endless."
    )
    tools = many(
        nested(Tool),
        "Buttons for kinds of moves, in the same order at every question of a kind; empty in games without any.",
    )


class SeatInPicture(Shape):
    """A seat as the picture shows it, beside the player's name."""

    called = text("The seat's name in the picture; null without one.", allow_none=True)
    colour = text("The seat's colour, `#rrggbb`; null where it has none.", allow_none=True)


class SaidAhead(Shape):
    """The outcome of an answer given ahead: it was followed, could not be followed, or was never asked for."""

    n = number("The log entry that settled it.")
    decision = text("The decision by which it was settled.")
    fate = one_of("used", "blocked", "lapsed")
    words = text("Its outcome, as a sentence.")


class HeldAtEnd(Shape):
    """Things that a seat held at the end and the others did not see."""

    seat = number()
    words = text("In words, such as the cards of its hand.")


class UnderWay(Shape):
    """Something that is under way for several questions, such as a voyage."""

    title = text("Its kind, and its owner.")
    facts = many(text(), "The position, in lines that can each be read alone.")
    since = text("The type of the event with which it began: everything since the last such event belongs to it.")
    ahead_title = text("A heading for what may still come.")
    ahead = many(text(), "The cards that may still come, in no particular order.")


class MatchInWords(Shape):
    """A match in words."""

    match = text()
    n = number("Number of the log's last entry.")
    head = text()
    seat = number("The viewer; null for spectators.", allow_none=True)
    language = one_of(*LANGUAGES)
    game = text("The game's name.")
    about = text("The game in three sentences, for somebody who has never heard of it.")
    length = text("About how many turns a match has and how long one takes.")
    unasked = text(
        "The answers given by default at this table for people who say nothing about them, and how they can be asked "
        "instead; empty where everything is asked."
    )
    preset = text("The name of the match's preset; empty without one.")
    title = text("The match's title.")
    names = many(text(), "The players' names, by seat; empty for a free seat.")
    seats = many(nested(SeatInPicture), "The seats as the picture shows them; empty before the start.")
    decisions = many(nested(DecisionInWords))
    held = thing("Your stock of each kind that moves count; empty if they count nothing.", keys=text(), values=number())
    held_at_end = many(
        nested(HeldAtEnd), "Once the match is over: what each seat still held, bots included; empty before."
    )
    under_way = nested(UnderWay, "Things under way besides the questions; null: none.", allow_none=True)
    coach = one_of(
        "hint",
        "review",
        about="What the coach offers you: `hint` for your decisions, where you play alone against bots; `review` once the "
        "match is over; null: nothing.",
        allow_none=True,
    )
    said_ahead = many(nested(SaidAhead), "The latest outcomes of what you said ahead with your answers, oldest first.")
    table = text("The table as text of at most 72 columns; null before the start.", allow_none=True)


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


# Puzzles.


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
