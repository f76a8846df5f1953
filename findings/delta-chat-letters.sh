#!/bin/sh
# A letter of a game to a player with Delta Chat: it is fetched and never shown, and once it may be shown, the answer goes to From in place of Reply-To.
#
# Expected: a mail program shows the mails of its mailbox, as Delta Chat did for years, and its answer to a letter with Reply-To goes there (RFC 5322, 3.6.2).
# With: deltachat-rpc-server and deltachat-rpc-client 2.65.0 (Delta Chat's core as all its apps have it), pymap 0.36.7 as IMAP server, aiosmtpd 1.4.6 (PyPI).
# Behaviour: an account made by this version has force_encryption=1. A letter that is not encrypted is read from the server and put aside: no chat, no
#   message, no notice, also not afterwards. With force_encryption=0 the next letter is a chat with its sender's name. An answer there is sent to From;
#   Reply-To is not looked at. A quoted answer has the letter above it, with its subject in front of the first line, and nothing like "Ann wrote:".
# Seen: the block "stated" below.
# Why it matters: such a player never learns that it is their turn, and the server has done all it can. Say so beside the list of mail programs that play.
#   An answer must be known by In-Reply-To or by From, and by a quote without an introduction.
set -eu
work=$(mktemp -d)
trap 'kill "$(cat "$work/imap.pid" 2>/dev/null)" 2>/dev/null || true; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q deltachat-rpc-server==2.65.0 deltachat-rpc-client==2.65.0 pymap==0.36.7 aiosmtpd==1.4.6; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
new account: letter fetched, chats with the game: 0
force_encryption=0: chats with the game: 1, messages in it: 1
answer to: game@localhost; In-Reply-To: <2@localhost>; text: '3'
quoted answer to: game@localhost; text: '> Your turn – Ann, it is your turn. / > 3 Tea / > 4 Coin / 4'
E

cat >"$work/ask.py" <<'E'
import email
import email.policy
import imaplib
import pathlib
import queue
import socket
import subprocess
import sys
import time

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from deltachat_rpc_client import DeltaChat, Rpc

work = pathlib.Path(sys.argv[1])
LETTER = (
    "From: Game <game@localhost>\r\nReply-To: Game <game+7@localhost>\r\nTo: ann@localhost\r\nSubject: Your turn\r\nMessage-ID: <{}@localhost>\r\n"
    "Date: Mon, 01 Jun 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    "Ann, it is your turn.\r\n3 Tea\r\n4 Coin\r\n"
)


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Kept:
    def __init__(self):
        self.sent = queue.Queue()

    async def handle_DATA(self, server, session, envelope):
        self.sent.put((envelope.rcpt_tos, email.message_from_bytes(envelope.content, policy=email.policy.default)))
        return "250 kept"


imap_port = free_port()
program = [str(work / "py/bin/pymap"), "--host", "127.0.0.1", "--port", str(imap_port), "--no-tls"]
imap = subprocess.Popen([*program, "dict", "--demo-user", "ann@localhost", "--demo-password", "secret"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
(work / "imap.pid").write_text(str(imap.pid))
for _ in range(100):
    try:
        mailbox = imaplib.IMAP4("127.0.0.1", imap_port)
        break
    except OSError:
        time.sleep(0.2)
mailbox.login("ann@localhost", "secret")
kept = Kept()
smtp = Controller(
    kept, hostname="127.0.0.1", port=free_port(), auth_require_tls=False, authenticator=lambda *_: AuthResult(success=True)
)
smtp.start()


def deliver(number):
    mailbox.append("INBOX", None, None, LETTER.format(number).encode())


def chats(account):
    return [one for one in account.get_chatlist() if one.get_basic_snapshot().name == "Game"]


with Rpc(accounts_dir=str(work / "accounts"), rpc_server_path=str(work / "py/bin/deltachat-rpc-server")) as rpc:
    ann = DeltaChat(rpc).add_account()
    plain = {"imapSecurity": "plain", "smtpSecurity": "plain", "imapServer": "127.0.0.1", "smtpServer": "127.0.0.1"}
    login = {"addr": "ann@localhost", "password": "secret", "imapUser": "ann@localhost", "smtpUser": "ann@localhost", "smtpPassword": "secret"}
    ann.add_or_update_transport({**plain, **login, "imapPort": imap_port, "smtpPort": smtp.port})
    ann.bring_online()
    deliver(1)
    while "1 mails read" not in str(ann.wait_for_event().get("msg")):
        pass
    while ann.wait_for_event().kind != "ImapInboxIdle":
        pass
    print(f"new account: letter fetched, chats with the game: {len(chats(ann))}")
    ann.set_config("force_encryption", "0")
    deliver(2)
    letter = ann.wait_for_incoming_msg()
    (chat,) = chats(ann)
    print(f"force_encryption=0: chats with the game: 1, messages in it: {sum(not one.get_snapshot().is_info for one in chat.get_messages())}")
    chat.accept()
    chat.send_text("3")
    to, answer = kept.sent.get(timeout=60)
    print(f"answer to: {', '.join(to)}; In-Reply-To: {answer['In-Reply-To']}; text: {answer.get_content().strip()!r}")
    chat.send_message(text="4", quoted_msg=letter.id)
    to, answer = kept.sent.get(timeout=60)
    lines = [line.strip() for line in answer.get_content().splitlines() if line.strip()]
    print(f"quoted answer to: {', '.join(to)}; text: {' / '.join(lines)!r}")
smtp.stop()
imap.terminate()
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen" 2>"$work/log" || cat "$work/log"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: Delta Chat shows no letter that is not encrypted, and answers to From"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
