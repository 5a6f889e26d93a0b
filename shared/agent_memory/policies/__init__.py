"""Policies: how long what is remembered lives, per agent, with defaults of its org."""
