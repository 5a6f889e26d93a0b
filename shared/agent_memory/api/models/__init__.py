"""Request and response models: the contract's JSON, camelCase, in one place per resource."""
