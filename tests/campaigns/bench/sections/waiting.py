"""What ``GET /v1/me/waiting`` costs somebody who plays many matches and is asked in one of them.

In the others they have sealed and wait for the rest of the table: copies of one match (:mod:`.many`). The API answers
in this process, without a web server.
"""

import time
from collections.abc import Iterator

import redis
from flask.testing import FlaskClient

from service.api import create_app
from service.matches import acts
from tests.campaigns.bench import tables
from tests.campaigns.bench.figures import Figure, Plan, ratio
from tests.campaigns.bench.installation import Installation
from tests.campaigns.bench.sections import many

RUNNING = (10, 100, 1_000)
GRACE = 3_600_000
REQUESTS = 20
"""For a repeat: an account may send 1,200 in a minute."""


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield the processor time of a request, of the API and of the state server, by how many matches are running."""
    with Installation(plan.folder / "waiting", hold_off=many.DAY) as running:
        context = running.context
        me = tables.person(context)
        tables.dealt(context, tables.begin(context, GRACE, owner=me))
        sealed, *_ = tables.dealt(context, tables.begin(context, GRACE, owner=me))
        record = context.store.load(sealed.match)
        assert record is not None
        acts.commit(context, record, sealed.seat, acts.SeatAct(sealed.decision, move=sealed.moves[0]))
        client = redis.Redis.from_url(running.environment["REDIS_URL"], protocol=2)
        caller = create_app(context).test_client()
        listed = 2
        servers = {}
        for number in RUNNING:
            for match in many.copies(client, sealed.match, number - listed):
                context.store.note_match(me[0].id, match)
            listed = number
            context.store.sweep()  # as every clock does: it vouches for the index of what is asked
            api, servers[number] = _figures(running, caller, me[1], number, plan.repeats)
            yield from (api, servers[number])
        most, least = max(RUNNING), min(RUNNING)
        yield ratio(f"state server: {most:,} / {least} running matches (aim 1.5)", servers[most], servers[least])
        client.close()


def _figures(
    running: Installation, caller: FlaskClient, token: str, number: int, repeats: int
) -> tuple[Figure, Figure]:
    taken = [_asked(running, caller, token) for _ in range(repeats + 1)][1:]  # the first reads what it then knows
    return (
        Figure(f"{number:,} running matches: processor time of the API", "us", tuple(api for api, _ in taken)),
        Figure(f"{number:,} running matches: ... of the state server", "us", tuple(store for _, store in taken)),
    )


def _asked(running: Installation, caller: FlaskClient, token: str) -> tuple[float, float]:
    """Return microseconds of a request: of this process, of the state server."""
    own, server = time.process_time(), running.cpu("state")
    for _ in range(REQUESTS):
        answer = caller.get("/v1/me/waiting", headers={"Authorization": f"Bearer {token}"})
        if answer.status_code != 200 or len(answer.get_json()["waiting"]) != 1 or answer.get_json()["unavailable"]:
            raise RuntimeError(f"not what was asked for: {answer.get_data(as_text=True)[:500]}")
    share = 1e6 / REQUESTS
    return (time.process_time() - own) * share, (running.cpu("state") - server) * share
