"""The conversation (L0): raw turns of a session, and the jobs that turn them into memories."""
