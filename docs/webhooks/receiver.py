"""A receiver of webhooks without dependencies: ``WEBHOOK_SECRET=whsec_... python3 receiver.py [port]``.

It listens on this machine; put a server that speaks https in front of it.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
TOLERANCE = 300  # seconds that the two clocks may differ
LONGEST = 65_536
seen: set[str] = set()  # keep this in a database, for a month


def genuine(headers, body):
    """Return whether a request is from who knows the secret, and was made a moment ago."""
    event, moment = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not (moment.isascii() and moment.isdigit()) or abs(time.time() - int(moment)) > TOLERANCE:
        return False
    wanted = base64.b64encode(hmac.digest(SECRET, f"{event}.{moment}.".encode() + body, hashlib.sha256)).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.encode(), f"v1,{wanted}".encode()) for one in given)


class Receiver(BaseHTTPRequestHandler):
    """Answers at once; what takes long belongs elsewhere."""

    def do_POST(self):
        """Take an event."""
        length = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(length) if length <= LONGEST else b""
        if not genuine(self.headers, body):
            self.answer(400)
            return
        if self.headers["webhook-id"] not in seen:
            event = json.loads(body)
            print(event["type"], event["match"], flush=True)
            seen.add(self.headers["webhook-id"])
        self.answer(204)

    def answer(self, status):
        """Answer without a body."""
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        """Print events only."""


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8080), Receiver)
print(f"listening on {server.server_address[1]}", flush=True)
server.serve_forever()
