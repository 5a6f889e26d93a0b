"""Recall: what an agent should know of this user for this question, as ranked items and as a context block."""
