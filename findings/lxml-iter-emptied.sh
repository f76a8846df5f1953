#!/bin/sh
# Emptying an element inside "for element in tree.iter()": lxml ends the loop there, without an error.
#
# Expected: the loop goes on behind the element, as in xml.etree, or complains, as a dict does. Emptying what is
#   visited (a quote, a script) is the usual way of cleaning HTML, and nothing visited later is touched by it.
# With: lxml 6.1.3 (PyPI). For comparison: xml.etree of the Python that runs this.
# Behaviour: lxml looks the next element up before it gives out the current one. If that was a child and is removed,
#   the loop goes through the removed part and ends: all of the page behind it is never visited. If the emptied
#   element had no children, the loop goes on, so that small tests pass. xml.etree goes on in both cases.
# Seen: the block "stated" below.
# Why it matters: a cleaner of mails strips styles and quotes up to the first quote with markup in it, and lets
#   through what follows.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q lxml==6.1.3; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
quote with text alone: lxml body p blockquote p | xml.etree body p blockquote p
quote with markup:     lxml body p blockquote b | xml.etree body p blockquote p
E

"$work/py/bin/python" - >"$work/seen" <<'E'
import xml.etree.ElementTree as standard

from lxml import etree


def visited(library, text):
    found = []
    for element in library.fromstring(text).iter():
        found.append(element.tag)
        if element.tag == "blockquote":
            del element[:]
            element.text = None
    return " ".join(found)


for name, inside in (("quote with text alone:", "old"), ("quote with markup:    ", "<b>old</b>")):
    page = f"<body><p>3</p><blockquote>{inside}</blockquote><p>new</p></body>"
    print(name, "lxml", visited(etree, page), "| xml.etree", visited(standard, page))
E

if diff "$work/stated" "$work/seen"; then
  echo "as stated: lxml ends iter() at an element that is emptied"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
