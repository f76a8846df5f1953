"""``python -m tests.campaigns.drill [ALERT ...]``: break one thing after the other, wait for each alert, print what fired."""

import json
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests.campaigns.drill.faults import AFTERWARDS, PLAN
from tests.campaigns.drill.prometheus import Prometheus, as_asked
from tests.campaigns.drill.watched import Watched
from tests.service.serve.watching import until
from tests.workers.mail.post_office import post_office

PATIENCE = 420.0
DASHBOARD = Path(__file__).parents[3] / "deploy/grafana/siegelpost.json"


def panels(server: Prometheus) -> str:
    """Ask for everything that the dashboard shows; :raises AssertionError: for what Prometheus does not understand."""
    board = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    asked = [(panel["title"], target["expr"]) for panel in board["panels"] for target in panel["targets"]]
    refused = [title for title, expression in asked if not server.understands(expression)]
    assert not refused, refused
    empty = sorted({title for title, expression in asked if not server.ask(as_asked(expression))})
    return f"{len(asked)} expressions understood, without figures yet: {', '.join(empty) or 'none'}"


def main(arguments: list[str]) -> int:
    """Play the drill, or only what fires these alerts; return 0 when all of them have fired, else 1."""
    begun, fired = time.strftime("%F %H:%M", time.gmtime()), dict[str, str]()

    def wait_for(name: str, what: str) -> None:
        since = time.monotonic()
        until(lambda: name in server.firing(), f"{name} fires ({what})", PATIENCE)
        fired[name] = what
        print(f"{name:<20} fired after {time.monotonic() - since:5.1f} s: {what}", flush=True)

    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="drill-"))
        it = stack.enter_context(Watched(Path(folder) / "it", stack.enter_context(post_office())))
        server = Prometheus(Path(folder) / "prometheus", f"127.0.0.1:{it.metrics_port}")
        try:
            until(lambda: server.ask("siegelpost_store_up == 1"), "it is watched")
            until(lambda: not server.firing(), "nothing fires")
            print(f"{begun} UTC, a healthy installation: nothing fires", flush=True)
            for fault, names in PLAN:
                if arguments and not {*names, AFTERWARDS.get(fault)} & set(arguments):
                    continue
                words = (fault.__doc__ or "").strip()
                with fault(it):
                    for name in names:
                        wait_for(name, words)
                if fault in AFTERWARDS:
                    wait_for(AFTERWARDS[fault], words)
            until(lambda: server.ask("rate(siegelpost_store_up[30s])"), "it is watched again")
            print(f"dashboard: {panels(server)}", flush=True)
        finally:
            server.close()
    missing = sorted(set(arguments or server.alerts) - set(fired))
    print(f"{len(fired)} of {len(server.alerts)} alerts fired" + (f"; not: {', '.join(missing)}" if missing else ""))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
