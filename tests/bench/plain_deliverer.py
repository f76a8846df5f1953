"""The worker that delivers, but letters without pictures: what the rest of a letter takes.

``python -m tests.bench.plain_deliverer``
"""

from __future__ import annotations

import sys

from workers.mail import channel
from workers.run import main

if __name__ == "__main__":
    channel._picture = lambda *_: None
    sys.exit(main(["deliver"]))
