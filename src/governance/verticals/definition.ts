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

/** A vertical as data. Workflow code reads this, so it may not import anything that reads a clock, a file or the network. */
export interface Vertical {
  readonly id: VerticalId;
  readonly title: string;
  readonly description: string;
  readonly preview: boolean;
  /** Members of a case that the steps use; any other member is kept out of logs and the ledger. */
  readonly members: readonly VerticalMember[];
  /** The built-in case, used if a run is requested without a body. Fictitious; succeeds on the demo records. */
  readonly sample: Readonly<Record<string, unknown>>;
  /** Name and version of the published rule set (docs/rules.md) on which the decision is based. */
  readonly rules: string;
  readonly decisions: readonly string[];
  readonly steps: readonly VerticalStep[];
  /** The third-party call that the egress step attempts. */
  readonly egress: { readonly url: string; readonly purpose: string };
  readonly live: LivePolicy;
}
