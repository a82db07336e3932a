-- What later claims of the same patient are compared with. Empty for claims that were filed before.
ALTER TABLE claims
  -- Keyed digests of the dated lines of the bill: day, head and amount.
  ADD COLUMN line_keys bytea[] NOT NULL DEFAULT '{}',
  -- ICD-10 categories that the diagnosis names.
  ADD COLUMN icd text[] NOT NULL DEFAULT '{}';
