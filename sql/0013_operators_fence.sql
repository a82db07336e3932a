-- What a team's desktops may reach beyond the installation's own list, and where the desktops of a host can be watched.

CREATE TABLE team_egress (
  team_id    text NOT NULL REFERENCES teams,
  -- A host, or `*.` and the host above it, with or without a port; small letters, IDN as punycode.
  entry      text NOT NULL CHECK (entry ~ '^(\*\.)?[a-z0-9._-]{1,253}(:[0-9]{1,5})?$'),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, entry)
);
GRANT SELECT, INSERT, DELETE ON team_egress TO pramaan_app;

-- `host:port` at which a worker takes viewers; null while it takes none.
ALTER TABLE sandbox_hosts ADD COLUMN view_address text;
CREATE INDEX sandbox_leases_by_run ON sandbox_leases (run) WHERE run IS NOT NULL;
