"""``python -m workers.clock``."""

from __future__ import annotations

import sys

from workers.clock.loop import main

sys.exit(main())
