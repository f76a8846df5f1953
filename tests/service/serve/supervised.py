"""A supervisor over small programs, as a process of its own: ``python -m tests.service.serve.supervised FOLDER PROGRAM...``.

Each PROGRAM is ``name=code``; it counts as ready when it has made the file ``FOLDER/name.ready``. When all are, the supervisor
prints ``up``. ``STOP_WITHIN`` in the environment: seconds that a program may take to end; ``READY_WITHIN``: to get ready.
``TEMPLATE`` there: programs are copies of a template, and FOLDER is in ``PYTHONPATH``.
One whose name begins with ``large`` says how far it is; one whose name begins with ``beside`` is not waited for.
"""

import os
import sys
from dataclasses import replace
from pathlib import Path

from service.serve import supervisor as module
from service.serve import template
from service.serve.child import Program
from service.serve.folder import EmbeddedError
from service.serve.logs import Logs
from service.serve.supervisor import Stopped, Supervisor
from service.serve.template import Template


def main(folder: Path, programs: list[str]) -> int:
    begun = begin_template() if "TEMPLATE" in os.environ else None
    logs = Logs(folder)
    supervisor = Supervisor(logs, begun)
    if "READY_WITHIN" in os.environ:
        module.READY_WITHIN, module.PROGRESS_EVERY = float(os.environ["READY_WITHIN"]), 0.0
    patience = float(os.environ.get("STOP_WITHIN", "3"))
    try:
        for text in programs:
            name, code = text.split("=", 1)
            ready = (folder / f"{name}.ready").exists
            command = ["-c", code]
            if begun is not None:
                (folder / f"{name}_program.py").write_text(code)
                command = ["-m", f"{name}_program"]
            program = Program(name, [sys.executable, *command], ready, stop_within=patience)
            if name.startswith("large"):
                program = replace(program, progress=lambda: "half of its data are loaded")
            if name.startswith("beside"):
                supervisor.begin([program], os.environ)
            else:
                supervisor.start([program], os.environ)
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
        if begun is not None:
            begun.close()
    return 0


def begin_template() -> Template | None:
    """Return a template that has imported nothing."""
    template.IMPORTED = ()
    return Template.begin()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
