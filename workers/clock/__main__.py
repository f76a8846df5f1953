"""``python -m workers.clock``."""

import sys

from workers.clock.loop import main

sys.exit(main())
