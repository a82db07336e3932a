-- Finds the copies of a case. It has a file, and so a transaction, of its own: together with 0071's change of the table, which excludes
-- every reader, the table could not be read for as long as the index is built.
CREATE INDEX runs_copies ON runs (team_id, case_of) WHERE case_of IS NOT NULL;
