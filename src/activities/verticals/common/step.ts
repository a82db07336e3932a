import type { Kysely } from 'kysely';
import type { RunAdjudication } from '../../../contract/adjudication.ts';
import type { Answers, LookUp } from '../../../connectors/look-up.ts';
import type { PinnedRuleSet } from '../../../contract/rule-set-version.ts';
import type { Reason, RiskScore } from '../../../governance/rules/reason.ts';
import type { KeyRing } from '../../../store/crypto/key-ring.ts';
import type { Database } from '../../../store/db/schema.ts';
import type { KnownValues } from '../../../governance/known.ts';
import type { Redecide, RedecidedFrom } from './redecide.ts';
import type { DocumentsOfCase } from './documents.ts';
import type { RulesVerdict } from '../../../governance/live/verdict.ts';
import type { JsonObject } from '../../../ledger/index.ts';

/** A step function's input. The function reads the case and earlier facts, and makes changes only through `db`. */
export interface StepContext {
  readonly teamId: string;
  readonly runId: string;
  readonly ledgerRef: string;
  /** The run's mode; a simulated run does not start a container. */
  readonly mode: 'simulated' | 'live';
  /** The case, with the members that its documents supply. */
  readonly case: Readonly<Record<string, unknown>>;
  /** The readings of the case's documents; NO_DOCUMENTS if it has none. */
  readonly documents: DocumentsOfCase;
  /** The case's identifiers, which are masked in every text that a step records. */
  readonly known: KnownValues;
  /** Time at which the run was requested; the case is decided as of this time. */
  readonly now: Date;
  /** Ledger details of the earlier steps, by step number. A step bases its decisions on these. */
  readonly facts: Readonly<Record<string, JsonObject>>;
  /** For a step of class `records`, the transaction that also appends the step's ledger row. */
  readonly db: Kysely<Database>;
  /** Answers to the step's look-ups, for the kinds of record that a connector serves. */
  readonly answers: Answers;
  /** Seals recipients of messages. */
  readonly vaultRing: KeyRing;
  /** Keys of the digests that stand for identifiers in the records. */
  readonly digestRing: KeyRing;
  readonly egressAllow: readonly string[];
}

export interface StepResult {
  /** One sentence for an auditor, without personal identifiers. */
  readonly summary: string;
  /** Masked facts, including everything that later steps need, because a retried step returns the first row's detail. */
  readonly detail: JsonObject;
  /** Set by the deciding step and by the last step. */
  readonly decision?: {
    readonly decision: string;
    readonly reasons: readonly Reason[];
    readonly risk: RiskScore | null;
    /** The rule set that decided; undefined in a run that an earlier release began. */
    readonly decidedUnder?: PinnedRuleSet | undefined;
    /** The adjudication of a claim's bill, and the rules that the claim passed. */
    readonly adjudication?: RunAdjudication | undefined;
  };
}

export type StepFunction = (context: StepContext) => Promise<StepResult>;

/** The automated work for a vertical. */
export interface VerticalWork {
  /** Step functions by step number. */
  readonly steps: Readonly<Record<number, StepFunction>>;
  /**
   * Records that a step reads, by step number, if a connector may serve them. They are looked up before the step begins, so that no
   * transaction waits for another system.
   */
  readonly lookUps?: Readonly<
    Record<number, (given: Pick<StepContext, 'case' | 'facts'>) => readonly LookUp[]>
  >;
  /** Returns the published rules' decision on a live run, based on the case and the governed steps' facts. */
  readonly decide: (context: StepContext) => Promise<RulesVerdict>;
  /** For backtests and shadows; absent if no rule set as data decides the vertical's runs. */
  readonly redecide?: RedecidedFrom;
  /** Decides a finished run again under the terms of its product, in a vertical whose cases have one. */
  readonly redecideTerms?: Redecide;
}
