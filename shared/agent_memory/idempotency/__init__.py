"""The first answer to a write, kept so that a retry gets it again instead of a second effect."""
