import type { StepKind } from '../../contract/team-vertical.ts';
import { ROW_ACTIONS, type StepRow } from '../../contract/team-vertical-row.ts';

/** Properties of every step of a kind, whatever a document says. */
export interface KindOfStep {
  /** Action of the step's ledger row. */
  readonly action: string;
  /** Governance text of the row. */
  readonly governance: string;
  /**
   * `pure`: reads only. `records`: changes the institution's records, in the transaction that appends the row. `outward`: asks for a
   * call to an outside party. `people`: waits for a person. `codes`: uses up a one-time code or counts a wrong one.
   */
  readonly class: 'pure' | 'codes' | 'records' | 'outward' | 'people';
}

/** The closed catalogue of steps. Each step has one row, which a retry returns. */
export const CATALOGUE: Readonly<Record<StepKind, KindOfStep>> = {
  check_members: { action: 'case.check', governance: 'none', class: 'pure' },
  scan: { action: 'pii.scan', governance: 'masked in every log and in the ledger', class: 'pure' },
  look_up: { action: 'db.query', governance: 'none', class: 'pure' },
  verify_code: { action: 'kyc.verify', governance: 'phone masked', class: 'codes' },
  compute: { action: 'case.compute', governance: 'none', class: 'pure' },
  rules: { action: 'rules.apply', governance: 'recorded', class: 'pure' },
  run_python: { action: 'sandbox.run', governance: 'in a sandbox without a network', class: 'pure' },
  model: { action: 'model.answer', governance: 'identifiers masked before the model', class: 'pure' },
  commands: { action: 'sandbox.run', governance: 'audited', class: 'pure' },
  call_outside: { action: 'egress.block', governance: 'blocked', class: 'outward' },
  review: { action: 'case.review', governance: 'decided by people', class: 'people' },
  decide: { action: 'agent.decision', governance: 'recorded', class: 'pure' },
  write: { action: 'db.write', governance: 'none', class: 'records' },
};

/** Returns the actions that rows of a kind can have: the catalogue's own, and those that a document may state. */
export const rowActionsOf = (kind: StepKind): readonly string[] => [
  CATALOGUE[kind].action,
  ...((ROW_ACTIONS as Partial<Record<StepKind, readonly string[]>>)[kind] ?? []),
];

/** Returns the steps of a vertical as readers see them. */
export const stepsOf = ({
  steps,
}: {
  readonly steps: readonly {
    readonly do: StepKind;
    readonly effect: string;
    readonly row?: Pick<StepRow, 'action' | 'governance'> | undefined;
  }[];
}): readonly {
  readonly n: number;
  readonly action: string;
  readonly effect: string;
  readonly governance: string;
}[] =>
  steps.map(({ do: kind, effect, row }, index) => {
    const { action = CATALOGUE[kind].action, governance = CATALOGUE[kind].governance } = row ?? {};
    return { n: index + 1, action, effect, governance };
  });

/** The activity of each kind of step, and the actions of the row that it writes. A review has two activities of its own. */
export const stepActivities: readonly { readonly type: string; readonly actions: readonly string[] }[] = (
  Object.keys(CATALOGUE) as StepKind[]
).flatMap((kind) => (kind === 'review' ? [] : [{ type: `step.${kind}`, actions: rowActionsOf(kind) }]));
