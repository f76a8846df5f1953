#!/bin/sh
# An answer built by Perl's Mail::Box to a letter to two players: it comes from both of them, or from the one who is not answering.
#
# Expected: a reply's From is for the program to set, or is the one address that the letter was sent to; a letter's other readers are not its authors.
# With: Mail::Message 3.012 in Debian 12's libmail-message-perl 3.012-1.
# Behaviour: reply() takes all addresses of the letter's To for the From of the answer; Cc is not looked at, so that the player in Cc answers in the name of
#   the one in To. Without To nobody is the author. A subject of one letter behind "Re:" becomes "your mail"; "Re: Your turn" becomes "Re[2]: Your turn".
# Seen: the block "stated" below.
# Why it matters: a service that knows players by their From books the answer for somebody else or refuses it, and threads by subject break at "Re[2]:".
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
(cd "$work" && apt-get download -qq libmail-message-perl=3.012-1 libmime-types-perl libobject-realize-later-perl liburi-perl \
  libuser-identity-perl libtimedate-perl libmailtools-perl libio-stringy-perl libtext-unidecode-perl &&
  for package in *.deb; do dpkg-deb -x "$package" root; done) \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages (Debian 12 with its package lists is needed)"; exit 2; }

cat >"$work/stated" <<'E'
To: ann@example.org; Your turn => From: ann@example.org; Subject: Re: Your turn
To: ann@example.org, ben@example.org; Re: Your turn => From: ann@example.org, ben@example.org; Subject: Re[2]: Your turn
To: ann@example.org; Cc: ben@example.org; AW: Your turn => From: ann@example.org; Subject: Re: AW: Your turn
Bcc: ben@example.org; Re: 7 => From: Undisclosed senders:; Subject: Re[2]: your mail
E

cat >"$work/ask.pl" <<'E'
use strict;
use warnings;
use Mail::Message;

my @letters = (
    ["To: ann\@example.org", "Your turn"],
    ["To: ann\@example.org, ben\@example.org", "Re: Your turn"],
    ["To: ann\@example.org\nCc: ben\@example.org", "AW: Your turn"],
    ["Bcc: ben\@example.org", "Re: 7"],
);
for (@letters) {
    my ($to, $subject) = @$_;
    my $letter = Mail::Message->read("From: game\@example.org\n$to\nSubject: $subject\nMessage-ID: <1\@example.org>\n\nWhat now?\n");
    my $reply = $letter->reply;
    (my $shown = $to) =~ s/\n/; /;
    my $from = $reply->get("From") // "nobody";
    print "$shown; $subject => From: $from; Subject: ", $reply->get("Subject"), "\n";
}
E
PERL5LIB="$work/root/usr/share/perl5:$(echo "$work"/root/usr/lib/*/perl5/5.36)" perl "$work/ask.pl" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: Mail::Box answers in the name of all to whom a letter went"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
