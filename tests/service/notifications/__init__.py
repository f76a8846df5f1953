"""The room for notifications: its registry, and that a kind and a channel can be added as the papers say."""
