"""The agents of an org: who remembers."""
