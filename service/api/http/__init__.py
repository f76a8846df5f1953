"""HTTP conventions of the API: authentication, conditional requests, waiting, quotas, problem details."""
