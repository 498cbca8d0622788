"""From a question to the memories that answer it, within a token budget."""
