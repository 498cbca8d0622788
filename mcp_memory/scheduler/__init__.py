"""When background work happens, never what it does."""
