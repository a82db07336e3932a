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
  /** Governed steps that a tool performs; [] where it performs none of the table. */
  readonly steps: Readonly<Partial<Record<LiveTool, readonly number[]>>>;
  /** What has to come before a tool. Nothing is asked before what is not listed. */
  readonly before: Readonly<Partial<Record<LiveTool, readonly LiveTool[]>>>;
  /**
   * The step whose `reasons` decide what the writing steps do. A tool performs it before `decide`; a step that the tool
   * `decide` stands for leaves no facts in a live run.
   */
  readonly decisiveStep: number;
  /** Set in the facts of that step when the agent hands the case to a person, so that nothing is changed. */
  readonly onHandOver?: Readonly<Record<string, unknown>>;
}
