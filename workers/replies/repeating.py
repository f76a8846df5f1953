"""The same words again that nothing came of: answered twice a day, then taken in silence.

Programs that answer every mail, such as notes about holidays, should say so in a header; some do not. Each of our answers would
bring the next of theirs. People write something else after the first answer, which says what is understood.
"""

from __future__ import annotations

from collections.abc import Sequence

from service.context import Context
from service.store.records import Account
from workers.replies.outcome import Outcome

ANSWERED = 2
"""So often a day the same words about one match are answered: a mail may be lost, or be read by somebody too late."""
DAY = 86_400


def says_nothing_new(context: Context, account: Account, outcome: Outcome, lines: Sequence[str]) -> bool:
    """Count a mail that nothing came of; return whether its words were answered often enough already.

    What the words are is not kept: they are counted under something that only this installation can make of them.
    """
    if not context.settings.rate_limits or outcome.trouble is None or outcome.done:
        return False
    words = context.links.derive("words-of-mail", account.id, outcome.record.match, *lines).hex()
    return not context.store.hit("replies-of-same-words", words, ANSWERED, DAY).allowed


def is_told_already(context: Context, account: str, match: str) -> bool:
    """Count a mail that a program may have sent; return whether its account was told of such a one about the match today.

    This also holds without rate limits: two programs that answer each other would never end.
    """
    return not context.store.hit("replies-doubtful", f"{account}:{match}", 1, DAY).allowed


__all__ = ["is_told_already", "says_nothing_new"]
