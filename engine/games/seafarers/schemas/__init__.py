"""JSON Schemas: of moves and options by hand, of views and events from the types."""
