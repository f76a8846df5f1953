"""The context for every part of a letter: the reader, the current match, the addresses of this installation."""

from dataclasses import dataclass, field

from engine.contract import Game, View
from service.matches.seat_keys import has_key
from service.matches.seen import seen_at
from service.store.records import Notice, Record
from workers.mail.parts.telling import Telling, names_at_notice, names_of, telling, title_of
from workers.mail.reader import Reader


@dataclass(frozen=True)
class Page:
    """One letter being written; ``public_url`` is the installation's, ``public_key`` the key that verifies the log.

    Without a match (``record`` and ``game`` are ``None``) it is about the reader's account. ``takes_replies``: whether
    somebody reads what is written back to it.
    """

    reader: Reader
    public_url: str
    public_key: str
    record: Record | None = None
    game: Game | None = None
    takes_replies: bool = False

    _views: dict[int, View] = field(default_factory=dict, init=False, repr=False, compare=False)

    def view(self, seat: int) -> View:
        """Return a seat's view of the match, made once for all parts of the letter."""
        if seat not in self._views:
            assert self.match.state is not None
            self._views[seat] = seen_at(self.match, self.match.state, self.rules, seat)
        return self._views[seat]

    def takes_answers(self, seat: int | None) -> bool:
        """Return whether a seat may answer any letter about the match, as it may answer one that asks: not where it keeps
        its openings, or signs its acts."""
        table = self.match.table
        runs = table["status"] == "running" and table.get("custody") != "client"
        return seat is not None and runs and not has_key(table, seat)

    @property
    def match(self) -> Record:
        """The match that the letter is about."""
        assert self.record is not None
        return self.record

    @property
    def rules(self) -> Game:
        """The game of the match."""
        assert self.game is not None
        return self.game

    @property
    def match_url(self) -> str:
        """The match's URL in the API."""
        return f"{self.public_url}/v1/matches/{self.match.match}"

    @property
    def table_url(self) -> str:
        """The URL of the page that shows the match."""
        return f"{self.public_url}/table/{self.match.match}"

    @property
    def verify_url(self) -> str:
        """The URL of the page that verifies the match in a browser."""
        return f"{self.public_url}/verify/{self.match.match}"

    @property
    def names(self) -> list[str]:
        """The names of the seats."""
        return names_of(self.match, self.reader)

    def names_at_notice(self, notice: Notice) -> list[str]:
        """Return the names of the seats when the notice was written."""
        return names_at_notice(self.match, self.reader, notice)

    @property
    def game_title(self) -> str:
        """The game's title."""
        return self.rules.rules.title_in(self.reader.language)

    @property
    def short_title(self) -> str:
        """The match's title for narrow places: a game's own title without its subtitle."""
        return self.title.partition(" – ")[0] if self.title == self.game_title else self.title

    @property
    def title(self) -> str:
        """The match's title."""
        return title_of(self.match, self.rules, self.reader)

    def telling(self, notice: Notice) -> Telling:
        """Return a notice in the form used by the words of its kind."""
        return telling(notice, self.reader, self.record, self.game)
