-- Vertical runs: the row that a poller reads. A run's steps are its ledger rows; they are not stored twice.

-- The raw case, sealed under a key of its own. Destroying wrapped_key erases the case for good.
CREATE TABLE case_vault (
  ref         text PRIMARY KEY,
  team_id     text NOT NULL REFERENCES teams,
  key_id      text NOT NULL,
  wrapped_key bytea,
  sealed      bytea,
  created_at  timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE runs (
  id          text PRIMARY KEY CHECK (id ~ '^run_[0-9a-z]{1,40}$'),
  team_id     text NOT NULL REFERENCES teams,
  vertical    text NOT NULL,
  mode        text NOT NULL CHECK (mode IN ('simulated', 'live')),
  status      text NOT NULL CHECK (status IN ('running', 'succeeded', 'error')),
  ledger_ref  text NOT NULL UNIQUE,
  -- The caller's own case id, masked; null where the case has none.
  case_id     text,
  decision    text,
  reasons     jsonb NOT NULL DEFAULT '[]',
  risk        jsonb,
  error       jsonb,
  -- When the engine is known to hold the run's workflow; null means that the sweeper still has to start it.
  started_at  timestamptz(3),
  cancel_requested_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  finished_at timestamptz(3),
  CHECK ((status = 'running') = (finished_at IS NULL)),
  CHECK (status <> 'error' OR error IS NOT NULL)
);
CREATE INDEX runs_by_team ON runs (team_id, created_at DESC, id DESC);
CREATE INDEX runs_running ON runs (created_at) WHERE status = 'running';

-- One row per Idempotency-Key of a team and route. response is null while the first request is under way.
CREATE TABLE idempotency_keys (
  team_id      text NOT NULL REFERENCES teams,
  route        text NOT NULL,
  key          text NOT NULL,
  fingerprint  bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
  status       integer,
  response     jsonb,
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, route, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

GRANT SELECT, INSERT, UPDATE ON runs, case_vault TO pramaan_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO pramaan_app;
