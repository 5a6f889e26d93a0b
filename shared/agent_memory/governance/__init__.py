"""Governance: memories age, move to the archive, come back, and go (requirements H1-H4, D2)."""
