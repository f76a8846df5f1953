"""The archive of the world: finished matches go there; now and then it is away, or says so and has kept what it was given."""

import io
from dataclasses import dataclass, field

from service.store.archive.folder import ArchivedMatch, ArchiveTrouble, pack, read_record, read_whole
from service.store.connection.connect import Unreadable
from tests.campaigns.simulation.faults import Faults
from tests.campaigns.simulation.world import World


@dataclass
class ModelArchive:
    """Keeps the bytes that the product writes, by match; writing one takes a while."""

    world: World
    faults: Faults
    files: dict[str, bytes] = field(default_factory=dict)
    _mark: str | None = None

    def mark(self) -> str | None:
        """Return what it is called."""
        self._meet()
        return self._mark

    def begin(self, mark: str) -> None:
        """Call it so."""
        self._mark = mark

    def keep(self, archived: ArchivedMatch) -> None:
        """Keep a match as the folder does. :raises ArchiveTrouble: when it is away, or was after that."""
        self._meet()
        found = self.whole(archived.match)
        if found is None or archived.in_place_of(found):
            self.files[archived.match] = pack(archived)
        self._meet()

    def change(self, archived: ArchivedMatch, before: int) -> bool:
        """Keep a later version. :raises ArchiveTrouble: when it is away."""
        self._meet()
        found = self.whole(archived.match)
        if found is None or found.version != before or found.lines != archived.lines:
            return False
        self.files[archived.match] = pack(archived)
        return True

    def record(self, match: str) -> ArchivedMatch | None:
        """Return a match without its lines."""
        raw = self._read(match)
        return None if raw is None else read_record(match, io.BytesIO(raw))

    def whole(self, match: str) -> ArchivedMatch | None:
        """Return a match."""
        raw = self._read(match)
        return None if raw is None else read_whole(match, io.BytesIO(raw))

    def keep_segment(self, name: str, raw: bytes) -> None:
        """Keep old leaves. :raises ArchiveTrouble: when it is away."""
        self._meet()
        self.files[name] = raw

    def segment(self, name: str, start: int, end: int) -> bytes | None:
        """Return a part of old leaves."""
        raw = self._read(name)
        return None if raw is None else raw[start:end]

    def _meet(self) -> None:
        self.world.pause(self.world.chance.uniform(0.001, 0.05))
        if self.faults.strikes("archive away"):
            raise ArchiveTrouble("no such folder")

    def _read(self, name: str) -> bytes | None:
        if self.faults.strikes("archive away"):
            raise Unreadable(f"match {name}", "the archive cannot be read")
        return self.files.get(name)
