"""Who is calling: API keys and the caller they prove."""
