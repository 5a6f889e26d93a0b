-- Turns are found by meaning too. Those that were read before have no vector and are found by their words alone.

ALTER TABLE turn_search ADD COLUMN embedding_model text;
ALTER TABLE turn_search ADD COLUMN embedding halfvec(1024);
ALTER TABLE turn_search ALTER COLUMN embedding SET STORAGE PLAIN;
