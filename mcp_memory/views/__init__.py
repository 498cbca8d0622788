"""The shapes shown outside, each with `.of(domain value)`: chosen fields only, empty ones left out.

What is shown of a memory is framed as a record: when, on whose word, why it was found. No shape carries a vector, a
score or a path, and none grows past its cap. Nothing is decided, looked up or translated here.
"""
