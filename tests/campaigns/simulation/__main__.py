"""Replays seeds: ``python -m tests.campaigns.simulation SEED`` or ``FIRST LAST``; a seed that breaks a promise prints itself.

``mix`` before the numbers replays those of mixed matches, and prints which features met.
"""

import sys
import time
import traceback

from tests.campaigns.simulation.mix import Mixed, check_logs, report, tell_mixed
from tests.campaigns.simulation.story import tell


def main(arguments: list[str]) -> int:
    """Run seeds; return 1 if one of them broke a promise."""
    mixing, mixed = arguments[0] == "mix", Mixed()
    arguments = arguments[mixing:]
    first, last = int(arguments[0]), int(arguments[-1])
    broken = 0
    for seed in range(first, last + 1):
        begun = time.process_time()
        try:
            told = tell_mixed(seed) if mixing else tell(seed)
            if isinstance(told, Mixed):
                check_logs(told)
                mixed += told
        except Exception:
            broken += 1
            sys.stdout.write(f"seed {seed} is broken:\n{traceback.format_exc()}\n")
        else:
            words = f"seed {seed}, {told.days:.1f} days: {told.ended}" if isinstance(told, Mixed) else told
            sys.stdout.write(f"{time.process_time() - begun:.2f} s: {words}\n")
        sys.stdout.flush()
    if mixing:
        sys.stdout.write(report(mixed))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
