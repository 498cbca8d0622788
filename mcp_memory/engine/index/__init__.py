"""Index adapters: derived, rebuilt by one command, never the only copy of anything."""
