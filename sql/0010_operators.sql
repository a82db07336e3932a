-- Operator runs: a model works on a desktop. What a run was asked for lies sealed in the vault under its id; its pictures
-- lie there under `<id>/screen/<n>`. Everything here is masked.

CREATE TABLE operator_runs (
  id                  text PRIMARY KEY CHECK (id ~ '^op_[0-9a-z]{1,40}$'),
  team_id             text NOT NULL REFERENCES teams,
  status              text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done')),
  success             boolean,
  result              text,
  -- `finish`, `cancelled`, or the bound or failure that ended it.
  ended_by            text,
  -- The name that the client was given for the run's desktop, whichever container stands in for it.
  sandbox_id          text NOT NULL,
  -- What the workflow is started with: ids and bounds.
  input               jsonb NOT NULL,
  -- The step whose screen was the last.
  final_step          integer,
  -- What a person is asked for, while one is.
  pending_approval    jsonb,
  started_at          timestamptz(3),
  cancel_requested_at timestamptz(3),
  created_at          timestamptz(3) NOT NULL DEFAULT now(),
  finished_at         timestamptz(3),
  CHECK ((status = 'done') = (finished_at IS NOT NULL AND success IS NOT NULL AND result IS NOT NULL))
);
CREATE INDEX operator_runs_by_team ON operator_runs (team_id, created_at DESC, id DESC);
CREATE INDEX operator_runs_running ON operator_runs (created_at) WHERE status = 'running';

-- One row an action. It is there before the action is begun, so that one whose end nobody saw is never done again.
CREATE TABLE operator_steps (
  run_id            text NOT NULL REFERENCES operator_runs,
  team_id           text NOT NULL REFERENCES teams,
  n                 integer NOT NULL CHECK (n >= 1),
  action            text NOT NULL,
  detail            text NOT NULL,
  status            text NOT NULL CHECK (status IN ('begun', 'done', 'refused', 'failed', 'interrupted')),
  -- Of the picture, as it lies sealed in the vault.
  screenshot_sha256 text,
  at                timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (run_id, n)
);

GRANT SELECT, INSERT, UPDATE ON operator_runs, operator_steps TO pramaan_app;
