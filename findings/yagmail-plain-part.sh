#!/bin/sh
# A plain text of three lines, sent by yagmail: the plain part reads "1. Tea<br>2. Coin<br>", its breaks written as HTML.
#
# Expected: a text that is no HTML goes into the plain part as it is; if there is an HTML part as well, the breaks become <br> there.
# With: yagmail 0.16.0, aiosmtpd 1.4.6 as the mail server (PyPI).
# Behaviour: yagmail replaces each line break of the contents by "<br>" and puts the result into both parts. Nothing is escaped in the HTML part, so
#   that "<anna>" shows as nothing there. A text wrapped in yagmail.raw() fares alike. No option turns it off.
# Seen: the block "stated" below.
# Why it matters: who reads mail as text (and every program that answers with a quote) sees one long line with "<br>"; a player who quotes "1. Tea<br>2. Coin"
#   sends a reply parser a line that no template has. Graphical mail programs show the HTML part, and all seems well.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q yagmail==0.16.0 aiosmtpd==1.4.6; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
send(text): text/plain: '1. Tea<br>2. Coin<br><anna> to move'
send(text): text/html: '<html><head></head><body><div>1. Tea<br>2. Coin<br><anna> to move</anna></div></body></html>'
yagmail.raw(text): text/plain: '1. Tea<br>2. Coin<br><anna> to move'
yagmail.raw(text): text/html: '<html><head></head><body><div>1. Tea<br>2. Coin<br><anna> to move</anna></div></body></html>'
E

cat >"$work/ask.py" <<'E'
import email
import email.policy
import socket

import aiosmtpd.controller
import yagmail

text = "1. Tea\n2. Coin\n<anna> to move"


class Box:
    mails = []

    async def handle_DATA(self, server, session, envelope):
        self.mails.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 OK"


with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
controller = aiosmtpd.controller.Controller(Box(), hostname="127.0.0.1", port=port)
controller.start()
options = {"smtp_starttls": False, "smtp_ssl": False, "smtp_skip_login": True}
sender = yagmail.SMTP("game@example.org", password="", host="127.0.0.1", port=port, **options)
calls = {
    "send(text)": {"contents": text},
    "yagmail.raw(text)": {"contents": yagmail.raw(text)},
}
for name, call in calls.items():
    sender.send("ann@example.org", "Your turn", **call)
    for part in Box.mails.pop().walk():
        if not part.is_multipart():
            print(f"{name}: {part.get_content_type()}: {part.get_content().replace(chr(13), '')!r}")
sender.close()
controller.stop()
E
"$work/py/bin/python" -W ignore "$work/ask.py" >"$work/seen" 2>"$work/log" || cat "$work/log"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: yagmail writes line breaks as <br> into the plain part"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
