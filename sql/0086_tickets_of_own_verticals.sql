-- A team's own vertical can close tickets, too.
ALTER TABLE tickets DROP CONSTRAINT tickets_vertical_check;
ALTER TABLE tickets ADD CONSTRAINT tickets_vertical_check CHECK (vertical ~ '^[a-z][a-z0-9-]{1,39}$');
