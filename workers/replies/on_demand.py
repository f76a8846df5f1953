"""What a mail asks to be told: what is read, what the game is about, what a card does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kit.again import is_repeatable
from engine.kit.guide import InShort
from service.accounts.mail_preferences import buttons_of
from service.matches.matters import asks_for_time
from service.matches.numbering import Numbered
from service.store.records import Account
from workers.mail.ahead import ahead_example
from workers.mail.matters import example_of_asking
from workers.mail.page import Page
from workers.mail.reply_hints import asks_in_turn, takes_plans
from workers.mail.sender import Sender
from workers.replies.explaining import explained, rules_in_short
from workers.replies.outcome import Outcome
from workers.replies.said import named
from workers.replies.sealed_before import what_is_sealed


def told_on_demand(
    outcome: Outcome, page: Page, account: Account, seat: int, listed: Sequence[Numbered], words: Any, *, alone: bool
) -> list[str]:
    """Return what the mail has asked to be told: what is read, what the game is about, what a card does."""
    found = _helped(page, account, words) if "help" in outcome.orders and not alone else []
    found += [rules_of(page).aim] if "rules" in outcome.orders else []
    if (outcome.asks_sealed or "status" in outcome.orders) and not alone:
        sealed = what_is_sealed(page, seat, words)
        found += sealed or ([str(words.nothing_sealed_now())] if outcome.asks_sealed else [])
    if outcome.explains:
        language = page.reader.language
        found += explained(page.rules, page.match, seat, outcome.explains, language)
        found += [] if found else [str(words.no_such_card(outcome.explains))]
        found += [str(words.play_it(one)) for one in named(outcome.candidates, page, seat)]
    return found


def rules_of(page: Page) -> InShort:
    """Return the rules of the match's game in short."""
    return rules_in_short(page.rules, page.reader.language)


def help_points(page: Page, seat: int, listed: Sequence[Numbered], words: Any) -> list[str]:
    """Return what can be written, a line each: examples of what is asked now, and nothing that means nothing here."""
    sealed = any(one["sealed"] and seat in one["seats"] for one in page.match.table["standing"])
    same = next((move for one in listed for move in one.moves if is_repeatable(page.rules, move)), None)
    again = "" if same is None else page.rules.words.move(same, page.reader.language)
    examples = (ahead_example(page.match, seat, one, page.reader.say, page.reader.language) for one in listed)
    asking = any(asks_for_time(page.match, seat))
    ask = example_of_asking(page.match.table, page.reader.language) if asking else ""
    row, plans, ahead = asks_in_turn(page, listed), takes_plans(page, seat), next(filter(None, examples), "")
    return str(words.help_points(ahead, sealed, again, ask, row, plans, bool(listed))).strip().splitlines()


def _helped(page: Page, account: Account, words: Any) -> list[str]:
    """Return what stands above the list: how to write it, and that one opens a table of one's own on the page.

    Who asks for help reads it in their own mailbox: the link below may sign in.
    """
    caution = "" if buttons_of(account) == "none" else str(page.reader.say.button_is_yours())
    return [str(words.help()), f"{words.own_table()} {caution}".strip()]


def new_table_url(page: Page, account: Account, sender: Sender) -> str:
    """Return where the account opens a table of its own: signed in, unless it wants no links that act."""
    if buttons_of(account) == "none":
        return f"{page.public_url}/new"
    return f"{page.public_url}/enter/{sender.enter(account, '', page.match.now, '')}"


__all__ = ["help_points", "new_table_url", "rules_of", "told_on_demand"]
