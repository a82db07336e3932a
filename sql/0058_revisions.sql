-- A case that a person sent back goes on as a new run, once, when what was asked for has come.

ALTER TABLE runs ADD COLUMN revision_of text;
CREATE UNIQUE INDEX runs_revisions ON runs (team_id, revision_of) WHERE revision_of IS NOT NULL;

-- Names of the documents that `send_back` asks for.
ALTER TABLE review_decisions ADD COLUMN documents text[] NOT NULL DEFAULT '{}';
