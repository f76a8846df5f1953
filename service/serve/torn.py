"""Search for matches that a crash of the state server left in the middle of a step: ``python -m service.serve.torn``.

It is a process of its own, because it looks at every match while everything else runs; reading a torn match that it has not
come to raises an error of its own.
"""

import os
import sys

from service.config.settings import Settings
from service.store.store import Store, StoreUnavailable, Unreadable


def main() -> int:
    """Print how many matches are in the middle of a step, or ``none``; return 0, or 1 if the store cannot be read."""
    store = Store.connect(Settings.from_environment(os.environ).redis_url)
    try:
        halves = store.sweep().halves
    except (StoreUnavailable, Unreadable) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    finally:
        store.close()
    sys.stdout.write(f"{halves or 'none'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
