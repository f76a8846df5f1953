"""A snapshot of everything in the store at one moment, written by its server into the server's folder; and the note
that the store was restored from one."""

from __future__ import annotations

from redis.exceptions import ResponseError

from service.store import keys
from service.store.connection.connect import Client
from service.store.connection.scripts import RESTORED, Call
from service.store.values import text


class Saving(Client):
    """Store operations for backups."""

    def begin_snapshot(self) -> bool:
        """Have the server write a snapshot (``dump.rdb``).

        ``False``: it is already writing one, or has just finished and will notice within a tenth of a second. That one
        will do if its file exists; otherwise the file was moved away, and this must be called again.
        """
        try:
            self._ask(("BGSAVE", "SCHEDULE"))
        except ResponseError as error:
            if "in progress" not in str(error):
                raise
            return False
        return True

    def snapshot_failed(self) -> bool:
        """Return whether no snapshot is being written or about to be, and the last one failed."""
        told = self._ask(("INFO", "persistence"))
        facts = told if isinstance(told, dict) else dict(one.split(":", 1) for one in text(told).split() if ":" in one)
        busy = any(int(facts.get(name, 0)) for name in ("rdb_bgsave_in_progress", "aof_rewrite_in_progress"))
        return not busy and str(facts.get("rdb_last_bgsave_status", "ok")) != "ok"

    def awaits_first_beat(self, taken: int) -> bool:
        """Return whether no clock has beaten since ``taken`` (ms)."""
        beat = self._ask(("HGET", keys.running(0), "beat"))
        return beat is None or int(beat) <= taken

    def note_restore(self, taken: int) -> bool:
        """Record that the store was restored to its state at ``taken`` (ms), before any clock beats.

        The next beat finds an outage from the last beat before the backup on, whose cause is that. Repeating it changes nothing.

        :return: whether it was recorded; ``False`` if a clock has beaten since, so that it was recorded before.
        """
        calls = [Call(RESTORED, [keys.running(bucket)], [taken]) for bucket in range(keys.BUCKETS)]
        return any(int(noted) for noted in self._run_many(calls))
