import type { Kysely } from 'kysely';
import type { Reason, RiskScore } from '../../../governance/rules/reason.ts';
import type { Database } from '../../../store/db/schema.ts';
import type { KnownValues } from '../../../governance/repeats.ts';
import type { RulesVerdict } from '../../../governance/live/verdict.ts';
import type { JsonObject } from '../../../ledger/index.ts';

/** Input of a step function, which reads the case and earlier facts and touches nothing but `db`. */
export interface StepContext {
  readonly teamId: string;
  readonly runId: string;
  readonly ledgerRef: string;
  /** How the run is worked; a simulated one starts no container. */
  readonly mode: 'simulated' | 'live';
  readonly case: Readonly<Record<string, unknown>>;
  /** Identifiers of the case, which are masked wherever a step records a text of it. */
  readonly known: KnownValues;
  /** Time when the run was requested; the case is decided as of this time. */
  readonly now: Date;
  /** Ledger detail of each earlier step, by step number. A step decides from these. */
  readonly facts: Readonly<Record<string, JsonObject>>;
  /** In a step of class `records`, this is the transaction that also appends the step's ledger row. */
  readonly db: Kysely<Database>;
  readonly egressAllow: readonly string[];
}

export interface StepResult {
  /** One sentence for an auditor, without personal identifiers. */
  readonly summary: string;
  /** Masked facts, which contain all that later steps need, because a retried step returns the first row's detail. */
  readonly detail: JsonObject;
  /** Set by the step that decides and by the last step. */
  readonly decision?: {
    readonly decision: string;
    readonly reasons: readonly Reason[];
    readonly risk: RiskScore | null;
  };
}

export type StepFunction = (context: StepContext) => Promise<StepResult>;

/** The machine's work for a vertical. */
export interface VerticalWork {
  /** Step functions by step number. */
  readonly steps: Readonly<Record<number, StepFunction>>;
  /** Returns the decision of the published rules on a live run, from the case and the facts of the governed steps. */
  readonly decide: (given: Pick<StepContext, 'facts' | 'case'>) => RulesVerdict;
}
