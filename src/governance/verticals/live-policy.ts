import type { LiveTool } from '../../contract/live-tools.ts';

export type { LiveTool } from '../../contract/live-tools.ts';

/**
 * How a live run handles a vertical. These tables determine order and policy, whatever a model or any text in the case says.
 */
export interface LivePolicy {
  /** Whether the model sees identifiers: `masked`, unless a vertical cannot work without them. */
  readonly identifiers: 'masked' | 'raw';
  /** Case members that no model may see, masked or not, because they are secrets. */
  readonly hidden: readonly string[];
  /** Governed steps that each tool performs; [] if it performs none. */
  readonly steps: Readonly<Partial<Record<LiveTool, readonly number[]>>>;
  /** Tools that must be called before each tool. A tool that is not listed has no prerequisite. */
  readonly before: Readonly<Partial<Record<LiveTool, readonly LiveTool[]>>>;
  /**
   * The step whose `reasons` determine the outcome of the writing steps. A tool must perform it before `decide`: in a live run,
   * `decide` replaces a step, and that step then produces no facts.
   */
  readonly decisiveStep: number;
  /** Facts to set on that step if the agent hands the case to a person, so that nothing is changed. */
  readonly onHandOver?: Readonly<Record<string, unknown>>;
}
