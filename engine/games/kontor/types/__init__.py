"""The shapes of Kontor's JSON: state, view, events, moves and standing orders, as they are stored, logged and published."""
