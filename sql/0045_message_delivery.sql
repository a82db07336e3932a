-- Messages to people are delivered through the team's connector for messages, and say what became of them.

ALTER TABLE messages
  ADD COLUMN state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
  -- Why the last attempt failed.
  ADD COLUMN code text,
  -- Where the vault has the recipient. Null if it is not known in the clear.
  ADD COLUMN recipient_ref text,
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  -- Set while an attempt is under way. If it is still set when the next one begins, the first one's outcome is not known.
  ADD COLUMN attempted_at timestamptz(3),
  -- When the workflow that delivers the message was started.
  ADD COLUMN started_at timestamptz(3),
  ADD COLUMN ended_at timestamptz(3),
  ADD CHECK ((state = 'queued') = (ended_at IS NULL));
CREATE INDEX messages_to_start ON messages (queued_at)
  WHERE state = 'queued' AND started_at IS NULL AND recipient_ref IS NOT NULL;

GRANT UPDATE ON messages TO pramaan_app;
