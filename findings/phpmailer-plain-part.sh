#!/bin/sh
# "<p>Your move:</p><p>36 Tea</p>" by PHPMailer: the plain part that it makes reads "Your move:36 Tea", lists lose their numbers, and a struck-out word stays.
#
# Expected: a library that offers to make the plain part of an HTML mail breaks lines where the HTML does.
# With: PHPMailer 6.6.3 (Debian 12's libphp-phpmailer) and PHP 8.2.
# Behaviour: msgHTML() takes out <head>, <style> and <script>, then strips the tags and decodes entities. Nothing stands for <br>, the end of a
#   paragraph, a list's item or a table's cell, and a link's address is gone. Its manual shows how to pass a converter of one's own.
# Seen: the block "stated" below.
# Why it matters: who reads or answers mails as text sees "36" and "2 Coin" as "362 Coin". A service that parses what PHP software sent must not
#   prefer the plain part for being plain.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
(cd "$work" && apt-get download -qq libphp-phpmailer=6.6.3-1 php8.2-cli php8.2-common libargon2-1 libsodium23 libxml2 libedit2 libbsd0 libmd0 &&
  for package in *.deb; do dpkg-deb -x "$package" root; done) \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages (Debian 12 with its package lists is needed)"; exit 2; }

cat >"$work/stated" <<'E'
"Your move:36 Tea"
"Your move:36 TeaAnswer with a number."
"362 Coin"
"Play 3 4. The table."
E

cat >"$work/ask.php" <<'E'
<?php
foreach (["Exception", "PHPMailer"] as $part) {
    require "$argv[1]/$part.php";
}
foreach ([
    "<p>Your move:</p><p>36 Tea</p>",
    "Your move:<br><ol start=\"3\"><li>36 Tea</li></ol>Answer with a number.",
    "<table><tr><td>36</td><td>2 Coin</td></tr></table>",
    "Play <del>3</del> 4. <a href=\"https://game.example/1\">The table</a>.",
] as $html) {
    $mail = new PHPMailer\PHPMailer\PHPMailer(true);
    $mail->msgHTML($html);
    echo json_encode($mail->AltBody), "\n";
}
E
libraries=$(echo "$work"/root/usr/lib/*-linux-gnu)
LD_LIBRARY_PATH="$libraries" "$work/root/usr/bin/php8.2" -n -d extension_dir="$(echo "$work"/root/usr/lib/php/2*)" -d extension=ctype -d extension=iconv \
  "$work/ask.php" "$work/root/usr/share/php/libphp-phpmailer/src" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: PHPMailer runs the lines of an HTML mail together"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
