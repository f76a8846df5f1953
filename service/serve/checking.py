"""Reads the store's file ahead while it grows, so that a start after a crash need not: ``python -m
service.serve.checking FOLDER``.

It costs 10 to 20 ms of a processor for a megabyte that is written, at the lowest priority; a start without it costs that for
everything since the file was last rewritten (:mod:`service.store.append_only`).
"""

import os
import sys
import time
from pathlib import Path

from service.store.append_only import Unmendable, check_ahead

LOOK_EVERY = 15.0
"""Seconds between two looks whether the file has grown."""
BREATH = 0.2
"""Seconds between two pieces of the file, so that this never occupies a processor completely."""
LOWEST = 19


def main(arguments: list[str]) -> int:
    """Look at the file until this process is ended."""
    folder = Path(arguments[0])
    os.nice(LOWEST)
    while True:
        try:
            behind = check_ahead(folder)
        except (Unmendable, OSError):
            # A rewrite between two looks, or no room for the mark; what is really damaged is the next start's to tell.
            behind = False
        time.sleep(BREATH if behind else LOOK_EVERY)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
