-- Turns are found by meaning too. Those that were read before have no vector and are found by their words alone.

ALTER TABLE turn_search ADD COLUMN embedding_model text;
ALTER TABLE turn_search ADD COLUMN embedding halfvec(1024);
ALTER TABLE turn_search ALTER COLUMN embedding SET STORAGE PLAIN;

-- What a deleted memory was made of is kept as it was said, and recalled no more.
ALTER TABLE turn_search ADD COLUMN recallable boolean NOT NULL DEFAULT true;
GRANT UPDATE (recallable) ON turn_search TO app;
