-- When a run was last told that a review of it is closed, when a review's workflow was last woken, and when an operator was last told
-- of an answer. Without these, every worker told them in each pass until they reacted, and their histories grew by an event each time.
-- The two times of a review are null before that; a workflow that has looked at its review sets clock_woken_at to null again.
ALTER TABLE reviews ADD COLUMN told_at timestamptz(3), ADD COLUMN clock_woken_at timestamptz(3);
ALTER TABLE operator_answers ADD COLUMN told_at timestamptz(3);
GRANT UPDATE (told_at) ON operator_answers TO pramaan_app;
