#!/bin/sh
# An entry of 18:00:00.5+02:00: newsboat drops the zone with the fraction, and the turn is two hours late.
#
# Expected: Atom's times are RFC 3339: "18:00:00+02:00" and "18:00:00.123456+02:00" differ by a fraction of a second, and a reader
#   that knows the first knows the second.
# With: newsboat 2.21-1.5, sfeed 1.7-1 (Debian 12's packages).
# Behaviour: newsboat takes the zone of times without a fraction. With a fraction it keeps the digits and takes them for UTC, whatever
#   zone follows. sfeed reads all of them.
# Seen: the block "stated" below: each entry's time in UTC, as newsboat's cache holds it and sfeed prints it.
# Why it matters: datetime.now(zone).isoformat() of Python writes six digits of a fraction. The feed is valid, other readers are right, and
#   in this one a turn made in Berlin is two hours ahead of the clock; one from New York sorts hours too early. Times in UTC,
#   or of whole seconds, are read by all.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
(cd "$work" && apt-get download -qq newsboat=2.21-1.5 sfeed=1.7-1 libstfl0 libjson-c5 libcurl3-gnutls libsqlite3-0 libxml2 &&
  for package in *.deb; do dpkg-deb -x "$package" root; done) \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages (Debian 12 with its package lists is needed)"; exit 2; }
LD_LIBRARY_PATH=$(dirname "$(find "$work/root/usr/lib" -name 'libstfl.so.0')")
PATH=$work/root/usr/bin:$PATH
HOME=$work
TZ=UTC
LC_ALL=C
export LD_LIBRARY_PATH PATH HOME TZ LC_ALL
! ldd "$work/root/usr/bin/newsboat" | grep "not found" || { echo "cannot run newsboat here"; exit 2; }

cat >"$work/stated" <<'E'
18:00:00+02:00: newsboat 16:00:00, sfeed 16:00:00
18:00:00.5+02:00: newsboat 18:00:00, sfeed 16:00:00
18:00:00.123456+02:00: newsboat 18:00:00, sfeed 16:00:00
18:00:00.123Z: newsboat 18:00:00, sfeed 18:00:00
18:00:00-05:30: newsboat 23:30:00, sfeed 23:30:00
18:00:00.0-05:30: newsboat 18:00:00, sfeed 23:30:00
E

cat >"$work/ask.py" <<'E'
import datetime
import pathlib
import sqlite3
import subprocess
import sys

work = pathlib.Path(sys.argv[1])
times = ["+02:00", ".5+02:00", ".123456+02:00", ".123Z", "-05:30", ".0-05:30"]
times = [f"18:00:00{rest}" for rest in times]
entries = [
    f"<entry><id>urn:x:{time}</id><title>{time}</title><link href='https://example.org/'/><updated>2026-06-01T{time}</updated></entry>"
    for time in times
]
head = "<title>Turns</title><id>urn:x:turns</id><updated>2026-06-01T18:00:00Z</updated>"
feed = f"<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'>{head}{''.join(entries)}</feed>"
(work / "turns.xml").write_text(feed)
(work / "urls").write_text(f"file://{work}/turns.xml\n")
asked = ["newsboat", "-u", work / "urls", "-c", work / "cache.db", "-C", "/dev/null", "-x", "reload"]
subprocess.run(asked, check=True)
seconds = {"newsboat": dict(sqlite3.connect(work / "cache.db").execute("SELECT title, pubDate FROM rss_item")), "sfeed": {}}
lines = subprocess.run(["sfeed"], input=feed, check=True, stdout=subprocess.PIPE, text=True).stdout
for line in lines.splitlines():
    second, title = line.split("\t")[:2]
    seconds["sfeed"][title] = int(second)
for time in times:
    shown = [f"{name} {datetime.datetime.fromtimestamp(of[time], datetime.UTC):%H:%M:%S}" for name, of in seconds.items()]
    print(f"{time}: {', '.join(shown)}")
E
python3 "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: newsboat takes a time with a fraction for UTC, whatever its zone"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
