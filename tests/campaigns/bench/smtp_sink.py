"""A mail server that only notes when which letter came: ``python -m tests.campaigns.bench.smtp_sink PORT FILE``.

A line per letter: seconds of the machine's monotonic clock, the recipient, the size in bytes.
"""

import asyncio
import sys
import time
from pathlib import Path

from aiosmtpd.smtp import SMTP, Envelope, Session


class Notes:
    """Accepts everything."""

    def __init__(self, file: Path) -> None:
        self.file = file

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        """Note the letter, then accept it."""
        came = time.monotonic()
        with self.file.open("a", encoding="ascii") as out:
            out.write("".join(f"{came:.6f} {to} {len(envelope.content or b'')}\n" for to in envelope.rcpt_tos))
        return "250 noted"


async def serve(port: int, file: Path) -> None:
    """Serve until killed."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Notes(file), hostname="localhost"), "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), Path(sys.argv[2])))
