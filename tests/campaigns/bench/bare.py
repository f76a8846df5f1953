"""The baseline of ``seal``: the barest Flask route that answers only after one durable write of what it was sent."""

import os

import redis
from flask import Flask, Response, request

app = Flask("tests.campaigns.bench.bare")
store = redis.Redis.from_url(os.environ["REDIS_URL"], socket_timeout=5, protocol=2)


@app.get("/")
def ready() -> str:
    return "ready"


@app.put("/<key>")
def put(key: str) -> Response:
    store.set(f"bare:{key}", request.get_data())
    return Response(b'{"stored":true}', content_type="application/json")
