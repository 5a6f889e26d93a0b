"""Adapters to the outside: Postgres, keys, models, queues. Vendor errors are translated here, once."""
