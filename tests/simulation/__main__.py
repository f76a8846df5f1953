"""Replays seeds: ``python -m tests.simulation SEED`` or ``FIRST LAST``; a seed that breaks a promise prints itself."""

from __future__ import annotations

import sys
import time
import traceback

from tests.simulation.story import tell


def main(arguments: list[str]) -> int:
    """Run seeds; return 1 if one of them broke a promise."""
    first, last = int(arguments[0]), int(arguments[-1])
    broken = 0
    for seed in range(first, last + 1):
        begun = time.process_time()
        try:
            told = tell(seed)
        except Exception:
            broken += 1
            sys.stdout.write(f"seed {seed} is broken:\n{traceback.format_exc()}\n")
        else:
            sys.stdout.write(f"{time.process_time() - begun:.2f} s: {told}\n")
        sys.stdout.flush()
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
