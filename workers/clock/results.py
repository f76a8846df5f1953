"""Writes the log of results: appends what rated matches came to, rates it, signs the checkpoint. One thread of the clock.

Matches leave their results in the step that ends them, operators their wishes to void one; this thread follows within
seconds, and nothing waits for it. Several writers are harmless: an append names the size that it continues.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain

from engine.standings.ratings import BadLog, Book, Model, Rating, current_epoch, rated, replay
from engine.standings.results import Entry, Void, rated_result, written
from engine.standings.tournaments import BadTournament
from engine.transparency.checkpoint import Checkpoint, checkpoint_of
from engine.transparency.merkle import Edge, leaf_hash
from engine.transparency.note import BadNote, parse_note
from service.context import Context
from service.keys.keyring import LogKeyMissing, Signers
from service.matches.errors import MatchError
from service.matches.puzzles import send_letters
from service.matches.tournaments import advance, note_result
from service.store.connection.connect import StoreUnavailable, Unreadable
from service.store.installation.head_log import LogHead, Publication
from service.store.installation.results import Point, Waiting
from service.store.store import Store
from workers.clock.cosigning import Cosigning

EVERY = 5.0
"""Seconds between two looks at tournaments, and at results when a match may have one."""
QUIET = 30.0
"""Seconds between two looks at results when no match seems to have one, because a ring may have been lost."""
AT_ONCE = 256
"""The most entries appended before checkpoints are published."""

log = logging.getLogger("siegelpost.results")


@dataclass
class ResultsWriter:
    """Writes the log named ``origin``, with the key that it began with."""

    store: Store
    signers: Signers
    origin: str
    cosigning: Cosigning | None = None
    _shown: str = ""

    def batch(self) -> int:
        """Append what waits, and publish the checkpoint; return how many entries were appended.

        :raises StoreUnavailable: when the store does not answer; the next batch begins with what is stored.
        """
        if self.store.ratings_are_stale():
            size = self.store.results_head().size
            self._compute_again(size, self._book(size))
        appended = 0
        for waiting in self.store.waiting_results():
            if appended >= AT_ONCE:
                break
            done = self._append(waiting)
            if done is None:
                break  # what follows may be the next entry of the same tournament: its order is for ever
            appended += done
        self._publish()
        return appended

    def _append(self, waiting: Waiting) -> bool | None:
        """Append what waits, unless it is in the log, and cross it off; return None if another writer was quicker.

        What belongs to a tournament that cannot be read waits, and holds up nothing else.
        """
        done = False
        entry: Entry | None = waiting.entry
        try:
            if waiting.entry["type"] == "scored" and waiting.field == waiting.entry["match"]:
                try:
                    is_rated = note_result(self.store, waiting.entry)
                except (MatchError, Unreadable) as error:
                    log.error("%s waits for tournament %s: %s", waiting.field, waiting.entry["tournament"], error)
                    return False
                entry = rated_result(waiting.entry) if is_rated else None
            if entry is not None and self.store.result_index(waiting.field) is None:
                done = self._grow(waiting.field, entry)
                if not done:
                    return None
        except (BadLog, BadTournament) as error:
            log.error("%s is not appended: %s", waiting.field, error)
        self.store.cross_off(waiting)
        return done

    def _grow(self, field: str, entry: Entry) -> bool:
        """Append an entry; return ``False`` if another writer was quicker. :raises BadLog: when it cannot stand there."""
        head = self.store.results_head()  # read before the ratings: if another writer appends meanwhile, it is stale
        if entry["type"] == "void":
            book = self._book(head.size, entry)
            written = self._write(head, entry, {}, field=field)
            if written:
                self._compute_again(head.size + 1, book)
            return written
        if entry["type"] != "result":
            return self._write(head, entry, {}, field=field)
        epoch = current_epoch()
        if self.store.last_epoch() != epoch:
            return self._write(head, epoch, {}, field="") and self._grow(field, entry)
        model, players = Model(epoch), [one["player"] for one in entry["seats"]]
        before = [one or model.start for one in self.store.ratings_of(entry["game"], players)]
        after = model.rate(entry["seats"], before)
        return self._write(head, rated(entry, after), dict(zip(players, after, strict=True)), field=field)

    def _write(self, head: LogHead, entry: Entry, ratings: dict[str, Rating], *, field: str) -> bool:
        """Append an entry behind ``head``; return ``False`` if another writer was quicker."""
        edge, grown = Edge(head.size, head.edge), Edge(head.size, head.edge)
        grown.append(leaf_hash(written(entry)))
        signer = self.signers.of_log(self.origin, head.note)
        note = str(signer.sign_checkpoint(Checkpoint(self.origin, grown.size, grown.root)))
        return self.store.grow_results(edge, entry, note, ratings, field=field)

    def _book(self, size: int, *added: Void) -> Book:
        """Return what follows from the first entries of the log, and from others behind them."""
        return replay(lambda: chain(self.store.results_read(size), added), check=False)

    def _compute_again(self, size: int, book: Book) -> None:
        """Compute the ratings of the present epoch again from the log of this size, after a result was voided.

        Another writer that appends meanwhile makes these numbers old: they are not kept, and the next batch sees what to do.
        """
        points: dict[tuple[str, str], list[Point]] = {}
        played: set[str] = set()
        for index, result, after in book.recount(self._noting_games(size, played)):
            for one, rating in zip(result["seats"], after, strict=True):
                points.setdefault((result["game"], one["player"]), []).append(Point(index, rating.mu, rating.sigma))
        games: dict[str, dict[str, tuple[Rating, list[Point]]]] = {}
        for (game, player), rating in book.ratings.items():
            earlier = [one for one in self.store.rating_history(game, player) if one.entry < book.began]
            games.setdefault(game, {})[player] = (rating, [*earlier, *points.get((game, player), [])])
        for game in played:
            if not self.store.keep_ratings(game, games.get(game, {}), size=size):
                return
        self.store.ratings_are_fresh(size=size)

    def _noting_games(self, size: int, played: set[str]) -> Iterator[Entry]:
        for entry in self.store.results_read(size):
            if entry["type"] == "result":
                played.add(entry["game"])
            yield entry

    def _publish(self) -> None:
        """Publish the latest checkpoint; with witnesses, as soon as it has their cosignatures."""
        note = self._note()
        if not note or note == self._shown:
            published = self.cosigning.collected() if self.cosigning is not None and note else None
        elif self.cosigning is not None:
            self.cosigning.offer(note)
            self._shown, published = note, self.cosigning.collected()
        else:
            self._shown, published = note, Publication(checkpoint_of(parse_note(note)).size, note, 0, "")
        if published is not None:
            self.store.publish_results(published)

    def _note(self) -> str:
        """Return the latest checkpoint, signed again if the log was renamed, as after a restore."""
        head = self.store.results_head()
        said = checkpoint_of(parse_note(head.note)) if head.note else None
        if said is None or said.origin == self.origin:
            return head.note
        note = str(self.signers.newest.sign_checkpoint(Checkpoint(self.origin, said.size, said.root)))
        return note if self.store.rename_results(head, note) else ""


def look_at_tournaments(context: Context) -> None:
    """Do what is due in tournaments; one that cannot be continued holds up no other."""
    for tournament in context.store.due_tournaments(context.store.now()):
        try:
            advance(context, tournament)
        except StoreUnavailable:
            raise
        except (MatchError, BadTournament, Unreadable) as error:
            log.error("tournament %s stands still: %s", tournament, error)
        except Exception as error:  # whatever it is: pairings come from somebody else's library
            log.error("tournament %s stands still: %s", tournament, type(error).__name__)


def write_results_for_ever(
    context: Context, writer: ResultsWriter, rung: threading.Event, sleep: Callable[[float], None] = time.sleep
) -> None:
    """Look at tournaments and letters with puzzles, and write batch after batch; wait out outages.

    A log that cannot be continued is reported.

    :param rung: set when a match may have a new result.
    """
    quiet = QUIET
    while True:
        pause = EVERY
        try:
            look_at_tournaments(context)
            send_letters(context)
            if rung.is_set() or quiet >= QUIET or writer.cosigning is not None:  # cosignatures come without a ring
                rung.clear()
                quiet = QUIET
                if writer.batch() == 0:
                    quiet = 0.0
        except StoreUnavailable:
            pass
        except (Unreadable, BadLog, BadNote, LogKeyMissing, MatchError) as error:
            log.error("the log of results stands still: %s", error)
            pause = 60.0
        sleep(pause)
        quiet += pause
