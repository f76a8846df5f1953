"""The challenges that a bot account accepts, as its settings say. Pure."""

from collections.abc import Mapping
from typing import Any, TypedDict

from service.store.records import Account


class Policy(TypedDict):
    """A bot's rules for taking seats.

    ``open``: whether it accepts challenges at all. ``games``: their names, as in the rules id before ``@``.
    ``most_matches``: the most unfinished matches it sits in. ``listed``: whether everybody sees it in the list of bots.
    """

    open: bool
    games: list[str]
    most_matches: int
    listed: bool


def policy_of(bot: Account) -> Policy:
    """Return the bot's policy; an account without one accepts nothing."""
    kept: Mapping[str, Any] = bot.prefs.get("bot", {})
    return Policy(
        open=bool(kept.get("open", False)),
        games=[str(one) for one in kept.get("games", [])],
        most_matches=int(kept.get("most_matches", 0)),
        listed=kept.get("listed", False) is True,
    )


def declines(bot: Account, game: str, unfinished: int) -> str | None:
    """Return why a bot with this many unfinished matches does not play this game, or None if it does."""
    policy = policy_of(bot)
    if not policy["open"]:
        return "this bot takes no challenges"
    if game not in policy["games"]:
        return f"this bot does not play {game}, but {', '.join(policy['games']) or 'nothing now'}"
    if unfinished >= policy["most_matches"]:
        return f"this bot sits in {unfinished} matches already: wait until one is over"
    return None
