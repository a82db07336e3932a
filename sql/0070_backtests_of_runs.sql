-- The runs of a backtest that was asked for by their ids; null if the runs of a time were asked for. Such a backtest keeps every
-- difference, and does not count as a trial of its version, because whoever chooses the runs chooses the result.
ALTER TABLE rule_set_backtests ADD COLUMN run_ids text[] CHECK (cardinality(run_ids) BETWEEN 1 AND 20);
