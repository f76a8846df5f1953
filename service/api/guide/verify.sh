# Which key signs, said by the server. Better: the key you noted when the match began.
KEY=$(python3 -c 'import json, os, urllib.request as web
print(json.load(web.urlopen(os.environ["SIEGELPOST_SERVER"] + "/v1/meta"))["keys"][0]["public_key"])')
siegelpost verify match.jsonl --key "$KEY"
