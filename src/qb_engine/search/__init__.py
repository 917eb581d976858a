"""The look ahead: a race of moves over hidden worlds, exact endings, and chances of winning."""
