-- Files that operators get and leave, and the credentials that they type.

-- Where an operator's desktop had a file: among its documents or its downloads. Null for other runs, and for files that were given.
ALTER TABLE agent_files ADD COLUMN source text CHECK (source IN ('documents', 'downloads'));
-- Null for files that earlier releases stored, and for those whose bytes were not kept.
ALTER TABLE agent_files ADD COLUMN sha256 bytea CHECK (octet_length(sha256) = 32);
ALTER TABLE agent_files DROP CONSTRAINT agent_files_left_out_check;
ALTER TABLE agent_files ADD CONSTRAINT agent_files_left_out_check
  CHECK (left_out IN ('too_large', 'too_many', 'unreadable', 'kind_not_allowed'));

-- Logins of a team for sites on which its operators work. Nobody can read a value back.
CREATE TABLE credentials (
  id         text PRIMARY KEY CHECK (id ~ '^cred_[0-9a-f]{32}$'),
  team_id    text NOT NULL REFERENCES teams,
  name       text NOT NULL,
  -- Counts changes.
  version    integer NOT NULL DEFAULT 1,
  -- Hosts on whose pages the values may be typed, as the API shows them.
  hosts      jsonb NOT NULL,
  -- Names of the fields, without their values.
  fields     jsonb NOT NULL,
  -- Whether one-time codes are made from it.
  totp       boolean NOT NULL,
  -- The values, sealed under the administrator's ring for this credential.
  key_id     text NOT NULL,
  sealed     bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (team_id, name)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON credentials TO pramaan_app;
