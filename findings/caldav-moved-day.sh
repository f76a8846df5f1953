#!/bin/sh
# A session that was moved by a month: a CalDAV server, asked for that month, has none, and shows it on its old day and on excluded days.
#
# Expected: a query with a time range goes by the days as they are after EXDATE, RDATE and RECURRENCE-ID (RFC 4791, 7.4 and 9.9), as
#   each server answers it in most requests of phones, which ask for some weeks only.
# With: radicale 3.9.0, xandikos 0.4.10 (PyPI).
# Behaviour: Radicale does so. xandikos goes by the rule of the series alone: it finds days that are excluded or moved away, and finds
#   neither a further day nor the day to which one was moved. If the moved day stands first in the file, which the format
#   allows, it even takes that day for the start of the series.
# Seen: the block "stated" below: on which days of June, and on 2 July, a query of one day finds the series (1 to 3 June).
# Why it matters: the phone of a player shows no session on the day on which it is, although the file on the server is right, and a fetch
#   of the whole calendar (as tests do it) shows everything in order.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q radicale==3.9.0 xandikos==0.4.10; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
radicale, as the rule says: 1 June, 2 June, 3 June
radicale, 2 June excluded: 1 June, 3 June
radicale, 5 June added: 1 June, 2 June, 3 June, 5 June
radicale, 2 June moved to 2 July: 1 June, 3 June, 2 July
radicale, 2 June moved to 2 July, first in the file: 1 June, 3 June, 2 July
xandikos, as the rule says: 1 June, 2 June, 3 June
xandikos, 2 June excluded: 1 June, 2 June, 3 June
xandikos, 5 June added: 1 June, 2 June, 3 June
xandikos, 2 June moved to 2 July: 1 June, 2 June, 3 June
xandikos, 2 June moved to 2 July, first in the file: 2 July, 3 July
E

cat >"$work/ask.py" <<'E'
import base64
import contextlib
import socket
import subprocess
import sys
import time
import urllib.request

work = sys.argv[1]
HEADERS = {"Authorization": "Basic " + base64.b64encode(b"user:x").decode(), "Depth": "1"}
QUERY = """<?xml version="1.0"?><c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/></d:prop>
<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="%s" end="%s"/></c:comp-filter>
</c:comp-filter></c:filter></c:calendar-query>"""


def event(*lines):
    return "\r\n".join(("BEGIN:VEVENT", "UID:turn", "DTSTAMP:20260101T000000Z", "SUMMARY:Turn", "DURATION:PT1H", *lines, "END:VEVENT", ""))


def ask(method, url, body=None, kind="text/calendar"):
    request = urllib.request.Request(url, body and body.encode(), {**HEADERS, "Content-Type": kind}, method=method)
    with urllib.request.urlopen(request) as answer:
        return answer.read().decode()


series = ("DTSTART:20260601T080000Z", "RRULE:FREQ=DAILY;COUNT=3")
moved = event("RECURRENCE-ID:20260602T080000Z", "DTSTART:20260702T080000Z")
calendars = {
    "as the rule says": event(*series),
    "2 June excluded": event(*series, "EXDATE:20260602T080000Z"),
    "5 June added": event(*series, "RDATE:20260605T080000Z"),
    "2 June moved to 2 July": event(*series) + moved,
    "2 June moved to 2 July, first in the file": moved + event(*series),
}
days = {**{f"{day} June": f"202606{day:02}" for day in range(1, 7)}, "2 July": "20260702", "3 July": "20260703"}
commands = {
    "radicale": ("--storage-filesystem-folder", f"{work}/a", "--auth-type", "none", "--server-hosts", "127.0.0.1:%s"),
    "xandikos": ("serve", "-d", f"{work}/b", "-l", "127.0.0.1", "--defaults", "--current-user-principal", "/user/", "-p", "%s"),
}
folders = {"radicale": "user/turns/", "xandikos": "user/calendars/calendar/"}
for name, words in commands.items():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", name, *(word.replace("%s", str(port)) for word in words)], stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        folder = f"http://127.0.0.1:{port}/{folders[name]}"
        if name == "radicale":
            ask("MKCALENDAR", folder)
        for what, events in calendars.items():
            ask("PUT", folder + "turn.ics", f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example//EN\r\n{events}END:VCALENDAR\r\n")
            found = [
                day
                for day, date in days.items()
                if "turn.ics" in ask("REPORT", folder, QUERY % (f"{date}T000000Z", f"{date}T235959Z"), "application/xml")
            ]
            print(f"{name}, {what}: {', '.join(found)}")
            ask("DELETE", folder + "turn.ics")
    finally:
        server.terminate()
        server.wait()
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen" 2>"$work/log" || { cat "$work/log"; exit 1; }

if diff "$work/stated" "$work/seen"; then
  echo "as stated: xandikos finds a moved session on its old day and not on its new one"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
