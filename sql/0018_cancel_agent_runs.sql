-- Agent tasks and analyses can be cancelled, as runs can: noted here first, so that it holds while the engine is away.

ALTER TABLE agent_runs ADD COLUMN cancel_requested_at timestamptz(3);
