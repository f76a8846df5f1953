"""Which challenges a bot account takes. Pure: what the account says, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from service.store.records import Account


class Policy(TypedDict):
    """Which matches a bot takes a seat in: of which games (names, as in the rules id before ``@``), whether it is open to
    challenges at all, in how many unfinished matches it sits at most, and whether it stands in the list of bots for everybody.
    """

    open: bool
    games: list[str]
    most_matches: int
    listed: bool


def policy_of(bot: Account) -> Policy:
    """Return the bot's policy; an account that says nothing is open to nothing."""
    kept: Mapping[str, Any] = bot.prefs.get("bot", {})
    return Policy(
        open=bool(kept.get("open", False)),
        games=[str(one) for one in kept.get("games", [])],
        most_matches=int(kept.get("most_matches", 0)),
        listed=kept.get("listed", False) is True,
    )


def declines(bot: Account, game: str, unfinished: int) -> str | None:
    """Return why a bot that sits in so many unfinished matches does not play this game; ``None``: it does."""
    policy = policy_of(bot)
    if not policy["open"]:
        return "this bot takes no challenges"
    if game not in policy["games"]:
        return f"this bot does not play {game}, but {', '.join(policy['games']) or 'nothing now'}"
    if unfinished >= policy["most_matches"]:
        return f"this bot sits in {unfinished} matches already: wait until one is over"
    return None


__all__ = ["Policy", "declines", "policy_of"]
