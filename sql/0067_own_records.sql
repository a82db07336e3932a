-- Records of kinds that a team made up, such as purchase orders. Its own verticals look them up and write them.

CREATE TABLE own_records (
  team_id     text NOT NULL REFERENCES teams,
  collection  text NOT NULL CHECK (collection ~ '^[a-z][a-z0-9_]{0,39}$'),
  -- Chosen by the institution. The API refuses a key that contains an identifier.
  key         text NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
  -- The record as JSON, sealed under a key of its own, because it may contain identifiers.
  key_id      text NOT NULL,
  wrapped_key bytea NOT NULL,
  sealed      bytea NOT NULL,
  -- The run that wrote it; null for a record that came through the API.
  run_id      text,
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (team_id, collection, key)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON own_records TO pramaan_app;
