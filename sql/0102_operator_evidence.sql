-- What an operator's action was made on: [x0, y0, x1, y1] on the screen as it was before the action. Null for other actions.
ALTER TABLE operator_steps ADD COLUMN box jsonb;
