"""Ratings in answers."""

from __future__ import annotations

from service.api.schemas.base import Shape, flag, many, nested, number, text


class Rating(Shape):
    """A rating: what people read, and the exact numbers behind it."""

    rating = number("The number that people read; newcomers start at 1500.")
    plus_minus = number("Two standard deviations: the true strength is within it nineteen times in twenty.")
    provisional = flag("Whether the number may still be far off.")
    results = number("Number of results that count.")
    mu = number("The mean in millionths.")
    sigma = number("The standard deviation in millionths.")


class RankedRating(Rating):
    """A player's rating in a list."""

    rank = number("The place in the list, from 1; it need not be the same a moment later.")
    player = text("The player's account id.")
    name = text("The player's name; null if the account was deleted or hides its profile.", allow_none=True)


class RatingPage(Shape):
    """The players of a game by rating, the best first."""

    game = text("The game's name, without a version.")
    players = number("Number of players with a rating.")
    ratings = many(nested(RankedRating))
    next = text("`cursor` of the next page; null on the last.", allow_none=True)


class RatingPoint(Shape):
    """A rating after a result."""

    entry = number("The result's entry in the log of results, from 0.")
    rating = number("The rating after it.")
    plus_minus = number("Its uncertainty.")


class OwnRating(Rating):
    """Your rating in a game, with its course."""

    game = text("The game's name, without a version.")
    course = many(nested(RatingPoint), "After each result, oldest first.")


class OwnRatings(Shape):
    """Your ratings, by game; none before your first result."""

    ratings = many(nested(OwnRating))


class WhatIf(Shape):
    """The rating of a seat's player now, and after the match, by how it ends for the seat and its partners."""

    seat = number()
    player = text("null for a free seat, which counts as a newcomer's.", allow_none=True)
    rating = number("Now.")
    first = number("After winning alone.")
    drawn = number("After everybody has drawn.")
    last = number("After coming last alone.")


class WhatIfs(Shape):
    """Changes that each result of a rated table would bring."""

    seats = many(nested(WhatIf), "Empty if the table is not rated.")


class RatingBand(Shape):
    """Players between one number and the next band's."""

    at_least = number("The lowest number of the band, a multiple of 100.")
    players = number()


class RatingDistribution(Shape):
    """Players of a game by strength: by what is almost certain, the rating less one and a half times `plus_minus`."""

    game = text("The game's name, without a version.")
    players = number("Number of players with a rating.")
    bands = many(nested(RatingBand), "From the weakest, without gaps; at most 60.")
