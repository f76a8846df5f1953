"""Makes the generated parts of the published clients from ``openapi/openapi.json``, and checks that they are current."""
