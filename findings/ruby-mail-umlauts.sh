#!/bin/sh
# Three lines of plain text by Ruby's mail: with an umlaut in them each line ends with CR CR LF, and Python reads five lines in place of three.
#
# Expected: a text is sent with the same line breaks whether or not it holds an umlaut.
# With: mail 2.7.1 in Debian 12's ruby-mail 2.7.1+dfsg1-2 and ruby3.1; aiosmtpd 1.4.6 (PyPI) as the mail server, Python 3.11 or later,
#   postal-mime 4.0.0 and mailparser 3.14.2 (npm) as readers.
# Behaviour: the text gets CRLF first and is then encoded as quoted-printable, which is to make LF of them again. That step leaves any text alone
#   that is not ASCII, so that the CR of each line is encoded as "=0D". The readers for JavaScript make one break of
#   CR CR LF; Python's email hands it on, and splitlines() takes it for two.
# Seen: the block "stated" below, for a plain text in ASCII, one with an umlaut and such a text beside an HTML part.
# Why it matters: a reply parser that reads paragraphs finds one in every line, the blank line between answer and quote is no sign any more, and a
#   signature's "-- " is still found only by luck. Tests in English pass.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q aiosmtpd==1.4.6 &&
  npm install --silent --no-audit --no-fund --prefix "$work" postal-mime@4.0.0 mailparser@3.14.2 &&
  (cd "$work" && apt-get download -qq ruby3.1 libruby3.1 ruby-mail=2.7.1+dfsg1-2 ruby-mini-mime libyaml-0-2 libgmp10 &&
    for package in *.deb; do dpkg-deb -x "$package" root; done); } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages (Debian 12 with its package lists is needed)"; exit 2; }

cat >"$work/stated" <<'E'
ASCII: sent as 'Tea for five\r\n\r\n> What now?\r\n'
  Python: ['Tea for five', '', '> What now?']
  postal-mime: "Tea for five\n\n> What now?\n"
  mailparser: "Tea for five\n\n> What now?\n"
umlauts: sent as 'Tea f=C3=BCr f=C3=BCnf=0D\r\n=0D\r\n> What now?=0D\r\n'
  Python: ['Tea für fünf', '', '', '', '> What now?']
  postal-mime: "Tea für fünf\r\n\r\n> What now?\r\n"
  mailparser: "Tea für fünf\r\n\r\n> What now?\r\n"
umlauts, beside HTML: sent as 'Tea f=C3=BCr f=C3=BCnf=0D\r\n=0D\r\n> What now?=0D\r\n'
  Python: ['Tea für fünf', '', '', '', '> What now?']
  postal-mime: "Tea für fünf\r\n\r\n> What now?\r\n\n"
  mailparser: "Tea für fünf\r\n\r\n> What now?\r\n"
E

cat >"$work/send.rb" <<'E'
class Gem; end unless defined?(Gem)
require "mail"

Mail.defaults { delivery_method :smtp, address: "127.0.0.1", port: ARGV[0].to_i, enable_starttls_auto: false }
def letter
  mail = Mail.new(from: "ann@example.org", to: "game@example.org", charset: "utf-8")
  yield mail
  mail.deliver!
end
letter { |mail| mail.body = "Tea for five\n\n> What now?\n" }
letter { |mail| mail.body = "Tea f\u00fcr f\u00fcnf\n\n> What now?\n" }
letter do |mail|
  mail.text_part = Mail::Part.new(content_type: "text/plain; charset=utf-8", body: "Tea f\u00fcr f\u00fcnf\n\n> What now?\n")
  mail.html_part = Mail::Part.new(content_type: "text/html; charset=utf-8", body: "<p>Tea f\u00fcr f\u00fcnf</p>\n")
end
E
cat >"$work/read.mjs" <<'E'
import { text } from "node:stream/consumers";
import { simpleParser } from "mailparser";
import PostalMime from "postal-mime";

const mail = await text(process.stdin);
console.log(`  postal-mime: ${JSON.stringify((await PostalMime.parse(mail)).text)}`);
console.log(`  mailparser: ${JSON.stringify((await simpleParser(mail)).text)}`);
E
cat >"$work/ask.py" <<'E'
import email
import email.policy
import glob
import os
import socket
import subprocess
import sys

import aiosmtpd.controller

os.chdir(sys.argv[1])


class Box:
    mails = []

    async def handle_DATA(self, server, session, envelope):
        self.mails.append(envelope.content)
        return "250 OK"


with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
controller = aiosmtpd.controller.Controller(Box(), hostname="127.0.0.1", port=port)
controller.start()
roots = ["root/usr/lib/ruby/vendor_ruby", "root/usr/lib/ruby/3.1.0", *glob.glob("root/usr/lib/*/ruby/3.1.0")]
roots += glob.glob("root/usr/lib/ruby/gems/3.1.0/gems/net-*/lib") + glob.glob("root/usr/share/rubygems-integration/all/gems/*/lib")
environment = os.environ | {"RUBYLIB": ":".join(roots), "LD_LIBRARY_PATH": ":".join(glob.glob("root/usr/lib/*-linux-gnu"))}
command = ["root/usr/bin/ruby3.1", "--disable-gems", "-W0", "send.rb", str(port)]
subprocess.run(command, env=environment, check=True, stderr=subprocess.DEVNULL)
controller.stop()
for name, raw in zip(("ASCII", "umlauts", "umlauts, beside HTML"), Box.mails, strict=True):
    part = email.message_from_bytes(raw, policy=email.policy.default).get_body(("plain",))
    print(f"{name}: sent as {part.get_payload()!r}")
    print(f"  Python: {part.get_content().rstrip().splitlines()}", flush=True)
    subprocess.run(["node", "read.mjs"], input=raw, check=True)
E
PYTHONIOENCODING=utf-8 "$work/py/bin/python" -W ignore "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: Ruby's mail ends the lines of a text with umlauts with CR CR LF"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
