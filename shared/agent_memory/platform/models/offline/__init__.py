"""Models that need no network. They are stand-ins and are named `offline` wherever they answered."""
