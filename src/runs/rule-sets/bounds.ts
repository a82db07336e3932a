/** A team's bounds: their requirements for a version, and who sets them. */
import {
  changedRuns,
  isBounded,
  unmetBounds,
  type Bounds,
} from '../../governance/rule-sets/verticals/bounds.ts';
import type { Day } from '../../governance/dates.ts';
import type { JsonObject, Ledger } from '../../ledger/index.ts';
import { ruleSetThatApplies } from '../../store/rule-sets/applies.ts';
import { boundsFrom, findBounds, storeBounds, type StoredBounds } from '../../store/rule-sets/bounds.ts';
import { createRuleSet, type RuleSetOfTeam } from '../../store/rule-sets/rule-sets.ts';
import { trialsOf } from '../../store/rule-sets/trials.ts';
import type { StoredVersion } from '../../store/rule-sets/versions.ts';
import { type Moving, type RefusedMove, rowActorOf } from './move.ts';
import type { Tx } from './moves.ts';
import { boundsRow } from './rows.ts';

/** Sets a rule set's bounds, with a row that includes the previous ones. */
export const setBounds = async (
  tx: Tx,
  ledger: Ledger,
  { teamId, name }: RuleSetOfTeam,
  mover: Moving,
  bounds: Bounds,
): Promise<StoredBounds> => {
  const ruleSetId = await createRuleSet(tx, { teamId, name });
  const before = boundsFrom(await findBounds(tx, ruleSetId));
  const stored = await storeBounds(tx, { teamId, ruleSetId }, bounds, mover.actor);
  await ledger.appendIn(
    tx,
    boundsRow({
      teamId,
      ruleSetId,
      name,
      bounds: shown(bounds),
      before: shown(before),
      key: mover.requestId,
      actor: rowActorOf(mover),
    }),
  );
  return stored;
};

/**
 * Returns the trial in which a version has met its team's bounds, for the row of its activation, or why it
 * may not be activated. If no version of a rule set is in force, there is nothing to compare with, so its
 * first version is activated without a trial.
 */
export const metBounds = async (
  tx: Tx,
  { teamId, name }: RuleSetOfTeam,
  stored: StoredVersion,
  today: Day,
): Promise<JsonObject | RefusedMove> => {
  const bounds = boundsFrom(await findBounds(tx, stored.rule_set_id));
  if (!isBounded(bounds)) return {};
  const days = { run_day: today, admission: today, policy_start: today };
  const inForce = await ruleSetThatApplies(tx, { teamId, id: name, days });
  if (inForce === undefined) return { trial: null, bounds: shown(bounds) };
  const trials = (await trialsOf(tx, stored, inForce.pin.sha256)).map((trial) => ({
    ...trial,
    unmet: unmetBounds(bounds, trial.numbers),
  }));
  const best = trials.toSorted(
    (a, b) => a.unmet.length - b.unmet.length || b.numbers.runs - a.numbers.runs,
  )[0];
  if (best === undefined)
    return {
      refused: 'bounds-not-met',
      detail: `No backtest and no shadow compares it with version ${inForce.pin.version}, which is in force.`,
    };
  const { kind, id, numbers, unmet } = best;
  if (unmet.length > 0)
    return {
      refused: 'bounds-not-met',
      detail: `The ${kind} ${id} does not meet ${unmet.map(({ bound, words }) => `${bound}: ${words}`).join('; ')}.`,
    };
  const { runs, approved } = numbers;
  return {
    trial: { kind, id, runs, changed: changedRuns(numbers), approved_paise: { ...approved } },
    bounds: shown(bounds),
  };
};

const shown = ({ minRuns, maxChanged, maxAmount }: Bounds): JsonObject => ({
  min_runs: minRuns,
  max_changed_percent: percentOf(maxChanged),
  max_amount_percent: percentOf(maxAmount),
});

/** Rows have no fractions, so that every reader hashes the same bytes. */
const percentOf = (share: number | null): string | null => (share === null ? null : (share / 100).toFixed(2));
