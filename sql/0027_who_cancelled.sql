-- Who asked for the end of a run, beside when, as operator runs have had it since sql/0021.
ALTER TABLE runs ADD COLUMN cancel_requested_by text;
ALTER TABLE agent_runs ADD COLUMN cancel_requested_by text;
