"""The installation that writes: its addresses, keys, and what makes the links and addresses that a letter carries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.protocol.evidence import SignedCheckpoint
from service.matches.numbering import Numbered
from service.store.records import Account, Record

Unsubscribe = Callable[[Account, str, bool], str]
"""From an account, a match and whether it is an invitation to the token of the unsubscribe link of its mailbox."""
SignHead = Callable[[str, int, bytes], bytes]
"""From a match, the number of an entry and the head after it to the server's signature."""
Enter = Callable[[str, str, int, str], str]
"""From an account, a match, a moment (ms) and an invitation (or nothing) to the token of the link that opens the table."""
Choose = Callable[[Account, str, int, bytes], str]
"""From an account, a match, a seat and a question (its digest) to the link of the page that answers it."""
Anew = Callable[[str, int], str]
"""From a link that answers a question and the number of the act that took its answer back to the text that lets it answer."""
Repeats = Callable[[Record, int, Numbered], bool]
"""From a match, a seat and a question to whether the seat's own last answer to such a question can be given again."""
Confirm = Callable[[Account, str, int, bytes], str]
"""From an account, a match, a seat and what is to be confirmed (8 bytes) to the address for the answer that does."""
Suggest = Callable[[str, str, int, bytes, int, bool, bytes], str]
"""As ``Reply``, for a letter that also asks whether the choice with a number was meant, and what is said ahead with it."""
InvitedReply = Callable[[Account, str, str], str]
"""From an account, a match and its invitation to the address for the answer of who is invited."""
Reply = Callable[[str, str, int, bytes, bool], str]
"""From account, match, seat, what a letter asks (its digest) and whether it lists all choices to the address for answers."""


@dataclass(frozen=True)
class Sender:
    """The installation that writes about a match: its addresses, the key of the match and its short name.

    ``unsubscribe`` and ``enter`` make the tokens of the links that letters carry, ``sign_head`` the signature of a head.
    ``checkpoint`` is the latest of the log of all matches, by the same key, ``None`` while there is none. ``reply`` makes the
    address for answers, ``None`` where no mail is read; ``choose`` the links that answer a question, or ``None``. ``anew`` gives
    the text by which such a link answers after an answer was taken back. ``repeats`` says whether "as last time" means something.
    ``confirm`` makes the address that confirms something, ``suggest`` that of a letter which suggests a choice, ``invited`` that
    of an invitation, where mail is read.
    """

    public_url: str
    mail_from: str
    key_id: str
    public_key: str
    unsubscribe: Unsubscribe
    enter: Enter
    sign_head: SignHead
    checkpoint: SignedCheckpoint | None = None
    reply: Reply | None = None
    choose: Choose | None = None
    anew: Anew | None = None
    repeats: Repeats | None = None
    confirm: Confirm | None = None
    suggest: Suggest | None = None
    invited: InvitedReply | None = None


__all__ = ["Choose", "Sender"]
