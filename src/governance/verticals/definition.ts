import type { verticalIds } from '../../contract/common.ts';
import type { ReviewOption } from '../../contract/review.ts';
import type { LivePolicy } from './live-policy.ts';

export type VerticalId = (typeof verticalIds)[number];

/** One governed step. `action`, `effect` and `governance` are worded as in the specification's table. */
export interface VerticalStep {
  readonly n: number;
  readonly action: string;
  readonly effect: string;
  readonly governance: string;
  /**
   * `records`: changes the institution's records, in the transaction that appends the step's ledger row. `pure`: changes nothing.
   */
  readonly class: 'pure' | 'records';
}

export interface VerticalMember {
  readonly name: string;
  readonly description: string;
  readonly sample?: string;
}

/** A vertical as data. Workflow code reads it, so it must not import anything that reads a clock, a file or the network. */
export interface Vertical {
  readonly id: VerticalId;
  readonly title: string;
  readonly description: string;
  readonly preview: boolean;
  /** The case members that the steps use; all others are kept out of logs and the ledger. */
  readonly members: readonly VerticalMember[];
  /** The built-in case for runs that are requested without a body. It is fictitious and succeeds on the demo records. */
  readonly sample: Readonly<Record<string, unknown>>;
  /** Name and version of the published rule set (docs/rules.md) on which the decision is based. */
  readonly rules: string;
  readonly decisions: readonly string[];
  /**
   * The review of an escalated case: the record that it shows (`call` and `case` have none), and its options.
   * A machine never rejects a claim; a person with the role `committee` may.
   */
  readonly escalation: {
    readonly subject: 'claim' | 'ticket' | 'call' | 'case';
    readonly options: readonly ReviewOption[];
  };
  readonly steps: readonly VerticalStep[];
  /** The third-party call that the egress step attempts. */
  readonly egress: { readonly url: string; readonly purpose: string };
  readonly live: LivePolicy;
}
