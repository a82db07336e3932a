-- Teams, their API keys, and the roles that the service and the ledger run as.

DO $$
BEGIN
  -- Roles belong to the cluster, not to the database: another database may have made them, even just now.
  BEGIN CREATE ROLE pramaan_app NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END;
  BEGIN CREATE ROLE pramaan_ledger NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END;
END $$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO pramaan_app, pramaan_ledger;

CREATE TABLE teams (
  id         text PRIMARY KEY CHECK (id ~ '^team_[0-9a-z]{1,40}$'),
  name       text NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE api_keys (
  id           text PRIMARY KEY CHECK (id ~ '^key_[0-9a-z]{1,40}$'),
  team_id      text NOT NULL REFERENCES teams,
  name         text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- The first characters of the key, enough to tell keys apart in a list.
  prefix       text NOT NULL,
  key_hash     bytea NOT NULL UNIQUE CHECK (octet_length(key_hash) = 32),
  scopes       text[] NOT NULL,
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  expires_at   timestamptz(3),
  revoked_at   timestamptz(3),
  last_used_at timestamptz(3)
);
CREATE INDEX api_keys_by_team ON api_keys (team_id, created_at);

GRANT SELECT, INSERT ON teams TO pramaan_app;
GRANT SELECT, INSERT, UPDATE ON api_keys TO pramaan_app;
GRANT SELECT, REFERENCES ON teams TO pramaan_ledger;
