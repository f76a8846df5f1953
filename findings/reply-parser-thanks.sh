#!/bin/sh
# A sentence that begins with "Thanks" is a signature in English, and text in German: what it says is gone.
#
# Expected: a reply parser takes a closing for the beginning of a signature if it is one: "Thanks,", alone on its line.
#   A sentence that goes on ("Thanks, but only if Ben passes.") is text, in every language alike.
# With: mail-parser-reply 1.36 (PyPI).
# Behaviour: in `.body`, which is the reply without its signature, everything from the word "Thanks," on is missing,
#   whatever follows on that line and below; German "Danke, ..." stays. A line "Sent from my iPhone" takes what was
#   typed below it along, so that nothing at all is left of such a reply.
# Seen: the block "stated" below.
# Why it matters: the condition vanishes, and "3" alone is played.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q mail-parser-reply==1.36; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
'3\n\nThanks, but only if Ben passes.' -> '3'
'3\n\nThanks, but only if Ben passes.\nElse 4.' -> '3'
'3\n\nDanke, aber nur wenn Ben passt.' -> '3\n\nDanke, aber nur wenn Ben passt.'
'3\n\nBut only if Ben passes, thanks.' -> '3\n\nBut only if Ben passes, thanks.'
'Sent from my iPhone\n\n3' -> ''
E

"$work/py/bin/python" - >"$work/seen" <<'E'
from mailparser_reply import EmailReplyParser

for mail in (
    "3\n\nThanks, but only if Ben passes.",
    "3\n\nThanks, but only if Ben passes.\nElse 4.",
    "3\n\nDanke, aber nur wenn Ben passt.",
    "3\n\nBut only if Ben passes, thanks.",
    "Sent from my iPhone\n\n3",
):
    print(repr(mail), "->", repr(EmailReplyParser(languages=["en", "de"]).read(mail).replies[0].body))
E

if diff "$work/stated" "$work/seen"; then
  echo "as stated: mail-parser-reply drops a sentence that begins with 'Thanks,'"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
