#!/bin/sh
# A message of three lines and "<anna>" by Apprise as a mail: it goes out as HTML, so that the lines and the name are lost in both parts.
#
# Expected: text that is handed to a notifier without a word about its format is text; the mail has a plain part with its lines, and an HTML
#   part, if any, in which "<" is escaped.
# With: apprise 2.3.0, aiosmtpd 1.4.6 as the mail server (PyPI).
# Behaviour: mailto:// takes HTML unless told otherwise, and a body without body_format is taken to be what the service takes. It becomes the HTML
#   part letter by letter; the plain part is made of that HTML, in one line and without what looks like a tag. The same message to a
#   service that takes text arrives as it is. body_format="text" makes a plain mail of it.
# Seen: the block "stated" below: the parts of the mail, without, with body_format and with format=text in the address.
# Why it matters: the one call sends the message to a phone and to a mailbox; the phone shows that all is well. In the mail the choices stand in one
#   line, and who is to move is missing, as is a "<3".
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q apprise==2.3.0 aiosmtpd==1.4.6; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
no format: text/plain: '1. Tea 2. Coin  to move'
no format: text/html: '1. Tea\n2. Coin\n<anna> to move'
body_format="text": text/plain: '1. Tea\n2. Coin\n<anna> to move'
?format=text: text/plain: '1. Tea\n2. Coin\n<anna> to move'
E

cat >"$work/ask.py" <<'E'
import email
import email.policy
import socket

import aiosmtpd.controller
import apprise

message = "1. Tea\n2. Coin\n<anna> to move"


class Box:
    def __init__(self):
        self.mails = []

    async def handle_DATA(self, server, session, envelope):
        self.mails.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 OK"


box = Box()
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
controller = aiosmtpd.controller.Controller(box, hostname="127.0.0.1", port=port)
controller.start()
address = f"mailto://127.0.0.1:{port}/?from=game@example.org&to=ann@example.org"
for name, end, options in (("no format", "", {}), ('body_format="text"', "", {"body_format": "text"}), ("?format=text", "&format=text", {})):
    notifier = apprise.Apprise()
    notifier.add(address + end)
    notifier.notify(title="Your turn", body=message, **options)
    for part in box.mails.pop().walk():
        if not part.is_multipart():
            print(f"{name}: {part.get_content_type()}: {part.get_content().replace(chr(13), '').strip()!r}")
controller.stop()
E
"$work/py/bin/python" -W ignore "$work/ask.py" >"$work/seen" 2>"$work/log"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: without a format, Apprise's mail loses lines and <anna>"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
