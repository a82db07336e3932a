-- The machines that run sandboxes, as they last said of themselves. The API reads it: it has no engine of its own to ask.

CREATE TABLE sandbox_hosts (
  host       text PRIMARY KEY,
  runtime    text NOT NULL,
  state      text NOT NULL CHECK (state IN ('preparing', 'ready', 'off')),
  -- What is being prepared, or why it is off; words for an operator.
  detail     text NOT NULL,
  containers integer NOT NULL DEFAULT 0,
  ready      integer NOT NULL DEFAULT 0,
  waiting    integer NOT NULL DEFAULT 0,
  seen_at    timestamptz(3) NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox_hosts TO pramaan_app;
