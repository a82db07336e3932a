-- When a waiting run was last told that its connector is back; null since it asked again. Without this, every worker told it in each
-- pass until it asked, and its history grew by an event each time.
ALTER TABLE runs ADD COLUMN woken_at timestamptz(3);
