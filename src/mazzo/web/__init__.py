"""The web table: both games in a browser. It parses a request, calls one use case and shows the value as a page."""
