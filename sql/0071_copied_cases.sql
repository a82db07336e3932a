-- The run whose case a run has taken, so that an erasure reaches the copy as well.
ALTER TABLE runs ADD COLUMN case_of text;
