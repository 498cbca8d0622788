"""The present: sessions, what is said and done in them, and when they reach a boundary."""
