"""The JSON documents of every command: one type each."""
