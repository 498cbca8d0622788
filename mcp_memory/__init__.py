"""Layered, reviewable long-term memory for any agent, over MCP, offline."""

__version__ = "0.1.0"
