"""From turns to memories: extract, decide duplicate / correction / new, and write once."""
