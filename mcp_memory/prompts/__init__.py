"""The prompts a person can pick."""
