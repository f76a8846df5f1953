"""``siegelpost`` as a process that is killed at a stage of a backup, or whose files may have so many bytes."""

import os
import resource
import shutil
import signal
import sys
import tempfile
from typing import Any

from service.cli import main
from service.serve import backup

STAGES = {"shutil.copyfileobj": shutil, "os.link": os}
"""Where stages stand that are not the backup's own."""


def die_at(stage: str) -> None:
    """Have this process killed at the end of a stage; a copy ends after its first bytes."""
    place, name = STAGES.get(stage, backup), stage.rpartition(".")[2]
    whole = getattr(place, name)

    def dies(*given: Any, **named: Any) -> None:
        if name == "copyfileobj":
            given[1].write(given[0].read(1_000))
            given[1].flush()
        else:
            whole(*given, **named)
        os.kill(os.getpid(), signal.SIGKILL)

    setattr(place, name, dies)


if __name__ == "__main__":
    stage, room = sys.argv.pop(1), int(sys.argv.pop(1))
    tempfile.tempdir = None  # whatever process this one is a copy of had another
    if stage:
        die_at(stage)
    if room:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    main()
