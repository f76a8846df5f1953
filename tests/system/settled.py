"""What became of news: whether a notice was settled."""

import redis

from service.store import keys
from service.store.values import number_of


def was_settled(client: redis.Redis, recipient: str, notice: str) -> bool:
    """Return whether the store remembers that a notice was settled."""
    return client.lpos(keys.sent(recipient), number_of(notice)) is not None
