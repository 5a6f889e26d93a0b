"""Language and embedding models: endpoints, and the offline stand-ins."""
