"""A kind of notification: the members of a row in the registry (:mod:`service.notifications.kinds`)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar, cast

from service.notifications import events
from service.notifications.asks import Wanted
from service.notifications.overtaking import Overtaken
from service.store.records import Notice

F = TypeVar("F")
Audience = Literal["table", "seats", "account"]
"""The audience: everybody at the table; the seats named by the calling code; or one account, seated or not."""
Speech = Literal["asks", "reminds", "tells", "mends"]
"""The purpose: asking the reader something, reminding, telling, or silently repairing an account's list of matches."""
Urgency = Literal["first", "now", "soon", "company"]
"""When a notice may go: before everything else, because somebody waits for it; at once; after the hold-off, together
with other news of that time; or after a day, or with anything sooner, because it asks nothing."""


@dataclass(frozen=True, kw_only=True)
class Kind(Generic[F]):
    """One kind of notification.

    :ivar group: the part of an account's settings that it is in: what asks something of the reader, what happens at tables.
    :ivar facts: the type of the facts that its notices carry.
    :ivar overtaken: says of a notice that is about to go out why it is no news any more.
    :ivar event: what feeds and webhooks say of a notice, made from its facts; ``None``: nothing, it is a secret or silent.
    :ivar happened: what the document says of its events.
    :ivar wants: of questions: what the table waits for.
    :ivar goes_with: the kind whose preference decides about it and whose part of the letter tells it; empty: its own.
    :ivar switchable: whether a preference switches it off, muting its match included; if not, it goes out whatever is known.
    :ivar to_unconfirmed: whether it goes to an address that nobody has confirmed yet.
    :ivar uninvited: whether its reader has not asked for it: strangers cause it, so it has a budget and a way out for good.
    :ivar resent: whether a second copy is better than none, where nobody knows if the first arrived.
    :ivar short_lived: whether it is soon worth nothing: it is tried again every minute, not at growing intervals.
    :ivar per_entry: whether the notice's id names its log entry; else its occasion alone, so that each is told once.
    :ivar layout: the frame of its letter: about a match, about an account, or a code with a link; of the last, each goes alone.
    :ivar way: of a letter with a code: the page of its link, with ``{code}`` where the code stands.
    :ivar typed: whether its code may also be typed, and so stands in programmers' letters by itself; the link holds it, too.
    :ivar section: how its part of the letter is laid out (``templates/sections``); empty: the letter's questions say it.
    :ivar template: its template in every language, with its subject line, where the kind's name is not the template's; empty for
        what is no letter.
    :ivar rank: whose subject a letter has: the lowest.
    :ivar position: where its part stands in a letter, from above.
    """

    name: str
    to: Audience
    urgency: Urgency
    facts: type[F]
    overtaken: Overtaken
    speech: Speech = "tells"
    event: Callable[[F], Mapping[str, Any]] | None = events.NOTHING_MORE
    happened: str = ""
    group: Literal["asked", "tables", "rest"] = "rest"
    wants: Wanted | None = None
    switchable: bool = True
    goes_with: str = ""
    to_unconfirmed: bool = False
    uninvited: bool = False
    resent: bool = False
    short_lived: bool = False
    per_entry: bool = True
    layout: Literal["match", "account", "login"] = "match"
    way: str = ""
    typed: bool = True
    section: str = "plain"
    template: str | None = None
    rank: int = 9
    position: int = 9

    @property
    def words(self) -> str:
        """The name of its template; empty for what is no letter."""
        return self.name if self.template is None else self.template

    def facts_of(self, notice: Notice) -> F:
        """Return the facts of a notice of this kind."""
        return cast(F, notice["facts"])
