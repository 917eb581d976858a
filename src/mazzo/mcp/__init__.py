"""Tools for assistants: an MCP server that plays, coaches and explains both games (extra ``mcp``)."""
