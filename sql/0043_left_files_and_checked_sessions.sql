-- Files of an agent's code that are beyond the number of files that a run keeps are named, without their content.
ALTER TABLE agent_files DROP CONSTRAINT agent_files_left_out_check;
ALTER TABLE agent_files ADD CONSTRAINT agent_files_left_out_check CHECK (left_out IN ('too_large', 'too_many', 'unreadable'));

-- The refresh token of a session that the identity provider opened, sealed under the session's id, and when the provider was last
-- asked about the person.
ALTER TABLE sessions ADD COLUMN refresh_key_id text;
ALTER TABLE sessions ADD COLUMN refresh_token bytea;
ALTER TABLE sessions ADD COLUMN checked_at timestamptz(3) NOT NULL DEFAULT now();
CREATE INDEX sessions_to_check ON sessions (checked_at) WHERE ended_at IS NULL AND refresh_token IS NOT NULL;
CREATE INDEX sessions_open ON sessions (last_used_at) WHERE ended_at IS NULL;
