"""Webhooks: real receivers, real requests."""
