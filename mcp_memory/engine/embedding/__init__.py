"""Embedding adapters: text in, unit vectors out."""
