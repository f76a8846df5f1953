"""Other people: their profiles, whom one has blocked, and whom one has played with."""

from service.api.schemas.base import Shape, flag, many, moment, nested, number, one_of, text
from service.api.schemas.responses.accounts import BlockedPlayer
from service.api.schemas.responses.matches import SeatReliability
from service.api.schemas.responses.tournaments import OwnRating


class PlayedMatch(Shape):
    """A public match that a player has finished."""

    match = text()
    rules = text("Rule set and version.")
    title = text()
    players = number("The number of seats at the table.")
    over = one_of("finished", "resigned", "abandoned", about="The reason for its end.")
    won = flag("Whether the player won, alone or with others.")
    closed_at = moment()


class Profile(Shape):
    """A player as everybody may know them.

    Nothing in it comes from private matches, or from running ones.
    """

    player = text("The player's account id.")
    name = text()
    kind = one_of(
        "person",
        "guest",
        "bot",
        about="`guest`: plays without an address, and is soon forgotten; `bot`: played by somebody's program.",
    )
    owner = text("The account of the person who runs this bot; null for all others.", allow_none=True)
    hidden = flag("Whether its owner hides the profile. Then it has no more than the name.")
    since = text("The day on which the account was made (UTC).", allow_none=True, metadata={"format": "date"})
    played = number("The number of public matches that the player has finished.", allow_none=True)
    reliability = nested(SeatReliability, "The player's punctuality; null below 10 answers.", allow_none=True)
    ratings = many(nested(OwnRating), "By game; `course` has the last 100 results.")
    finished = many(nested(PlayedMatch), "The last ten public matches, the latest first.")


class NamedBlock(BlockedPlayer):
    """A player whom you have blocked, by name."""

    name = text("The present name; null if the account was deleted.", allow_none=True)


class BlockList(Shape):
    """The players whom you have blocked, the latest first."""

    blocks = many(nested(NamedBlock))


class Contact(Shape):
    """Somebody with whom you have played."""

    player = text("The account id: what `invite` takes.")
    name = text("The present name.")
    matches = number("Number of your latest matches that you played together.")
    last_at = moment("Time of the last event in one of them.")


class ContactList(Shape):
    """People with whom you have played lately, the latest first: at most twenty."""

    contacts = many(nested(Contact))
