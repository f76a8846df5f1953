"""A process whose children each move one match to a bucket and are killed (kill -9) before a step.

It reads lines ``URL REDIS MATCH NUMBER`` and writes what became of each child, as :func:`os.waitpid` says it. The children are
forked from a process that has asked no object store yet: the library's threads would not outlive the fork.
"""

import os
import sys

import obstore

from service.store.archive.bucket import ArchiveBucket
from service.store.archive.reading import Archiving
from service.store.store import Store
from tests.store.dying import Killed

WEEK = 7 * 86_400_000


def move(url: str, redis_url: str, match: str, left: int) -> bool:
    """Move a match; killed before the step of number ``left`` of whatever is asked of the object store and the store."""
    fate = Killed(left)
    obstore.get = fate.before(obstore.get)
    obstore.put = fate.before(obstore.put)
    Store._evaluate = fate.before(Store._evaluate)  # type: ignore[method-assign]
    store = Store.connect(redis_url).use_archive(Archiving(ArchiveBucket(url), WEEK))
    return store.archive_finished([match]) == 1


def main() -> None:
    for line in sys.stdin:
        url, redis_url, match, number = line.split()
        child = os.fork()
        if child == 0:
            ended = 1
            try:
                ended = 0 if move(url, redis_url, match, int(number)) else 1
            finally:
                os._exit(ended)
        print(os.waitpid(child, 0)[1], flush=True)


if __name__ == "__main__":
    main()
