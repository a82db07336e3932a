/** An activity from a closed workflow's history. */
export interface KnownActivity {
  readonly id: string;
  readonly type: string;
  readonly completed: boolean;
}

/** The part of a ledger row that identifies its writer. */
export interface WrittenRow {
  readonly seq: number;
  readonly action: string;
  /** Id of the activity that wrote the row, according to the row; undefined if the row does not name one. */
  readonly activityId: string | undefined;
}

export interface Discrepancy {
  /**
   * `missing_row`: Temporal ran an activity that the ledger does not record. `unknown_row`: the ledger has a row that Temporal's
   * history does not explain.
   */
  readonly kind: 'missing_row' | 'unknown_row';
  /** seq of an unknown row. */
  readonly seq: number | null;
  readonly reason: string;
}

/** Rules for the rows that one type of workflow writes. */
export interface RowRules {
  /**
   * The possible actions of each activity's one row, by the activity's type. Other activities may write any
   * rows.
   */
  readonly actions: ReadonlyMap<string, readonly string[]>;
  /** Actions of rows that may exist without an activity; null if every row may. */
  readonly withoutActivity: ReadonlySet<string> | null;
}

/**
 * Compares a closed workflow's rows with its history.
 * @param activities in the order in which the workflow scheduled them
 */
export const compareHistory = (
  activities: readonly KnownActivity[],
  rows: readonly WrittenRow[],
  { actions, withoutActivity }: RowRules,
): readonly Discrepancy[] => {
  const isRecorded = ({ id, type }: KnownActivity): boolean =>
    rows.some((row) => row.activityId === id && actions.get(type)?.includes(row.action));
  /** Types of activities that were given up after they had committed their row. Another activity repeats the step of each. */
  const repeatable: string[] = [];
  const missing = activities
    .filter((activity) => {
      const { type, completed } = activity;
      if (!actions.has(type)) return false;
      if (isRecorded(activity)) {
        if (!completed) repeatable.push(type);
        return false;
      }
      if (!completed) return false;
      const repeated = repeatable.indexOf(type);
      if (repeated !== -1) repeatable.splice(repeated, 1);
      return repeated === -1;
    })
    .map(({ id, type }): Discrepancy => ({
      kind: 'missing_row',
      seq: null,
      reason: `activity ${id} (${type}) completed without writing a row`,
    }));
  const byId = new Map(activities.map((activity) => [activity.id, activity]));
  const seen = new Set<string>();
  const unknown = rows
    .filter(({ action, activityId }) => {
      if (activityId === undefined) return withoutActivity?.has(action) === false;
      const type = byId.get(activityId)?.type;
      if (type === undefined) return true;
      if (!actions.has(type)) return false;
      const isSecond = seen.has(activityId);
      seen.add(activityId);
      return isSecond || actions.get(type)?.includes(action) !== true;
    })
    .map(({ seq, action }) => unknownRow(seq, action));
  return [...missing, ...unknown];
};

export const unknownRow = (seq: number, action: string): Discrepancy => ({
  kind: 'unknown_row',
  seq,
  reason: `Temporal has no activity that wrote row ${seq} (${action})`,
});
