"""The published OpenAPI document, made from the routes, the games and recorded examples."""
