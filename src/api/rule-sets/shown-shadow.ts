import type { z } from 'zod';
import type { shadowSchema } from '../../contract/shadow.ts';
import type { Db } from '../../store/db/client.ts';
import { numbersOfShadow } from '../../store/rule-sets/shadow-runs.ts';
import type { StoredShadow } from '../../store/rule-sets/shadows.ts';
import { showResult } from './shown-backtest.ts';

type Shown = z.input<typeof shadowSchema>;

/** Shows a shadow with its differences so far. */
export const showShadow = async (db: Db, stored: StoredShadow): Promise<Shown> => ({
  id: stored.id,
  ledger_ref: stored.id,
  state: stored.state,
  rule_set: stored.pin,
  vertical: stored.vertical as Shown['vertical'],
  ends_at: stored.ends_at.toISOString(),
  max_runs: stored.max_runs,
  done: stored.done,
  result: showResult(stored.vertical, await numbersOfShadow(db, stored)),
  started: { by: stored.started_by, at: stored.created_at.toISOString() },
  ended:
    stored.ended_at === null
      ? null
      : {
          by: stored.ended_by!,
          at: stored.ended_at.toISOString(),
          because: stored.ended_because!,
        },
});
