"""A supervisor over small programs, as a process of its own: ``python -m tests.embedded.supervised FOLDER PROGRAM...``.

Each PROGRAM is ``name=code``; it counts as ready when it has made the file ``FOLDER/name.ready``. When all are, the supervisor
prints ``up``. ``STOP_WITHIN`` in the environment: seconds that a program may take to end.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from service.embedded.child import Program
from service.embedded.folder import EmbeddedError
from service.embedded.logs import Logs
from service.embedded.supervisor import Stopped, Supervisor


def main(folder: Path, programs: list[str]) -> int:
    logs = Logs(folder)
    supervisor = Supervisor(logs)
    patience = float(os.environ.get("STOP_WITHIN", "3"))
    try:
        for text in programs:
            name, code = text.split("=", 1)
            ready = (folder / f"{name}.ready").exists
            supervisor.start([Program(name, [sys.executable, "-c", code], ready, stop_within=patience)], os.environ)
        logs.tell("up")
        supervisor.run()
    except EmbeddedError as error:
        logs.tell(f"error: {error}")
        return 1
    except Stopped:
        logs.tell("stopped early")
    finally:
        supervisor.stop()
        supervisor.close()
        logs.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
