"""The outcome of the reader's wishes said ahead, which a letter tells first, never as if it were still open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kit.ahead import SettlesWishes
from service.notifications.facts import WishFacts
from service.notifications.kinds import FOLLOWED, RESOLVED
from service.notifications.said_ahead import in_words
from service.store.records import Notice
from workers.mail.page import Page


def wishes_told(news: Sequence[Notice], page: Page) -> list[str]:
    """Return in words the outcome of the wishes that the news settles, oldest first; with the round if there are
    several."""
    game = page.rules
    if not isinstance(game, SettlesWishes):
        return []
    settled = [(page.reader.place(at), in_words(game, one, page.reader.language)) for at, one in _settled(news)]
    several = len({place for place, _ in settled}) > 1
    return list(dict.fromkeys(f"{place}: {words}" if several and place else words for place, words in settled))


def parts_settled(news: Sequence[Notice], page: Page, decision: str) -> set[str]:
    """Return the parts of wishes settled by the news that were said with one answer: those of the same round or turn."""
    place = page.reader.place(decision)
    return {one["part"] for at, one in _settled(news) if page.reader.place(at) == place}


def _settled(news: Sequence[Notice]) -> Iterator[tuple[str, WishFacts]]:
    """Yield the wishes that news settles, with the decision that settled them."""
    for notice in news:
        if notice["kind"] in (RESOLVED.name, FOLLOWED.name):
            wishes: list[WishFacts] = notice["facts"].get("wishes", [])
            yield from ((notice["facts"]["decision"]["id"], one) for one in wishes)


__all__ = ["parts_settled", "wishes_told"]
