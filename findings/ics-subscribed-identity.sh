#!/bin/sh
# A subscribed calendar in vdirsyncer: of two events that differ only in their UID one is lost, and a moved one is new.
#
# Expected: RFC 5545, 3.8.4.7: the UID says which event it is. Two events at the same hour with the same words and two
#   UIDs are two; an event whose hour changed, with its UID and a higher SEQUENCE, is the same event, changed.
# With: vdirsyncer 0.21.0 (PyPI), an `http` storage (the one for subscriptions) into a folder, as khal and others read it.
# Behaviour: what comes by `http` loses its UID for a hash of its text (storage/http.py, always), and that hash leaves
#   out UID, DTSTAMP, LAST-MODIFIED and CREATED (vobject.py). So two events alike are one, without a word; a moved event is
#   deleted and another one created, and whatever was kept by UID (alarms put off, notes, links) is lost at each move.
# Seen: the block "stated" below.
# Why it matters: two deadlines at the same hour with the same question are common in a calendar of turns. Something
#   else has to differ between them, such as a URL of the table; UID and SEQUENCE do not help a moved event.
set -eu
work=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q vdirsyncer==0.21.0; } >"$work/log" 2>&1 ||
  { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
two alike: 1 of 2, UID kept: no
two with URLs of their own: 2 of 2, UID kept: no
one that is moved: 1 of 1, UID kept: no, the same as before: no
E

mkdir "$work/served" "$work/kept"
event() { # UID SEQUENCE HOUR [further line]
  printf 'BEGIN:VEVENT\r\nUID:%s@example.org\r\nSEQUENCE:%s\r\nDTSTAMP:20260101T000000Z\r\n' "$1" "$2"
  printf 'DTSTART:20260601T%s0000Z\r\nDTEND:20260601T%s1500Z\r\nSUMMARY:Your turn\r\n' "$3" "$3"
  test -z "${4-}" || printf '%s\r\n' "$4"
  printf 'END:VEVENT\r\n'
}
publish() {
  { printf 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example//turn//EN\r\n'; cat; printf 'END:VCALENDAR\r\n'; } \
    >"$work/served/turns.ics"
}
cat >"$work/serve.py" <<'E'
import functools
import http.server
import sys

handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
    print(server.server_address[1], flush=True)
    sys.stdout.close()
    server.serve_forever()
E
mkfifo "$work/port"
python3 "$work/serve.py" "$work/served" >"$work/port" 2>"$work/requests" &
server=$!
read -r port <"$work/port"
cat >"$work/config" <<E
[general]
status_path = "$work/status/"
[pair turns]
a = "kept"
b = "subscribed"
collections = null
[storage kept]
type = "filesystem"
path = "$work/kept/"
fileext = ".ics"
[storage subscribed]
type = "http"
url = "http://127.0.0.1:$port/turns.ics"
E
sync() { "$work/py/bin/vdirsyncer" -c "$work/config" "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }
uids() { cat "$work/kept"/*.ics | tr -d '\r' | sed -n 's/^UID://p' | sort; }
say() {
  uids | grep -q '@example.org$' && kept=yes || kept=no
  printf '%s: %s of %s, UID kept: %s' "$1" "$(uids | grep -c .)" "$2" "$kept"
}
{
  { event 1 0 18; event 2 0 18; } | publish
  sync discover
  sync sync
  say "two alike" 2
  { event 1 0 18 URL:https://example.org/1; event 2 0 18 URL:https://example.org/2; } | publish
  sync sync
  echo
  say "two with URLs of their own" 2
  event 1 0 18 | publish
  sync sync
  before=$(uids)
  event 1 1 19 | publish
  sync sync
  echo
  say "one that is moved" 1
  test "$(uids)" = "$before" && echo ", the same as before: yes" || echo ", the same as before: no"
} >"$work/seen"
cat "$work/seen"
diff "$work/stated" "$work/seen" || { echo "it behaves otherwise now"; exit 1; }
echo "as stated"
