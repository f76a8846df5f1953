"""Pictures: SVG drawn as PNG by processes of their own."""
