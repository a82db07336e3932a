-- Documents that a team uploaded or took over from an agent run, and the cases that use them.

CREATE TABLE documents (
  id          text PRIMARY KEY CHECK (id ~ '^file_[0-9a-f]{32}$'),
  team_id     text NOT NULL REFERENCES teams,
  -- Ref in the vault under which everything about the document is sealed, and with which it is erased: the document's own id, or
  -- the place of a file among those of an agent run.
  root        text NOT NULL,
  -- `checking` until a sandbox has opened the files and counted their pages.
  status      text NOT NULL CHECK (status IN ('checking', 'ready', 'refused')),
  -- Why the sandbox refused it, in one word.
  refusal     text,
  format      text NOT NULL CHECK (format IN ('pdf', 'png', 'jpeg', 'tiff', 'webp', 'text', 'mixed')),
  sha256      bytea NOT NULL CHECK (octet_length(sha256) = 32),
  bytes       bigint NOT NULL CHECK (bytes > 0),
  -- The files in their order, as [{"ref", "format", "bytes"}]. `ref` is the vault's.
  parts       jsonb NOT NULL,
  -- The pages in their order, as [{"part", "index", "width", "height"}]; null until they are counted.
  pages       jsonb,
  asked_by    jsonb NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((status = 'refused') = (refusal IS NOT NULL)),
  CHECK (status <> 'ready' OR pages IS NOT NULL)
);
CREATE INDEX documents_by_team ON documents (team_id, created_at DESC, id DESC);

-- The documents of a case, in the order of `case.documents`. Erasing the case erases the documents, and they are kept as long.
CREATE TABLE case_documents (
  ledger_ref  text NOT NULL,
  position    integer NOT NULL CHECK (position > 0),
  team_id     text NOT NULL REFERENCES teams,
  document_id text NOT NULL REFERENCES documents,
  -- The kind that the request named; null if the service has to recognise it.
  kind        text,
  PRIMARY KEY (ledger_ref, position)
);
CREATE INDEX case_documents_by_document ON case_documents (document_id);

GRANT SELECT, INSERT ON documents, case_documents TO pramaan_app;
GRANT UPDATE (status, refusal, pages) ON documents TO pramaan_app;
