-- Reviews of calls that a team's policy wants asked, of operators' actions, and of sampled approvals.

ALTER TABLE reviews
  DROP CONSTRAINT reviews_kind_check,
  ADD CONSTRAINT reviews_kind_check
    CHECK (kind IN ('escalation', 'payout', 'tool_call', 'operator', 'quality')),
  DROP CONSTRAINT reviews_state_check,
  -- `superseded`: what it asked is over, because the case was submitted again, the run ended or somebody answered elsewhere.
  ADD CONSTRAINT reviews_state_check CHECK (state IN ('open', 'decided', 'expired', 'superseded')),
  DROP CONSTRAINT reviews_on_expiry_check,
  -- `refuse`: what was asked is refused.
  ADD CONSTRAINT reviews_on_expiry_check CHECK (on_expiry IN ('refer', 'stay', 'refuse')),
  -- An operator's action belongs to no vertical.
  ALTER COLUMN vertical DROP NOT NULL;

-- A case that is submitted again closes the reviews of its earlier submissions.
CREATE INDEX reviews_open_subject ON reviews (team_id, (subject->>'id')) WHERE state = 'open';

-- The review of a live run's call. While it is not approved, nothing makes the call.
CREATE TABLE asked_calls (
  review_id  text PRIMARY KEY REFERENCES reviews,
  team_id    text NOT NULL REFERENCES teams,
  run_id     text NOT NULL,
  ledger_ref text NOT NULL,
  turn       int NOT NULL,
  call       int NOT NULL,
  tool       text NOT NULL,
  -- JSON Schema of the tool's arguments, which a person may change.
  schema     jsonb NOT NULL,
  -- Null until somebody answers. A call that nobody answered in time is refused.
  approved   boolean,
  -- When the run noticed the answer.
  heard_at   timestamptz(3),
  UNIQUE (ledger_ref, turn, call)
);
CREATE INDEX asked_calls_unheard ON asked_calls (review_id) WHERE heard_at IS NULL;

GRANT SELECT, INSERT, UPDATE ON asked_calls TO pramaan_app;

-- Version of the team's rules, and the tools about whose calls a person is asked. It stays as it was when the run began.
ALTER TABLE runs ADD COLUMN ask jsonb;
