-- Agent tasks and analyses ask people about calls, as live runs do (sql/0057_reviews_of_calls.sql).

ALTER TABLE agent_runs
  -- Version of the team's rules, and the tools about whose calls a person is asked. It stays as it was when the run began.
  ADD COLUMN ask jsonb,
  -- What the run waits for; null while it works. Only for agent tasks and analyses: a live run has it in its row in runs.
  ADD COLUMN waiting_for jsonb;
