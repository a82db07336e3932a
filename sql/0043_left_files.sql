-- Files of an agent's code that are beyond the number of files that a run keeps are named, without their content.
ALTER TABLE agent_files DROP CONSTRAINT agent_files_left_out_check;
ALTER TABLE agent_files ADD CONSTRAINT agent_files_left_out_check CHECK (left_out IN ('too_large', 'too_many', 'unreadable'));
