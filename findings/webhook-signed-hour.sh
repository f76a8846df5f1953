#!/bin/sh
# A webhook signed at 18:00 in Berlin: the Python libraries sign for 18:00 in UTC, and no receiver accepts it.
#
# Expected: sign() takes a datetime with its zone; one instant has one signature, and it is that of the timestamp that goes into
#   the header, int(moment.timestamp()).
# With: standardwebhooks 1.1.0, svix 2.9.1 (PyPI).
# Behaviour: both put UTC in place of the zone of the datetime instead of converting it. What they sign is as many hours off as
#   the zone. A datetime in UTC is right, and so is one without a zone, if it means UTC.
# Seen: the block "stated" below: whether verify() accepts the signature beside the header's timestamp.
# Why it matters: datetime.now().astimezone() works on every server that runs in UTC, so in tests and in CI; on a machine in
#   Berlin, or with the player's zone, every notice is refused as forged, and no notice of a turn arrives.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q standardwebhooks==1.1.0 svix==2.9.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
standardwebhooks UTC: accepted
standardwebhooks Europe/Berlin: No matching signature found
svix UTC: accepted
svix Europe/Berlin: No matching signature found
E

"$work/py/bin/python" - >"$work/seen" <<'E'
import base64
import datetime
import zoneinfo

import standardwebhooks
import svix

SECRET = base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
BODY = '{"turn": 7}'
now = datetime.datetime.now(datetime.UTC)
for library in (standardwebhooks, svix):
    webhook = library.Webhook(SECRET)
    for zone in ("UTC", "Europe/Berlin"):
        moment = now.astimezone(zoneinfo.ZoneInfo(zone))
        signature = webhook.sign("msg_1", moment, BODY)
        headers = {"webhook-id": "msg_1", "webhook-timestamp": str(int(moment.timestamp())), "webhook-signature": signature}
        try:
            webhook.verify(BODY, headers)
        except (standardwebhooks.WebhookVerificationError, svix.WebhookVerificationError) as refusal:
            print(f"{library.__name__} {zone}: {refusal}")
        else:
            print(f"{library.__name__} {zone}: accepted")
E

if diff "$work/stated" "$work/seen"; then
  echo "as stated: a webhook signed with a datetime in another zone than UTC is refused"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
