"""The store's public interface: one typed object, whose methods may be called from any thread."""

from service.store import StoreUnavailable, TimeNotTrusted, Unreadable
from service.store.accounts.accounts import Listed, MailAddresses
from service.store.accounts.events import Events, FeedPage, StoredEvent
from service.store.accounts.logins import Allowance, Limits, LoginAllowance, Logins
from service.store.accounts.operators import Announcements, Operators
from service.store.accounts.tokens import Grants, Token, Tokens
from service.store.accounts.webhooks import Webhooks
from service.store.archive.reading import Archiving
from service.store.connection.saving import Saving
from service.store.idempotency import Begun, Idempotency, StoredAnswer
from service.store.installation.audit import Audit
from service.store.installation.beacons import Beacons
from service.store.installation.head_log import Growth, HeadLog, LogHead
from service.store.installation.heartbeat import Heartbeat
from service.store.installation.known_keys import KnownKey, KnownKeys
from service.store.installation.puzzles import PuzzleStore
from service.store.installation.results import ResultLog, TournamentStore
from service.store.matches.acts import Acts
from service.store.matches.asks import Asks, Presence
from service.store.matches.due import DueMatches, Leased, Peek
from service.store.matches.lists import Finished, Head, Open
from service.store.matches.matches import Matches, Places
from service.store.matches.moments import Errands, Recalls, Replays, Thoughts
from service.store.matches.parking import Parked, Parking, SettingAside
from service.store.matches.stored_matches import Messages, TokenRevoked
from service.store.matches.talk import Talk
from service.store.outbox import Claim, Handing, Letters, Outgoing
from service.store.replies import Bounces, Replies
from service.store.sweep import Sweep, Swept


class Store(
    KnownKeys,
    Asks,
    Sweep,
    MailAddresses,
    Places,
    Matches,
    DueMatches,
    SettingAside,
    Parking,
    Acts,
    Messages,
    Talk,
    Letters,
    Tokens,
    Idempotency,
    Limits,
    Logins,
    Grants,
    ResultLog,
    TournamentStore,
    PuzzleStore,
    HeadLog,
    Beacons,
    Events,
    Webhooks,
    Heartbeat,
    Audit,
    Replies,
    Errands,
    Recalls,
    Replays,
    Thoughts,
    Bounces,
    Saving,
    Announcements,
    Operators,
    Presence,
):
    """Everything an installation stores; each base class has one subject.

    Every method may raise :class:`StoreUnavailable`; the API answers 503 with ``Retry-After``.
    """


__all__ = [
    "Allowance",
    "Archiving",
    "Begun",
    "Claim",
    "FeedPage",
    "Finished",
    "Growth",
    "Handing",
    "Head",
    "KnownKey",
    "Leased",
    "Listed",
    "LogHead",
    "LoginAllowance",
    "Open",
    "Outgoing",
    "Parked",
    "Peek",
    "Store",
    "StoreUnavailable",
    "StoredAnswer",
    "StoredEvent",
    "Swept",
    "TimeNotTrusted",
    "Token",
    "TokenRevoked",
    "Unreadable",
]
