"""Connections to Redis: one server, a cluster or Sentinels; retries, errors, scripts, durability."""
