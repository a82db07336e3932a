-- Reviews of a ledger that does not verify, which is no refusal by a witness.

ALTER TABLE reviews
  DROP CONSTRAINT reviews_kind_check,
  ADD CONSTRAINT reviews_kind_check
    CHECK (kind IN ('escalation', 'payout', 'tool_call', 'operator', 'quality', 'switch', 'witness', 'ledger')),
  DROP CONSTRAINT reviews_run_check,
  ADD CONSTRAINT reviews_run_check CHECK ((run_id IS NULL) = (kind IN ('switch', 'witness', 'ledger')));
