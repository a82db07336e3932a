/** An activity of a closed workflow, as its history tells. */
export interface KnownActivity {
  readonly id: string;
  readonly type: string;
  readonly completed: boolean;
}

/** What of a ledger row says who wrote it. */
export interface WrittenRow {
  readonly seq: number;
  readonly action: string;
  /** The activity that the row names; undefined where it names none. */
  readonly activityId: string | undefined;
}

export interface Discrepancy {
  /** `missing_row`: the engine knows of work that the ledger does not tell. `unknown_row`: the other way round. */
  readonly kind: 'missing_row' | 'unknown_row';
  /** Of an unknown row. */
  readonly seq: number | null;
  readonly reason: string;
}

/**
 * Holds the rows of a closed workflow against its history.
 * @param actions activity types that are named after the action of the one row that each of them writes
 */
export const compareHistory = (
  activities: readonly KnownActivity[],
  rows: readonly WrittenRow[],
  actions: ReadonlySet<string>,
): readonly Discrepancy[] => {
  const found: Discrepancy[] = [];
  for (const { id, type, completed } of activities) {
    if (!completed || !actions.has(type)) continue;
    if (rows.some((row) => row.activityId === id && row.action === type)) continue;
    found.push({
      kind: 'missing_row',
      seq: null,
      reason: `activity ${id} (${type}) was done and has no row`,
    });
  }
  const byId = new Map(activities.map((activity) => [activity.id, activity]));
  for (const { seq, action, activityId } of rows) {
    if (activityId === undefined) continue;
    const activity = byId.get(activityId);
    const isItsOwn = activity !== undefined && (!actions.has(activity.type) || activity.type === action);
    if (isItsOwn) continue;
    found.push({
      kind: 'unknown_row',
      seq,
      reason: `the engine knows of no activity that wrote row ${seq} (${action})`,
    });
  }
  return found;
};
