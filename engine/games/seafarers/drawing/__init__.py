"""The picture of the table: the map with all that stands on it, the players' panels, the viewer's own cards."""
