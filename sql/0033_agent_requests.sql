-- What a caller may say about an agent task or an analysis beside its question.

ALTER TABLE agent_runs
  -- The caller's own labels, masked. Emptied when the run is erased.
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
  -- The run that this one continues.
  ADD COLUMN continues text REFERENCES agent_runs;

-- Lists, newest first, by kind and by tag.
CREATE INDEX agent_runs_by_kind ON agent_runs (team_id, kind, created_at DESC, ledger_ref DESC);
CREATE INDEX agent_runs_by_tag ON agent_runs USING gin (tags) WHERE tags <> '{}';
