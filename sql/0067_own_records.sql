-- Records of kinds that a team made up, such as purchase orders. Its own verticals look them up and write them.

CREATE TABLE own_records (
  team_id    text NOT NULL REFERENCES teams,
  collection text NOT NULL CHECK (collection ~ '^[a-z][a-z0-9_]{0,39}$'),
  -- Digest of the record's key, which may contain an identifier.
  key        bytea NOT NULL,
  -- Id of the key that made the digest.
  digest_key text,
  -- The record with its key as JSON, sealed, because it may contain identifiers.
  key_id     text NOT NULL,
  sealed     bytea NOT NULL,
  -- The run that wrote it; null for a record that came through the API. An erasure of the run's case deletes the record.
  run_id     text,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (team_id, collection, key)
);
CREATE INDEX own_records_by_run ON own_records (run_id) WHERE run_id IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON own_records TO pramaan_app;
