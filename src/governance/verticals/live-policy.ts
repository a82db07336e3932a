/** The governed tools of a live run. `run_python` is not among them, because it changes nothing outside its sandbox. */
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

/** How a live run works a vertical. These tables set order and policy, whatever a model or a text says. */
export interface LivePolicy {
  /** Whether the model sees identifiers; `masked` unless a vertical cannot do without them. */
  readonly identifiers: 'masked' | 'raw';
  /** Members of a case that no model may see, masked or not, because they are secrets. */
  readonly hidden: readonly string[];
  /** Governed steps that a tool performs; [] if it performs none of the table. */
  readonly steps: Readonly<Partial<Record<LiveTool, readonly number[]>>>;
  /** Tools that must be called before a tool. A tool that is not listed has no prerequisite. */
  readonly before: Readonly<Partial<Record<LiveTool, readonly LiveTool[]>>>;
  /**
   * The step whose `reasons` decide what the writing steps do. A tool performs it before `decide`; a step that the tool
   * `decide` stands for leaves no facts in a live run.
   */
  readonly decisiveStep: number;
  /** Facts set on that step if the agent hands the case to a person, so that nothing is changed. */
  readonly onHandOver?: Readonly<Record<string, unknown>>;
}
