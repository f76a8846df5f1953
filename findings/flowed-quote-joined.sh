#!/bin/sh
# A reply in format=flowed: postal-mime glues the writer's line to the quote above it, quote marks and all.
#
# Expected: whoever undoes format=flowed keeps quotes apart. A line is joined with the next one only if both are quoted
#   equally deep, and the marks of the second go (RFC 3676, 4.5 and 4.6). So "> pass \n3" stays two lines.
# With: postal-mime 4.0.0, mailparser 3.14.2 (npm).
# Behaviour: postal-mime joins every line that ends in a blank with the next one, whatever either begins with: the
#   marks of quoted lines end up inside the text, and an unquoted line below becomes part of the quote. mailparser
#   keeps depths apart, but joins the line of a signature ("-- ") to a paragraph above it that ends in a blank.
# Seen: the block "stated" below.
# Why it matters: Thunderbird, mutt and other programs send quotes so. Code that drops lines with ">" drops the answer.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" postal-mime@4.0.0 mailparser@3.14.2 \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
mail:        "> Answer by Monday \n> or pass.\n\n3"
postal-mime: "> Answer by Monday > or pass.\n\n3"
mailparser:  "> Answer by Monday or pass.\n\n3"
mail:        "> pass \n3"
postal-mime: "> pass 3"
mailparser:  "> pass \n3"
mail:        "> sech \n> sunddreissig" (DelSp)
postal-mime: "> sech> sunddreissig"
mailparser:  "> sechsunddreissig"
mail:        "3 \n-- \nAnn"
postal-mime: "3 -- Ann"
mailparser:  "3 -- Ann"
E

cat >"$work/ask.mjs" <<'E'
import { simpleParser } from "mailparser";
import PostalMime from "postal-mime";

const mails = [["> Answer by Monday \n> or pass.\n\n3", ""], ["> pass \n3", ""],
  ["> sech \n> sunddreissig", "; delsp=yes"], ["3 \n-- \nAnn", ""]];
for (const [text, more] of mails) {
  const raw = `From: ann@example.org\nMIME-Version: 1.0\nContent-Type: text/plain; format=flowed${more}\n\n${text}\n`
    .replaceAll("\n", "\r\n");
  console.log("mail:       ", JSON.stringify(text) + (more && " (DelSp)"));
  console.log("postal-mime:", JSON.stringify((await PostalMime.parse(raw)).text.trimEnd()));
  console.log("mailparser: ", JSON.stringify((await simpleParser(raw)).text.trimEnd()));
}
E
node "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: postal-mime joins flowed lines across quote depths"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
