#!/bin/sh
# A reply that starts with the word "On" has its lines glued together, without even a space.
#
# Expected: a reply parser joins a wrapped "On <date> <name> wrote:" header to find it, and leaves the rest of the
#   text as it is. A mail without any quotation comes back unchanged.
# With: email-reply-parser 0.5.12 (PyPI). For comparison: mail-parser-reply 1.36.
# Behaviour: email-reply-parser takes everything from the word "On" to the first "wrote:" anywhere below it for one
#   header, removes its line breaks, and then keeps the result as the player's own words if another
#   word follows "wrote:" on that line. mail-parser-reply returns the text unchanged.
# Seen: the block "stated" below.
# Why it matters: orders stand one to a line. Here three lines become one, and "I goA PAR - BURAnn" names no unit.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q email-reply-parser==0.5.12 mail-parser-reply==1.36; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
mail:               'On turn two I go\nA PAR - BUR\nAnn wrote: nonsense\nF BRE - MAO'
email-reply-parser: 'On turn two I goA PAR - BURAnn wrote: nonsense\nF BRE - MAO'
mail-parser-reply:  'On turn two I go\nA PAR - BUR\nAnn wrote: nonsense\nF BRE - MAO'
mail:               'In turn two I go\nA PAR - BUR\nAnn wrote: nonsense\nF BRE - MAO'
email-reply-parser: 'In turn two I go\nA PAR - BUR\nAnn wrote: nonsense\nF BRE - MAO'
mail-parser-reply:  'In turn two I go\nA PAR - BUR\nAnn wrote: nonsense\nF BRE - MAO'
mail:               'On turn two I go\nA PAR - BUR\nF BRE - MAO'
email-reply-parser: 'On turn two I go\nA PAR - BUR\nF BRE - MAO'
mail-parser-reply:  'On turn two I go\nA PAR - BUR\nF BRE - MAO'
E

"$work/py/bin/python" - >"$work/seen" <<'E'
from email_reply_parser import EmailReplyParser as Joining
from mailparser_reply import EmailReplyParser as Leaving

mails = (
    "On turn two I go\nA PAR - BUR\nAnn wrote: nonsense\nF BRE - MAO",
    "In turn two I go\nA PAR - BUR\nAnn wrote: nonsense\nF BRE - MAO",
    "On turn two I go\nA PAR - BUR\nF BRE - MAO",
)
for mail in mails:
    print("mail:              ", repr(mail))
    print("email-reply-parser:", repr(Joining.parse_reply(mail)))
    print("mail-parser-reply: ", repr(Leaving(languages=["en"]).read(mail).latest_reply))
E

if diff "$work/stated" "$work/seen"; then
  echo "as stated: email-reply-parser glues the lines of a reply from 'On' to 'wrote:'"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
