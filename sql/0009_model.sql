-- The model layer: agent loops (live runs, agent tasks, analyses, operators), their messages and their use of a model.

-- One row a loop. A live run has its row in runs as well, under the same ledger_ref.
CREATE TABLE agent_runs (
  ledger_ref    text PRIMARY KEY,
  team_id       text NOT NULL REFERENCES teams,
  kind          text NOT NULL CHECK (kind IN ('live', 'task', 'analysis', 'operator')),
  -- The name that the provider is asked for.
  model         text NOT NULL,
  status        text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'succeeded', 'error')),
  -- How the loop ended: `answer`, `tool`, or the code of what stopped it.
  ended_by      text,
  budgets       jsonb NOT NULL,
  turns         integer NOT NULL DEFAULT 0,
  tool_calls    integer NOT NULL DEFAULT 0,
  input_tokens  bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  cost          double precision NOT NULL DEFAULT 0,
  created_at    timestamptz(3) NOT NULL DEFAULT now(),
  finished_at   timestamptz(3),
  CHECK ((status = 'running') = (finished_at IS NULL))
);
CREATE INDEX agent_runs_by_team ON agent_runs (team_id, created_at DESC);

-- What was said, sealed. Turn 0 holds the prompts. Part 0 of a turn is the model's own message; what follows are the
-- results of its calls, or the one correction, in order.
CREATE TABLE agent_messages (
  ledger_ref  text NOT NULL REFERENCES agent_runs,
  team_id     text NOT NULL REFERENCES teams,
  turn        integer NOT NULL CHECK (turn >= 0),
  part        integer NOT NULL CHECK (part >= 0),
  role        text NOT NULL CHECK (role IN ('system', 'user', 'assistant', 'tool')),
  key_id      text NOT NULL,
  wrapped_key bytea,
  sealed      bytea,
  -- Of a tool's result: what the workflow is told of the call. Masked, like a ledger row.
  told        jsonb,
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (ledger_ref, turn, part)
);

-- One complete turn of a model: what it cost, and what the workflow is told of it (no text).
CREATE TABLE agent_turns (
  ledger_ref    text NOT NULL REFERENCES agent_runs,
  team_id       text NOT NULL REFERENCES teams,
  turn          integer NOT NULL CHECK (turn >= 1),
  attempt       integer NOT NULL,
  -- As the provider names it in its reply.
  model         text NOT NULL,
  input_tokens  bigint NOT NULL,
  output_tokens bigint NOT NULL,
  cost          double precision NOT NULL,
  duration_ms   integer NOT NULL,
  told          jsonb NOT NULL,
  created_at    timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (ledger_ref, turn)
);
CREATE INDEX agent_turns_of_team ON agent_turns (team_id, created_at);

GRANT SELECT, INSERT, UPDATE ON agent_runs, agent_messages TO pramaan_app;
GRANT SELECT, INSERT ON agent_turns TO pramaan_app;
