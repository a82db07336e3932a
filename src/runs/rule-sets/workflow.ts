/** Input of the workflow `ruleSetBacktest`, whose id is the backtest's. */
export interface BacktestInput {
  readonly workflow_id: string;
  readonly team_id: string;
}

/** Progress of a backtest after a part of it. */
export interface BacktestPart {
  readonly is_finished: boolean;
}
