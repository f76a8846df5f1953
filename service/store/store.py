"""The store as the rest of the program sees it: one typed object, all of whose methods may be called from any thread."""

from __future__ import annotations

from service.store.account_bots import Listed
from service.store.account_matches import Finished
from service.store.acts import Acts
from service.store.announcements import Announcements
from service.store.archived import Archiving
from service.store.asks import Asks
from service.store.audit import Audit
from service.store.beacons import Beacons
from service.store.bounces import Bounces
from service.store.due import DueMatches, Leased, Peek
from service.store.errors import StoreUnavailable, TimeNotTrusted, Unreadable
from service.store.events import Events, FeedPage, StoredEvent
from service.store.grants import Grants
from service.store.head_log import Growth, HeadLog, LogHead
from service.store.heartbeat import Heartbeat
from service.store.idempotency import Begun, Idempotency, StoredAnswer
from service.store.known_keys import KnownKey, KnownKeys
from service.store.letters import Letters
from service.store.limits import Allowance, Limits
from service.store.logins import LoginAllowance, Logins
from service.store.mail_addresses import MailAddresses
from service.store.match_lists import Head, Open
from service.store.matches import Matches
from service.store.messages import Messages
from service.store.operators import Operators
from service.store.outbox import Claim, Handing, Outgoing
from service.store.parking import Parked, Parking
from service.store.places import Places
from service.store.presence import Presence
from service.store.recalls import Recalls
from service.store.replays import Replays
from service.store.replies import Replies
from service.store.saving import Saving
from service.store.setting_aside import SettingAside
from service.store.stored_matches import TokenRevoked
from service.store.sweep import Sweep, Swept
from service.store.tokens import Token, Tokens
from service.store.webhooks import Webhooks


class Store(
    KnownKeys,
    Sweep,
    MailAddresses,
    Places,
    Matches,
    Asks,
    DueMatches,
    SettingAside,
    Parking,
    Acts,
    Messages,
    Letters,
    Tokens,
    Idempotency,
    Limits,
    Logins,
    Grants,
    HeadLog,
    Beacons,
    Events,
    Webhooks,
    Heartbeat,
    Audit,
    Replies,
    Recalls,
    Replays,
    Bounces,
    Saving,
    Announcements,
    Operators,
    Presence,
):
    """Everything an installation keeps; each base has one subject.

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
