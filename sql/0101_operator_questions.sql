-- A person's answer may be a text or a choice, which lies sealed in the vault under `<run_id>/answer/<question_id>`.
ALTER TABLE operator_answers ADD COLUMN has_text boolean NOT NULL DEFAULT false;
