"""The engine knows memory and nothing else: no protocol, no terminal, no web."""
