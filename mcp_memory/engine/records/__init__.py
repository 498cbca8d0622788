"""The records adapter: SQLite is the truth; everything else is derived from it."""
