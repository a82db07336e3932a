-- One row per container that a worker has made: who answers for it, and until when. A container of ours without a row,
-- or with a row whose deadline passed, belongs to nobody, and any worker on its host removes it.

CREATE TABLE sandbox_leases (
  sandbox_id  text PRIMARY KEY CHECK (sandbox_id ~ '^sbx_[0-9a-z]{1,40}$'),
  -- The machine whose engine holds the container.
  host        text NOT NULL,
  -- The process that made it; it moves its deadlines on for as long as it lives.
  owner       text NOT NULL,
  profile     text NOT NULL,
  state       text NOT NULL CHECK (state IN ('warm', 'claimed')),
  -- Whom it works for, once it is claimed.
  team_id     text,
  run         text,
  -- The end of the sandbox's life; no renewal goes beyond it.
  ends_at     timestamptz(3),
  deadline    timestamptz(3) NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((state = 'claimed') = (ends_at IS NOT NULL))
);
CREATE INDEX sandbox_leases_by_owner ON sandbox_leases (owner);
CREATE INDEX sandbox_leases_by_host ON sandbox_leases (host);

GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox_leases TO pramaan_app;
