#!/bin/sh
# A letter with "Reply-To: game+7@": three mail programs answer to another address, one of them by its command for just that.
#
# Expected: an answer goes to Reply-To if there is one (RFC 5322, 3.6.2); From is the address only without it. A command "reply to the
#   sender" takes Reply-To as well, and only "reply to all" adds more.
# With: s-nail 14.9.24-2, bsd-mailx 8.1.2-0.20220412cvs-1, notmuch 0.37-1 (Debian 12's packages).
# Behaviour: s-nail answers to From; Reply-To counts with "set reply-to-honour", which the system's configuration sets in Debian and a run
#   with -n or with an own one does not. bsd-mailx: "reply" goes to Reply-To, "Reply" to From. notmuch goes to Reply-To, but if
#   the letter's To is the same address (as in a letter to a table whose players are hidden), it takes Reply-To for
#   the doing of a mailing list and answers to From.
# Seen: the block "stated" below: to whom the draft of the answer is addressed.
# Why it matters: where the answer's address says which game and seat it is for, moves of these players land in the mailbox behind From.
#   The key must be in more than Reply-To: in From, or in the subject or the References as well.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
(cd "$work" && apt-get download -qq s-nail=14.9.24-2 bsd-mailx=8.1.2-0.20220412cvs-1 liblockfile1=1.17-1+b1 \
  notmuch=0.37-1+b1 libnotmuch5=0.37-1+b1 libgmime-3.0-0 libtalloc2 libxapian30 libsexp1 libgpgme11 &&
  for package in *.deb; do dpkg-deb -x "$package" root; done) \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages (Debian 12 with its package lists is needed)"; exit 2; }
LD_LIBRARY_PATH=$(dirname "$(find "$work/root/usr/lib" -name 'libnotmuch.so.5')")
PATH=$work/root/usr/bin:$PATH
HOME=$work
NOTMUCH_CONFIG=$work/config
LC_ALL=C
export LD_LIBRARY_PATH PATH HOME NOTMUCH_CONFIG LC_ALL
for program in s-nail bsd-mailx notmuch; do
  ! ldd "$work/root/usr/bin/$program" | grep "not found" || { echo "cannot run $program here"; exit 2; }
done

cat >"$work/stated" <<'E'
s-nail -n, reply, letter to ann@example.net: game@example.org
s-nail -n, reply, letter to game+7@example.org: game@example.org game+7@example.org
s-nail -n with reply-to-honour, reply, letter to ann@example.net: game+7@example.org
s-nail -n with reply-to-honour, reply, letter to game+7@example.org: game+7@example.org
bsd-mailx, reply, letter to ann@example.net: game+7@example.org
bsd-mailx, reply, letter to game+7@example.org: game+7@example.org
bsd-mailx, Reply, letter to ann@example.net: game@example.org
bsd-mailx, Reply, letter to game+7@example.org: game@example.org
notmuch reply --reply-to=sender, letter to ann@example.net: game+7@example.org
notmuch reply --reply-to=sender, letter to game+7@example.org: game@example.org
E

letter() {
  printf 'From: Game <game@example.org>\nTo: %s\nReply-To: Game <game+7@example.org>\nMessage-ID: <1@example.org>\n' "$1"
  printf 'Date: Mon, 01 Jun 2026 10:00:00 +0000\nSubject: Your turn\n\nYour turn.\n'
}
addressed() { sed -n 's/^ *To: //p' | grep -o '[a-z0-9+]*@example.org' | tr '\n' ' ' | sed 's/ $//'; }
ask() {
  name=$1
  shift
  for to in ann@example.net game+7@example.org; do
    { echo "From game@example.org Mon Jun  1 10:00:00 2026" && letter "$to" && echo; } >"$work/box"
    echo "$name, letter to $to: $(printf '%s 1\n~p\n~x\n' "$command" | "$@" -f "$work/box" 2>&1 | addressed)"
  done
}
{
  command=reply
  ask "s-nail -n, reply" s-nail -n -# -S from=ann@example.net
  ask "s-nail -n with reply-to-honour, reply" s-nail -n -# -S from=ann@example.net -S reply-to-honour
  ask "bsd-mailx, reply" bsd-mailx -n -N -I
  command=Reply
  ask "bsd-mailx, Reply" bsd-mailx -n -N -I
  for to in ann@example.net game+7@example.org; do
    rm -rf "$work/mail"
    mkdir -p "$work/mail/cur" "$work/mail/new" "$work/mail/tmp"
    letter "$to" >"$work/mail/new/1.example"
    printf '[database]\npath=%s/mail\n[user]\nname=Ann\nprimary_email=ann@example.net\n' "$work" >"$work/config"
    notmuch new >"$work/log" 2>&1
    echo "notmuch reply --reply-to=sender, letter to $to: $(notmuch reply --reply-to=sender id:1@example.org | addressed)"
  done
} >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: s-nail, bsd-mailx and notmuch do not always answer to Reply-To"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
