"""What an org may use: requests per minute, and how much it may keep."""
