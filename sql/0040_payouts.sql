-- A payout's way out: queued payouts reserve a part of the sum insured, and the institution's core system reports what
-- became of them. used_paise of a policy grows when a payout is paid.

ALTER TABLE payouts
  ADD COLUMN id text NOT NULL DEFAULT 'pay_' || replace(gen_random_uuid()::text, '-', ''),
  -- Counts how often the payout was queued: a failed payout is queued again when its claim is resubmitted and approved.
  ADD COLUMN attempt integer NOT NULL DEFAULT 1,
  -- The core system's reference of the payment, or of the attempt that failed last.
  ADD COLUMN reference text,
  -- References of all attempts that failed, so that a report that arrives twice is recognised.
  ADD COLUMN failed_references text[] NOT NULL DEFAULT '{}',
  ADD COLUMN settled_at timestamptz(3),
  ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now(),
  DROP CONSTRAINT payouts_status_check,
  ADD CONSTRAINT payouts_status_check CHECK (status IN ('queued', 'held', 'withdrawn', 'paid', 'failed'));
CREATE UNIQUE INDEX payouts_by_id ON payouts (id);
CREATE INDEX payouts_by_time ON payouts (team_id, queued_at, id);
CREATE INDEX payouts_reserved ON payouts (team_id, policy) WHERE status = 'queued' OR held_by_switch;
