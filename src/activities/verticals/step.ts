import type { Kysely } from 'kysely';
import type { Database, Reason, Risk } from '../../store/db/schema.ts';
import type { RulesVerdict } from '../../governance/live/verdict.ts';
import type { JsonObject } from '../../ledger/index.ts';

/** What a step function is given. It reads the case and earlier facts, and touches nothing but `db`. */
export interface StepContext {
  readonly teamId: string;
  readonly runId: string;
  readonly ledgerRef: string;
  /** How the run is worked; a simulated one starts no container. */
  readonly mode: 'simulated' | 'live';
  readonly case: Readonly<Record<string, unknown>>;
  /** When the run was asked for: the clock that the case is decided by. */
  readonly now: Date;
  /** The ledger detail of each earlier step, by step number: what a step decides from. */
  readonly facts: Readonly<Record<string, JsonObject>>;
  /** In a step of class `records`, the transaction that also appends its ledger row. */
  readonly db: Kysely<Database>;
  readonly egressAllow: readonly string[];
}

export interface StepResult {
  /** One sentence for an auditor, without personal identifiers. */
  readonly summary: string;
  /** Masked facts: all that later steps need, since a retried step gives the first row's detail. */
  readonly detail: JsonObject;
  /** Given by the step that decides and by the last step. */
  readonly decision?: {
    readonly decision: string;
    readonly reasons: readonly Reason[];
    readonly risk: Risk | null;
  };
}

export type StepFunction = (context: StepContext) => Promise<StepResult>;

/** What the machine does for a vertical. */
export interface VerticalWork {
  /** Its functions by step number. */
  readonly steps: Readonly<Record<number, StepFunction>>;
  /** The decision of the published rules on a live run, from the case and what the governed steps found. */
  readonly decide: (given: Pick<StepContext, 'facts' | 'case'>) => RulesVerdict;
}
