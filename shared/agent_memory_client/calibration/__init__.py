"""Measures how well a model tells repetitions from near misses, and proposes the thresholds that belong to it.

For whoever operates the service: it calls the models named by the environment, and needs no API key.
"""
