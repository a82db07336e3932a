-- Several models: what is known of each, which of them a team may use, and which tokens were read from a provider's cache.

-- One row for each model of the settings, written by the workers that ask it.
CREATE TABLE model_states (
  model      text PRIMARY KEY,
  -- Digest of the server's address, its API and the model's name there. If it changes, nothing else in the row still holds.
  server     text NOT NULL,
  -- What the server refused in requests, such as `max_tokens`.
  refused    text[] NOT NULL DEFAULT '{}',
  -- The last outcome, and when it was: null until the model has been asked for the first time.
  state      text CHECK (state IN ('up', 'down')),
  -- Class of the failure while the state is `down`, such as `model_auth`.
  code       text,
  seen_at    timestamptz(3),
  CHECK ((state IS NULL) = (seen_at IS NULL)),
  CHECK (code IS NULL OR state = 'down')
);

-- The models that a team may use. A team without rows may use all of them.
CREATE TABLE team_models (
  team_id    text NOT NULL REFERENCES teams,
  model      text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, model)
);

-- Whether the request named the model. A run that left it open follows the settings if they change.
ALTER TABLE agent_runs ADD COLUMN model_chosen boolean NOT NULL DEFAULT false;
ALTER TABLE agent_runs ADD COLUMN cached_tokens bigint NOT NULL DEFAULT 0;
ALTER TABLE agent_turns ADD COLUMN cached_tokens bigint NOT NULL DEFAULT 0;

GRANT SELECT, INSERT, UPDATE ON model_states TO pramaan_app;
GRANT SELECT, INSERT, DELETE ON team_models TO pramaan_app;
