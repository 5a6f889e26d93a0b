"""Read triggers: what a message says about whether memory is needed to answer it, and how deep to read."""
