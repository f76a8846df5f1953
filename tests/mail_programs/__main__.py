"""``python -m tests.mail_programs --report FOLDER``: tell what becomes of mails in a folder; exit 1 if one is misread or lost."""

import argparse
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.given.undrawn import draw_nothing
from tests.mail_programs.bench import cases_in, is_bad, judge, table_of
from tests.servers.redis_server import RedisServer


def main() -> int:
    """Print the report; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.mail_programs", description=__doc__)
    parser.add_argument(
        "--report", type=Path, required=True, metavar="FOLDER", help="mails (*.eml) and their index.json"
    )
    cases = cases_in(parser.parse_args().report)
    with pytest.MonkeyPatch.context() as patched, tempfile.TemporaryDirectory() as data, ExitStack() as ends:
        server = RedisServer(Path(data))
        server.start()
        ends.callback(server.stop)
        draw_nothing(patched)
        results = []
        for place, case in enumerate(cases):
            results.append(judge(case, server.url, Path(data) / f"case{place}"))
    print(table_of(results))
    return int(is_bad(results))


if __name__ == "__main__":
    sys.exit(main())
