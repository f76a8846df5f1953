#!/bin/sh
# A line that starts with "From " gains a ">" on the way out, and a reply parser then drops it.
#
# Expected: "From " lines are only quoted in mbox files. EmailMessage(policy=SMTP) has mangle_from_=False,
#   as_bytes() leaves such a line alone, so smtplib sends what as_bytes() shows, whoever the recipient is.
# With: CPython 3.11.7 (the same with 3.12.1 and 3.13.0), aiosmtpd 1.4.6, email-reply-parser 0.5.12.
# Behaviour: SMTP.send_message builds its generator without the message's policy, so the line becomes
#   ">From ..." on the wire. If one address is not ASCII, another branch passes the policy and the line survives.
#   email-reply-parser takes the ">" for a quotation and removes the line.
# Seen:
#   as_bytes():              From Paris the army marches to Burgundy.
#   sent to bob@example.org: >From Paris the army marches to Burgundy.
#   sent to bób@example.org: From Paris the army marches to Burgundy.
#   reply parser keeps:      Hold Brest.
# Why it matters: a game relayed by mail loses an order, and only for players with plain ASCII addresses.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q aiosmtpd==1.4.6 email-reply-parser==0.5.12; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
as_bytes():              From Paris the army marches to Burgundy.
sent to bob@example.org: >From Paris the army marches to Burgundy.
sent to bób@example.org: From Paris the army marches to Burgundy.
reply parser keeps:      Hold Brest.
E

PYTHONIOENCODING=utf-8 "$work/py/bin/python" - >"$work/seen" <<'E'
import email
import smtplib
import socket
from email import policy
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from email_reply_parser import EmailReplyParser

received = []


class Keep:
    async def handle_DATA(self, server, session, envelope):
        received.append(envelope.content)
        return "250 OK"


def marching(raw):
    return next(line for line in raw.decode().splitlines() if "marches" in line)


with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
server = Controller(Keep(), hostname="127.0.0.1", port=port, enable_SMTPUTF8=True)
server.start()
try:
    for recipient in ("bob@example.org", "bób@example.org"):
        message = EmailMessage(policy=policy.SMTP if recipient.isascii() else policy.SMTPUTF8)
        message["From"], message["To"], message["Subject"] = "ann@example.org", recipient, "Orders"
        message.set_content("Hold Brest.\nFrom Paris the army marches to Burgundy.\n")
        if not received:
            print("as_bytes():             ", marching(message.as_bytes()))
        with smtplib.SMTP("127.0.0.1", port) as client:
            client.send_message(message)
        print(f"sent to {recipient}:", marching(received[-1]))
finally:
    server.stop()
body = email.message_from_bytes(received[0], policy=policy.default).get_content()
print("reply parser keeps:     ", EmailReplyParser.parse_reply(body))
E

if diff "$work/stated" "$work/seen"; then
  echo "as stated: smtplib quotes a From line against the message's policy, and the reply parser drops it"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
