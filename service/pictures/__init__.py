"""Pictures: SVG to PNG in processes of their own."""
