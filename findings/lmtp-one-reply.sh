#!/bin/sh
# A letter by LMTP to two players: smtplib reads one of the two answers, and every answer after that belongs to an earlier command.
#
# Expected: after the text of a mail an LMTP server answers once per accepted recipient (RFC 2033, 4.2); that is what LMTP is
#   for. A class named smtplib.LMTP reads all of these answers, and a class named aiosmtpd.lmtp.LMTP writes them.
# With: Python's smtplib; aiosmtpd 1.4.6 (PyPI); smtp-server 3.21.6, nodemailer 10.6.1 (npm), each with its LMTP.
# Behaviour: smtplib reads the first answer: a full mailbox of the second recipient goes unnoticed, and the answers of the connection
#   are one late from then on: the next mail fails because of the mailbox of the mail before, or with the error "250", which is
#   the answer to its RCPT, read as the one to its DATA. aiosmtpd writes one answer, so that smtplib gets along with
#   it, and nodemailer, which knows the RFC, reports a mail as failed that was delivered.
# Seen: the block "stated" below.
# Why it matters: tests with the two Python classes against each other pass; with a server that keeps to the RFC a letter gets
#   lost without a word once two players share one, and code that sends again after a failure sends twice.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q aiosmtpd==1.4.6 &&
  npm install --silent --no-audit --no-fund --prefix "$work" smtp-server@3.21.6 nodemailer@10.6.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
smtplib to smtp-server, mail to ann and full: all accepted
smtplib to smtp-server, next mail: SMTPSenderRefused 452 mailbox of full
smtplib to smtp-server, mail to ann and ben: all accepted
smtplib to smtp-server, next mail: SMTPDataError 250 Accepted
smtplib to aiosmtpd, mail to ann and ben: all accepted
smtplib to aiosmtpd, next mail: all accepted
nodemailer to smtp-server, mail to ann and full: accepted ann@example.org, rejected full@example.org
nodemailer to aiosmtpd, mail to ann and ben: Timeout
aiosmtpd: has taken 3 mails
E

cat >"$work/server.cjs" <<'E'
const { SMTPServer } = require("smtp-server");
const server = new SMTPServer({
  lmtp: true,
  disabledCommands: ["AUTH", "STARTTLS"],
  onData(stream, { envelope }, done) {
    stream.on("end", () => done(null, envelope.rcptTo.map(({ address }) =>
      address.startsWith("full") ? Object.assign(new Error("mailbox of full"), { responseCode: 452 }) : `kept for ${address}`)));
    stream.resume();
  },
});
server.on("error", () => {}); // a client that went away
server.listen(0, "127.0.0.1", () => console.log(server.server.address().port));
E
cat >"$work/send.cjs" <<'E'
const [port, name, ...to] = process.argv.slice(2);
const way = require("nodemailer").createTransport({ host: "127.0.0.1", port, lmtp: true, ignoreTLS: true, socketTimeout: 5000 });
way.sendMail({ from: "game@example.org", to, text: "Your turn." }).then(
  ({ accepted, rejected }) => console.log(`${name}: accepted ${accepted}, rejected ${rejected}`),
  (error) => console.log(`${name}: ${error.message}`));
E
cat >"$work/ask.py" <<'E'
import contextlib
import smtplib
import socket
import subprocess
import sys

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP

work, kept = sys.argv[1], []


def send(client, name, *names):
    people = [f"{one}@example.org" for one in names]
    try:
        refused = client.sendmail("game@example.org", people, "Subject: turn\r\n\r\nYour turn.\r\n")
        print(f"{name}: {f'refused {refused}' if refused else 'all accepted'}")
    except smtplib.SMTPResponseException as error:
        print(f"{name}: {type(error).__name__} {error.smtp_code} {error.smtp_error.decode()}")


def post(port, name, *names):
    people = [f"{one}@example.org" for one in names]
    subprocess.run(["node", f"{work}/send.cjs", str(port), name, *people], check=True)


class Keep:
    async def handle_DATA(self, server, session, envelope):
        kept.append(envelope.content)
        return "250 kept"


class Own(Controller):
    def factory(self):
        return LMTP(self.handler)


sys.stdout.reconfigure(line_buffering=True)
server = subprocess.Popen(["node", f"{work}/server.cjs"], stdout=subprocess.PIPE, text=True)
try:
    port = int(server.stdout.readline())
    with contextlib.closing(smtplib.LMTP("127.0.0.1", port)) as client:
        send(client, "smtplib to smtp-server, mail to ann and full", "ann", "full")
        send(client, "smtplib to smtp-server, next mail", "ann")
    with contextlib.closing(smtplib.LMTP("127.0.0.1", port)) as client:
        send(client, "smtplib to smtp-server, mail to ann and ben", "ann", "ben")
        send(client, "smtplib to smtp-server, next mail", "ann")
    with socket.create_server(("127.0.0.1", 0)) as free:
        other = free.getsockname()[1]
    own = Own(Keep(), hostname="127.0.0.1", port=other)
    own.start()
    with contextlib.closing(smtplib.LMTP("127.0.0.1", other)) as client:
        send(client, "smtplib to aiosmtpd, mail to ann and ben", "ann", "ben")
        send(client, "smtplib to aiosmtpd, next mail", "ann")
    post(port, "nodemailer to smtp-server, mail to ann and full", "ann", "full")
    post(other, "nodemailer to aiosmtpd, mail to ann and ben", "ann", "ben")
    own.stop()
    print(f"aiosmtpd: has taken {len(kept)} mails")
finally:
    server.kill()
    server.wait()
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: smtplib reads one answer for two recipients of an LMTP mail, aiosmtpd writes one"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
