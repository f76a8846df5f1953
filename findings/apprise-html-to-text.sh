#!/bin/sh
# Apprise turns an HTML message into plain text without the numbers of its lists and the addresses of its links.
#
# Expected: in plain text, too, a numbered list keeps its numbers and a link shows where it leads.
# With: apprise 2.3.0 (PyPI), delivering to a function that takes text or Markdown.
# Behaviour: for a service of text, <ol> becomes a list with dashes, <a href> only its words, and a table one cell a line.
#   For a service of Markdown the numbers and the address are there. notify() is true in both.
# Seen: the block "stated" below; "/" is a line break.
# Why it matters: "answer with the number of the option" and "confirm here" arrive without number and without link on
#   every service that takes text, and most do. Send body_format=text with the address written out.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q apprise==2.3.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
text list: Choose: / - Attack / - Retreat
text link: See the board
text table: PAR / A / BRE / F
markdown list: Choose: / 1. Attack / 2. Retreat
markdown link: See [the board](<https://example.org/7>)
E

"$work/py/bin/python" - >"$work/seen" <<'E'
import apprise
from apprise.decorators import notify

sent = []


@notify(on="probe")
def take(body, title, notify_type, *args, **kwargs):
    sent.append(body)


LIST = "<p>Choose:</p><ol><li>Attack</li><li>Retreat</li></ol>"
LINK = "<p>See <a href='https://example.org/7'>the board</a></p>"
TABLE = "<table><tr><td>PAR</td><td>A</td></tr><tr><td>BRE</td><td>F</td></tr></table>"
for wanted in ("text", "markdown"):
    service = apprise.Apprise()
    service.add(f"probe://?format={wanted}")
    for name, html in (("list", LIST), ("link", LINK), ("table", TABLE))[: 3 if wanted == "text" else 2]:
        assert service.notify(body=html, body_format="html")
        print(f"{wanted} {name}:", " / ".join(line.strip() for line in sent.pop().splitlines() if line.strip()))
E

if diff "$work/stated" "$work/seen"; then
  echo "as stated: apprise drops the numbers of lists and the addresses of links for text services"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
