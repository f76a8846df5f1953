"""The channels on which notifications reach people: one row each, beside the module that delivers.

News from a step or a request is queued once for every channel that carries it, under the same id, so that each channel
has its own leases, attempts and record, and a slow or broken one holds up no other. The module is named by its dotted
name, because the service never imports the workers; it has a function ``open_channel(context)`` that returns a
:class:`service.notifications.channel.Channel`.

Mail goes to everybody, so its copies are made where something happens, without asking the store. Channels that an account
sets up for itself get copies only for those who have (:func:`service.notifications.notices.with_chosen`): a copy for each
browser that nobody has would double what the deliverers do.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from service.notifications.kind import Kind
from service.store.keys import DIGEST, MAIL, PUSH
from service.store.records import BROWSERS


@dataclass(frozen=True, kw_only=True)
class Route:
    """A channel as seen by code that queues for it.

    :ivar name: lower-case letters; part of stored keys, never reused.
    :ivar module: dotted name of the module that delivers.
    :ivar carries: says of a kind whether the channel takes it.
    :ivar gathers: whether notices wait for more from the same visit, as for a letter; else each goes at once.
    :ivar preference: the preference that an account sets to have this channel, or "" if everybody has it.
    """

    name: str
    module: str
    carries: Callable[[Kind[Any]], bool]
    gathers: bool = True
    preference: str = ""


CHANNELS: dict[str, Route] = {
    # Everybody has a queue for mail, also who has no address: what mends an account's list of matches goes that way.
    MAIL: Route(name=MAIL, module="workers.mail.channel", carries=lambda kind: True),
    # What a letter has set aside for the account's digest (service.notifications.digests); nothing is queued for it directly.
    DIGEST: Route(name=DIGEST, module="workers.mail.digest", carries=lambda kind: False),
    PUSH: Route(
        name=PUSH,
        module="workers.deliver.push",
        carries=lambda kind: kind.speech in ("asks", "reminds"),
        preference=BROWSERS,
    ),
}
"""Every channel of the installation by name."""
