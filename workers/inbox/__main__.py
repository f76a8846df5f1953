"""The entrance for answers by mail, as a process: ``python -m workers.inbox``.

Without ``SIEGELPOST_REPLY_HOST`` there is no entrance; the process says so and waits to be stopped, so that one Procfile serves
installations with and without. It holds the same keys as the API: it can seal moves, and open none.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from functools import partial

from service.config.settings import Settings
from service.config.variables import BadSetting
from service.context import Context, settings_to_start
from service.keys.signing import KeyMissing
from service.store.connection.connect import Unreadable
from service.telemetry import tracing
from service.telemetry.counts import ROLE
from service.telemetry.logs import set_up
from workers.inbox.arrive import refuse_early, take, take_returned, take_trial
from workers.inbox.desk import Aftermath, Desk, Reader, RecalledOrders
from workers.inbox.entrance import Handler, open_entrance
from workers.mail.sending.transport import transport_of

STOPPING = (signal.SIGTERM, signal.SIGINT)
PATIENCE = 2.0
"""Seconds after which a store that does not answer is given up: the other mail server keeps the mail."""
log = logging.getLogger("siegelpost.replies")


async def listen(settings: Settings) -> None:
    """Take mail until told to stop."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in STOPPING:
        loop.add_signal_handler(number, stop.set)
    if not settings.reply_host:
        log.info("SIEGELPOST_REPLY_HOST is not set: letters are not answered by mail here")
        await stop.wait()
        return
    context = Context.open(settings, patience=PATIENCE)
    transport, aftermath, recall = transport_of(settings.smtp_url), Aftermath(context), RecalledOrders(context)
    reader = Reader()
    desk = Desk(context, transport, aftermath, recall, reader.mail)
    handler = Handler(
        settings.reply_host,
        partial(refuse_early, desk),
        partial(take, desk),
        partial(take_returned, context, read=reader.report),
        partial(take_trial, context),
    )
    host, port = settings.reply_listen
    server = await open_entrance(handler, host, port)
    log.info("mail for %s comes in at %s:%d", settings.reply_host, *server.sockets[0].getsockname()[:2])
    await stop.wait()
    server.close()
    await asyncio.to_thread(handler.close)
    transport.close()
    aftermath.close()
    recall.close()
    reader.close()
    context.store.close()


def main() -> int:
    """Run until told to stop; return 0, 2 for a bad setting or an address that is taken."""
    set_up(os.environ)
    logging.getLogger("mail.log").setLevel(logging.WARNING)  # the library's: it would log addresses, which are secrets
    ROLE.be("replies")
    tracing.set_up(os.environ, "replies")
    try:
        asyncio.run(listen(settings_to_start(os.environ, sends=bool(os.environ.get("SIEGELPOST_REPLY_HOST")))))
    except (BadSetting, KeyMissing, Unreadable) as error:
        log.error("%s", error)
        return 2
    except OSError as error:
        log.error("the entrance for mail cannot listen: %s. Choose another SIEGELPOST_REPLY_LISTEN", error.strerror)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
