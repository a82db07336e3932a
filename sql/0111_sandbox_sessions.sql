-- Sandboxes that developers keep open: a workflow owns each, and runs their programs in it one after another.

CREATE TABLE sandbox_sessions (
  -- The ledger_ref of its rows, and the workflow's id.
  id          text PRIMARY KEY,
  team_id     text NOT NULL REFERENCES teams,
  profile     text NOT NULL CHECK (profile IN ('python', 'data')),
  memory_mb   int NOT NULL CHECK (memory_mb > 0),
  state       text NOT NULL DEFAULT 'opening' CHECK (state IN ('opening', 'open', 'ended')),
  -- Why it ended.
  ended_because text CHECK (ended_because IN
    ('deleted', 'idle', 'lifetime', 'programs', 'lost', 'suspended', 'busy', 'unavailable')),
  idle_ms     int NOT NULL,
  lifetime_ms int NOT NULL,
  -- Who opened it.
  asked_by    jsonb NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  used_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- No sandbox lives longer, whatever happens to its workflow.
  ends_at     timestamptz(3) NOT NULL,
  ended_at    timestamptz(3),
  CHECK ((state = 'ended') = (ended_at IS NOT NULL)),
  CHECK ((state = 'ended') = (ended_because IS NOT NULL))
);
CREATE INDEX sandbox_sessions_of_team ON sandbox_sessions (team_id, created_at, id);
CREATE INDEX sandbox_sessions_not_ended ON sandbox_sessions (team_id, ends_at) WHERE state <> 'ended';

-- The programs that were given to a sandbox. Each is sealed under <session>/job/<n>, and so is its outcome.
CREATE TABLE sandbox_programs (
  session_id text NOT NULL REFERENCES sandbox_sessions,
  n          int NOT NULL CHECK (n >= 1),
  team_id    text NOT NULL REFERENCES teams,
  state      text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'lost', 'suspended', 'refused')),
  -- Who asked for it.
  asked_by   jsonb NOT NULL,
  timeout_ms int NOT NULL,
  -- When the sandbox's workflow was told of it.
  told_at    timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  ended_at   timestamptz(3),
  PRIMARY KEY (session_id, n),
  CHECK ((state = 'waiting') = (ended_at IS NULL))
);

CREATE INDEX sandbox_programs_untold ON sandbox_programs (created_at) WHERE state = 'waiting' AND told_at IS NULL;

GRANT SELECT, INSERT, UPDATE ON sandbox_sessions, sandbox_programs TO pramaan_app;
