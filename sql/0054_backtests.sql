-- Backtests: finished runs of a team, decided again under two versions of a rule set, with no effect on them.
CREATE TABLE rule_set_backtests (
  id               text PRIMARY KEY,
  team_id          text NOT NULL REFERENCES teams,
  rule_set_id      text NOT NULL REFERENCES rule_sets,
  vertical         text NOT NULL,
  -- Both versions as they were at the start, because a draft may be replaced. `pin` and `against` name them.
  pin              jsonb NOT NULL,
  document         text NOT NULL,
  against          jsonb NOT NULL,
  against_document text NOT NULL,
  -- Runs that were created in this time, newest first, at most `total`.
  from_at          timestamptz(3),
  to_at            timestamptz(3) NOT NULL,
  total            int NOT NULL,
  state            text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'succeeded', 'failed')),
  done             int NOT NULL DEFAULT 0,
  -- The last run that was decided again.
  cursor_at        timestamptz(3),
  cursor_id        text,
  -- Numbers so far and the largest differences, masked.
  result           jsonb NOT NULL,
  asked_by         jsonb NOT NULL,
  created_at       timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at       timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  started_at       timestamptz(3),
  finished_at      timestamptz(3),
  CHECK ((state = 'running') = (finished_at IS NULL)),
  CHECK ((cursor_at IS NULL) = (cursor_id IS NULL))
);
CREATE INDEX rule_set_backtests_running ON rule_set_backtests (team_id, created_at) WHERE state = 'running';
-- The runs of a backtest, newest first.
CREATE INDEX runs_to_backtest ON runs (team_id, vertical, created_at, id) WHERE status = 'succeeded';

GRANT SELECT, INSERT, UPDATE ON rule_set_backtests TO pramaan_app;
