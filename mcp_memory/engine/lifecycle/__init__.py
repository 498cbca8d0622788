"""What happens to a memory after it was stored: corrected, forgotten, restored, purged on request."""
