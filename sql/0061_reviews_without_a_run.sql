-- Reviews that belong to no run: a suspension that somebody wants ended, and a witness that contradicts the ledger.

ALTER TABLE reviews
  DROP CONSTRAINT reviews_kind_check,
  ADD CONSTRAINT reviews_kind_check
    CHECK (kind IN ('escalation', 'payout', 'tool_call', 'operator', 'quality', 'switch', 'witness')),
  ALTER COLUMN run_id DROP NOT NULL,
  ADD CONSTRAINT reviews_run_check CHECK ((run_id IS NULL) = (kind IN ('switch', 'witness')));

-- One question at a time about a suspension and about a witness.
CREATE UNIQUE INDEX reviews_open_without_a_run ON reviews (team_id, kind, (subject->>'id'))
  WHERE state = 'open' AND run_id IS NULL;
