"""Consolidation: many episodes become rules and procedures, through gates."""
