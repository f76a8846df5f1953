#!/bin/sh
# "Fünf" by SMTP: smtplib sends eight bits to a server that takes seven and names them to none; nodemailer sends an address with an umlaut to a server without SMTPUTF8.
#
# Expected: a client asks what the server offers (EHLO) and does no more: without 8BITMIME it encodes a text with umlauts anew or fails, with
#   it, it says BODY=8BITMIME (RFC 6152); without SMTPUTF8 it refuses an address like bärbel@example.org (RFC 6531).
# With: Python 3.11 or later, its smtplib; aiosmtplib 5.1.3 (PyPI), nodemailer 10.6.1 (npm).
# Behaviour: send_message() of smtplib looks at SMTPUTF8 only: a mail whose text is in 8bit goes out so to each server, and MAIL says BODY=8BITMIME
#   only in company of SMTPUTF8. aiosmtplib, with the same calls, does as expected. nodemailer encodes texts by itself and sends a raw
#   mail as it is; to a server without SMTPUTF8 it sends "RCPT TO:<bärbel@example.org>" in UTF-8 and such a header To.
# Seen: the block "stated" below: what servers that offer nothing, 8BITMIME, and both get. smtplib and aiosmtplib refuse Bärbel where
#   nodemailer does not.
# Why it matters: policies and mails that are handed on (a letter kept for a retry) are in 8bit; most servers take them, and the one in a
#   chain that does not cuts the eighth bit or sends the letter back. A mistyped address comes back late in place of an error at once.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ (cd "$work" && npm install --silent --no-audit --no-fund nodemailer@10.6.1) &&
  python3 -m venv "$work/py" && "$work/py/bin/pip" install -q aiosmtplib==5.1.3; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
server offers nothing:
  smtplib, a mail in 8bit: FROM:<game@example.org>, sent in 8bit
  aiosmtplib, a mail in 8bit: FROM:<game@example.org>, sent in base64
  nodemailer, a text: FROM:<game@example.org>, sent in quoted-printable
  nodemailer, a raw mail in 8bit: FROM:<game@example.org>, sent in 8bit
  smtplib to bärbel@example.org: SMTPNotSupportedError
  aiosmtplib to bärbel@example.org: SMTPNotSupported
  nodemailer to bärbel@example.org: FROM:<game@example.org>, TO:<bärbel@example.org>
server offers 8BITMIME:
  smtplib, a mail in 8bit: FROM:<game@example.org>, sent in 8bit
  aiosmtplib, a mail in 8bit: FROM:<game@example.org> BODY=8BITMIME, sent in 8bit
  nodemailer, a text: FROM:<game@example.org>, sent in quoted-printable
  nodemailer, a raw mail in 8bit: FROM:<game@example.org>, sent in 8bit
  smtplib to bärbel@example.org: SMTPNotSupportedError
  aiosmtplib to bärbel@example.org: SMTPNotSupported
  nodemailer to bärbel@example.org: FROM:<game@example.org>, TO:<bärbel@example.org>
server offers 8BITMIME SMTPUTF8:
  smtplib, a mail in 8bit: FROM:<game@example.org>, sent in 8bit
  aiosmtplib, a mail in 8bit: FROM:<game@example.org> BODY=8BITMIME, sent in 8bit
  nodemailer, a text: FROM:<game@example.org>, sent in quoted-printable
  nodemailer, a raw mail in 8bit: FROM:<game@example.org>, sent in 8bit
  smtplib to bärbel@example.org: FROM:<game@example.org> SMTPUTF8 BODY=8BITMIME, TO:<bärbel@example.org>
  aiosmtplib to bärbel@example.org: FROM:<game@example.org> SMTPUTF8 BODY=8BITMIME, TO:<bärbel@example.org>
  nodemailer to bärbel@example.org: FROM:<game@example.org> SMTPUTF8, TO:<bärbel@example.org>
E

cat >"$work/send.cjs" <<'E'
const nodemailer = require("nodemailer");
const [port, what] = process.argv.slice(2);
const raw =
  "From: game@example.org\r\nTo: ann@example.org\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n" +
  "Content-Transfer-Encoding: 8bit\r\n\r\nF\u00fcnf\r\n";
const mails = {
  text: { from: "game@example.org", to: "ann@example.org", text: "F\u00fcnf" },
  raw: { envelope: { from: "game@example.org", to: "ann@example.org" }, raw },
  address: { from: "game@example.org", to: "b\u00e4rbel@example.org", text: "Five" },
};
nodemailer.createTransport({ host: "127.0.0.1", port: Number(port), ignoreTLS: true }).sendMail(mails[what]);
E
cat >"$work/ask.py" <<'E'
import asyncio
import email.message
import email.policy
import smtplib
import socketserver
import subprocess
import sys
import threading

import aiosmtplib

seen, offered = [], []


class Server(socketserver.StreamRequestHandler):
    """A mail server that offers what it is told to and notes what it gets."""

    def handle(self):
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            command = line.decode().strip()
            verb = command[:4].upper()
            if verb in ("MAIL", "RCPT"):
                seen.append(command[5:])
            if verb == "EHLO":
                lines = ["here", *offered]
                self.wfile.writelines(f"250{'-' if one is not lines[-1] else ' '}{one}\r\n".encode() for one in lines)
            elif verb == "DATA":
                self.wfile.write(b"354 go on\r\n")
                for content in iter(self.rfile.readline, b".\r\n"):
                    if content.lower().startswith(b"content-transfer-encoding"):
                        seen.append("sent in " + content.decode().split()[1])
                self.wfile.write(b"250 OK\r\n")
            else:
                self.wfile.write(b"221 bye\r\n" if verb == "QUIT" else b"250 OK\r\n")
            if verb == "QUIT":
                return


def mail(to, text):
    made = email.message.EmailMessage(policy=email.policy.SMTP)
    made["From"], made["To"] = "game@example.org", to
    made.set_content(text, cte="8bit" if text != "Five" else "7bit")
    return made


def by_smtplib(made):
    with smtplib.SMTP("127.0.0.1", port) as client:
        client.send_message(made)


def by_aiosmtplib(made):
    asyncio.run(aiosmtplib.send(made, hostname="127.0.0.1", port=port, start_tls=False))


def by_nodemailer(what):
    subprocess.run(["node", "send.cjs", str(port), what], cwd=sys.argv[1], check=True)


def tell(name, send, what, *, encoding):
    seen.clear()
    try:
        send(what)
        kept = [one for one in seen if one.startswith(("FROM", "sent") if encoding else ("FROM", "TO"))]
        print(f"  {name}: {', '.join(kept)}")
    except (smtplib.SMTPException, aiosmtplib.SMTPException) as error:
        print(f"  {name}: {type(error).__name__}")


with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Server) as server:
    port = server.server_address[1]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for offered in ([], ["8BITMIME"], ["8BITMIME", "SMTPUTF8"]):
        print(f"server offers {' '.join(offered) or 'nothing'}:")
        tell("smtplib, a mail in 8bit", by_smtplib, mail("ann@example.org", "Fünf"), encoding=True)
        tell("aiosmtplib, a mail in 8bit", by_aiosmtplib, mail("ann@example.org", "Fünf"), encoding=True)
        tell("nodemailer, a text", by_nodemailer, "text", encoding=True)
        tell("nodemailer, a raw mail in 8bit", by_nodemailer, "raw", encoding=True)
        tell("smtplib to bärbel@example.org", by_smtplib, mail("bärbel@example.org", "Five"), encoding=False)
        tell("aiosmtplib to bärbel@example.org", by_aiosmtplib, mail("bärbel@example.org", "Five"), encoding=False)
        tell("nodemailer to bärbel@example.org", by_nodemailer, "address", encoding=False)
    server.shutdown()
E
PYTHONIOENCODING=utf-8 "$work/py/bin/python" -W ignore "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: smtplib sends eight bits to whoever takes seven, nodemailer an umlaut in an address"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
