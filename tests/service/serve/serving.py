"""``serve`` as a process of its own: ``python -m tests.service.serve.serving FOLDER [PORT]``; any free port unless named."""

import sys
from pathlib import Path

from service.serve.serve import serve

if __name__ == "__main__":
    sys.exit(serve(Path(sys.argv[1]), port=int(sys.argv[2]) if len(sys.argv) > 2 else 0))
