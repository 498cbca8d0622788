"""How something said becomes a memory. Never creates a semantic memory by itself."""
