"""The memory (L1): one atomic statement about one user."""
