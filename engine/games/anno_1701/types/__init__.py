"""The shapes of Anno 1701's JSON: state, view, events, moves and standing orders, as they are stored, logged and published."""
