"""The store as the rest of the program sees it: one typed object, all of whose methods may be called from any thread."""

from __future__ import annotations

from service.store.acts import Acts
from service.store.connect import StoreUnavailable
from service.store.due import Due, Peek
from service.store.matches import Head, Matches, Open, TokenRevoked


class Store(Matches, Acts, Due):
    """Everything an installation keeps; each base has one subject.

    Every method may raise :class:`StoreUnavailable`; the API answers 503 with ``Retry-After``.
    """


__all__ = ["Head", "Open", "Peek", "Store", "StoreUnavailable", "TokenRevoked"]
