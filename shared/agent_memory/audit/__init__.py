"""The audit trail: what was done to whom by whom, never what was said."""
