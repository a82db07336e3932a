import type { verticalIds } from '../../contract/common.ts';
import type { LivePolicy } from './live-policy.ts';

export type VerticalId = (typeof verticalIds)[number];

/** One governed step. `action`, `effect` and `governance` are the words of the specification's table. */
export interface VerticalStep {
  readonly n: number;
  readonly action: string;
  readonly effect: string;
  readonly governance: string;
  /** `records`: changes rows of the records, in the transaction that appends its ledger row. `pure`: changes nothing. */
  readonly class: 'pure' | 'records';
}

export interface VerticalMember {
  readonly name: string;
  readonly description: string;
  readonly sample?: string;
}

/** A vertical as data. Workflow code reads this, so it may import nothing that reads a clock, a file or the network. */
export interface Vertical {
  readonly id: VerticalId;
  readonly title: string;
  readonly description: string;
  readonly preview: boolean;
  /** Members of a case that the steps look at; any other member is kept out of logs and ledger. */
  readonly members: readonly VerticalMember[];
  /** The built-in case, used when a run is asked for without a body. Made up; comes out well on the demo records. */
  readonly sample: Readonly<Record<string, unknown>>;
  /** Name and version of the published rule set (docs/rules.md) that the decision follows from. */
  readonly rules: string;
  readonly decisions: readonly string[];
  readonly steps: readonly VerticalStep[];
  /** The third-party call that the egress step attempts. */
  readonly egress: { readonly url: string; readonly purpose: string };
  readonly live: LivePolicy;
}
