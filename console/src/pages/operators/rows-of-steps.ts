interface Row {
  readonly action: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * Returns the ledger rows that belong to each step: its own row, and those written since the row of the step before, such as a turn
 * of the model, a question or a take-over. What was written after the last step belongs to the last step.
 */
export const rowsOfSteps = <R extends Row>(rows: readonly R[]): ReadonlyMap<number, readonly R[]> => {
  const steps = new Map<number, R[]>();
  let since: R[] = [];
  let last: R[] | undefined;
  for (const row of rows) {
    since.push(row);
    const { n } = row.detail;
    if (typeof n !== 'number' || !row.action.startsWith('operator.')) continue;
    last = since;
    steps.set(n, [...(steps.get(n) ?? []), ...since]);
    since = [];
  }
  const [number] = [...steps.keys()].slice(-1);
  if (last !== undefined && number !== undefined) steps.set(number, [...(steps.get(number) ?? []), ...since]);
  return steps;
};
