"""HTTP conventions of the API: authentication, conditional requests, waiting, quotas, idempotency, problem details."""
