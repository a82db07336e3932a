import {
  approvedBy,
  type BacktestedRun,
  type Redecided,
} from '../../governance/rule-sets/verticals/backtest.ts';
import { actedBy, type JsonObject, type NewEntry } from '../../ledger/index.ts';
import type { StoredShadow } from '../../store/rule-sets/shadows.ts';
import type { RunForShadow } from '../../store/rule-sets/shadow-runs.ts';

/** Maximum number of codes that a row names on each side. */
const MAX_CODES = 20;

/**
 * Returns the row of a run that a shadow decided, under the ledger_ref of the shadow, because the run's own
 * rows record only what really happened.
 * @param decided undefined if the run could not be decided; `skipped` says why
 */
export const shadowRow = (
  shadow: StoredShadow,
  {
    run,
    decided,
    skipped,
    step,
  }: {
    readonly run: RunForShadow;
    readonly decided: BacktestedRun | undefined;
    readonly skipped: string | null;
    /** Number of the run in the shadow. */
    readonly step: number;
  },
): NewEntry => {
  const { pin } = shadow;
  const name = `${pin.id}@${pin.version}`;
  const both = decided && { before: shownSide(decided.before), after: shownSide(decided.after) };
  const differs = both !== undefined && JSON.stringify(both.before) !== JSON.stringify(both.after);
  const what =
    decided === undefined
      ? `could not decide the run (${skipped})`
      : differs
        ? `decides ${labelOf(decided.after)} instead of ${labelOf(decided.before)}`
        : `decides ${labelOf(decided.after)}, too`;
  return {
    teamId: shadow.team_id,
    ledgerRef: shadow.id,
    step,
    action: 'rules.shadowed',
    governance: 'without effect',
    summary: `In shadow, ${name} ${what}.`,
    detail: {
      rule_set: pin.id,
      version: pin.version,
      sha256: pin.sha256,
      against: run.pin === null ? null : { ...run.pin },
      run_id: run.id,
      run_ledger_ref: run.ledger_ref,
      recorded: run.decision,
      ...(both !== undefined && { ...both, differs }),
      ...(skipped !== null && { skipped }),
    },
    idemKey: `${shadow.id}/${run.id}`,
    actor: actedBy(shadow.started_by, { run_id: run.id, workflow_id: run.id }),
  };
};

const labelOf = ({ decision, outcome }: Redecided): string => outcome ?? decision;

const shownSide = (side: Redecided): JsonObject => ({
  decision: labelOf(side),
  codes: [...new Set(side.reasons.map(({ code }) => code))].slice(0, MAX_CODES),
  approved_paise: side.amount === undefined ? null : String(approvedBy(side)),
});
