/** Detects an operator that makes no progress. Pure, so that workflow code can use it and reach the same decision on replay. */

/** Give up on a run after this many failed actions in a row. */
export const MAX_ERRORS = 5;
/** Give up on a run after this many steps in a row with an unchanged screen. */
export const MAX_SAME_SCREENS = 15;

export interface Progress {
  readonly errors: number;
  /** Number of consecutive steps whose screen was one of `screens`. */
  readonly same: number;
  /** Digests of the last screens, at most two, because a blinking caret makes one screen look like two. */
  readonly screens: readonly string[];
}

export const noProgressYet: Progress = { errors: 0, same: 0, screens: [] };

export type Stuck = 'too_many_errors' | 'repeated_screen';

export const STUCK_WORDS: Readonly<Record<Stuck | 'desktop_lost', string>> = {
  too_many_errors: `The run was stopped after ${MAX_ERRORS} failed actions in a row.`,
  repeated_screen: `The run was stopped: ${MAX_SAME_SCREENS} actions in a row left the screen unchanged.`,
  desktop_lost: 'The run was stopped: its desktops were lost.',
};

/** Updates the progress after a step. `screen` is its picture's digest, or null if there is no picture. */
export const afterStep = (
  before: Progress,
  step: { readonly ok: boolean; readonly screen: string | null },
): Progress => {
  const errors = step.ok ? 0 : before.errors + 1;
  if (step.screen === null) return { ...before, errors };
  if (before.screens.includes(step.screen)) return { ...before, errors, same: before.same + 1 };
  // A second screen may be the other phase of a blinking caret; a third is real progress.
  if (before.screens.length === 1 && before.same > 0) {
    return { errors, same: before.same + 1, screens: [...before.screens, step.screen] };
  }
  return { errors, same: 1, screens: [step.screen] };
};

export const stuckBy = ({ errors, same }: Progress): Stuck | undefined => {
  if (errors >= MAX_ERRORS) return 'too_many_errors';
  return same >= MAX_SAME_SCREENS ? 'repeated_screen' : undefined;
};
