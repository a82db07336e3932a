import type { VerticalId } from '../verticals/definition.ts';

/** The governed tools of a live run. `run_python` is not among them: it changes nothing outside of its sandbox. */
export const liveTools = [
  'read_case',
  'verify_identity',
  'look_up_records',
  'score_risk',
  'run_diagnostics',
  'state_finding',
  'call_outside',
  'apply_fix',
  'verify_recovery',
  'decide',
  'write_record',
] as const;

export type LiveTool = (typeof liveTools)[number];

/** How a vertical is worked live. Order and policy are these tables, whatever a model or a text says. */
export interface LivePolicy {
  /** Whether the model gets to see identifiers; `masked` unless a vertical cannot do without them. */
  readonly identifiers: 'masked' | 'raw';
  /** Members of a case that no model gets to see, masked or not: secrets. */
  readonly hidden: readonly string[];
  /** Governed steps (src/governance/verticals) that a tool performs; [] where it performs none of the table. */
  readonly steps: Readonly<Partial<Record<LiveTool, readonly number[]>>>;
  /** What has to come before a tool. Nothing is asked before what is not listed. */
  readonly before: Readonly<Partial<Record<LiveTool, readonly LiveTool[]>>>;
}

// prettier-ignore
export const livePolicies: Readonly<Record<VerticalId, LivePolicy>> = {
  kyc: {
    identifiers: 'masked',
    hidden: [],
    steps: { read_case: [1, 2], verify_identity: [3], look_up_records: [4], score_risk: [5], call_outside: [], decide: [], write_record: [8] },
    before: {
      verify_identity: ['read_case'],
      look_up_records: ['read_case'],
      score_risk: ['verify_identity', 'look_up_records'],
      decide: ['read_case', 'verify_identity', 'look_up_records', 'score_risk'],
      write_record: ['decide'],
    },
  },
  it: {
    identifiers: 'masked',
    hidden: [],
    steps: { read_case: [1], run_diagnostics: [3], state_finding: [4], call_outside: [], apply_fix: [6], verify_recovery: [7], decide: [], write_record: [8] },
    before: {
      run_diagnostics: ['read_case'],
      state_finding: ['run_diagnostics'],
      apply_fix: ['state_finding'],
      verify_recovery: ['apply_fix'],
      decide: ['read_case', 'run_diagnostics', 'state_finding', 'apply_fix', 'verify_recovery'],
      write_record: ['decide'],
    },
  },
  support: {
    identifiers: 'masked',
    hidden: [],
    steps: { read_case: [1], verify_identity: [2], look_up_records: [3], state_finding: [4], call_outside: [], decide: [], write_record: [6, 7] },
    before: {
      verify_identity: ['read_case'],
      look_up_records: ['read_case'],
      state_finding: ['verify_identity', 'look_up_records'],
      decide: ['read_case', 'verify_identity', 'look_up_records', 'state_finding'],
      write_record: ['decide'],
    },
  },
  voice: {
    identifiers: 'masked',
    hidden: ['otp'],
    steps: { read_case: [1], verify_identity: [2], look_up_records: [3], call_outside: [], decide: [], write_record: [4, 6] },
    before: {
      verify_identity: ['read_case'],
      look_up_records: ['verify_identity'],
      decide: ['read_case', 'verify_identity', 'look_up_records'],
      write_record: ['decide'],
    },
  },
};

/** The governed tools of a vertical, in the order in which they are usually called. */
export const toolsOf = (vertical: VerticalId): readonly LiveTool[] =>
  liveTools.filter((tool) => livePolicies[vertical].steps[tool] !== undefined);
