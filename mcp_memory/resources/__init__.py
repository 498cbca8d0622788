"""The nouns a client can read, one file each."""
