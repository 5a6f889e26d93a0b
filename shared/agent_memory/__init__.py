"""Agent Memory: the service. Floors, from the top: api, capabilities, platform, core."""

__version__ = "0.1.0"
