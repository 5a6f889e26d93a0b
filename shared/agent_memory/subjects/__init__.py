"""The subject: a person as one org knows them; the unit of encryption, locking and erasure."""
