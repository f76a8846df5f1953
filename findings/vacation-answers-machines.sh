#!/bin/sh
# An absence note by GNU Mailutils' Sieve: it answers letters of machines and lists, other absence notes included, and does not say that it is one.
#
# Expected: what answers by itself is silent to letters with "Auto-Submitted: auto-generated" or "auto-replied" and to lists, and its own answer carries
#   "Auto-Submitted: auto-replied" (RFC 3834, 2 and 3.1.7; RFC 5230, 4.6, for Sieve's vacation).
# With: mailutils 1:3.15-4 and maildrop 2.9.3-2.1 (its mailbot), of Debian 12.
# Behaviour: Mailutils' vacation is silent to "Precedence: bulk" only. Its answer has no Auto-Submitted, goes to From where the letter has Reply-To, and
#   its In-Reply-To begins with "Your message of". Once per sender in a number of days is all that ends a loop of two. mailbot does as the RFC says.
# Seen: the block "stated" below.
# Why it matters: a service that knows absence notes by Auto-Submitted takes these for words of the player. It has to answer what it cannot read once at
#   most, and never by an address from which a move could be meant.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
(cd "$work" && apt-get download -qq mailutils=1:3.15-4 libmailutils9 libgsasl18 libgssglue1 libntlm0 libmariadb3 libltdl7 guile-3.0-libs libgc1 \
  libldap-2.5-0 libsasl2-2 libfribidi0 libunistring2 libgdbm6 maildrop=2.9.3-2.1 courier-authlib libcourier-unicode4 libpcre3 &&
  for package in *.deb; do dpkg-deb -x "$package" root; done) \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages (Debian 12 with its package lists is needed)"; exit 2; }
LD_LIBRARY_PATH=$(find "$work/root/usr/lib" -name '*.so*' -printf '%h\n' | sort -u | tr '\n' ':')
HOME=$work
export LD_LIBRARY_PATH HOME
for program in sieve mailbot; do
  ! ldd "$work/root/usr/bin/$program" | grep "not found" || { echo "cannot run $program here"; exit 2; }
done

cat >"$work/stated" <<'E'
no such header: Mailutils answers to game@example.org without Auto-Submitted; mailbot answers to game@example.org with Auto-Submitted
Reply-To: game+7@example.org: Mailutils answers to game@example.org without Auto-Submitted; mailbot answers to game+7@example.org with Auto-Submitted
Auto-Submitted: auto-generated: Mailutils answers to game@example.org without Auto-Submitted; mailbot is silent
Auto-Submitted: auto-replied: Mailutils answers to game@example.org without Auto-Submitted; mailbot is silent
List-Id: <game.example.org>: Mailutils answers to game@example.org without Auto-Submitted; mailbot is silent
Precedence: bulk: Mailutils is silent; mailbot is silent
E

cd "$work"
printf 'require "vacation";\nvacation :subject "Away" "I am away.";\n' >away.sieve
echo "I am away." >away
printf '#!/bin/sh\ncat >"%s/sent"\n' "$work" >post
chmod +x post
described() {
  if [ -s sent ]; then
    to=$(sed -n 's/^To: .*\(game[+7]*@example.org\).*/\1/p' sent)
    echo "answers to $to $(grep -q '^Auto-Submitted: auto-replied' sent && echo with || echo without) Auto-Submitted"
  else
    echo "is silent"
  fi
}
for header in "no such header" "Reply-To: game+7@example.org" "Auto-Submitted: auto-generated" "Auto-Submitted: auto-replied" \
  "List-Id: <game.example.org>" "Precedence: bulk"; do
  {
    printf 'From: Game <game@example.org>\nTo: ann@example.net\nSubject: Your turn\nMessage-ID: <1@example.org>\n'
    case $header in no*) ;; *) echo "$header" ;; esac
    printf 'Date: Mon, 01 Jun 2026 10:00:00 +0000\n\nYour turn.\n'
  } >letter
  { echo "From game@example.org Mon Jun  1 10:00:00 2026" && cat letter && echo; } >box
  rm -f sent .vacation*
  root/usr/bin/sieve -e ann@example.net -f "$work/box" -L "$(dirname "$(find "$work/root" -name vacation.so)")" -M "sendmail:$work/post" away.sieve >log 2>&1
  mailutils=$(described)
  root/usr/bin/mailbot -t away cat <letter >sent
  echo "$header: Mailutils $mailutils; mailbot $(described)"
done >seen

if diff stated seen; then
  echo "as stated: Mailutils' absence notes answer machines and do not say that they are ones"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
