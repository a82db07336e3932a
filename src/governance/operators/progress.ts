/** Whether an operator gets on: pure, so that workflow code decides by it and a replay decides alike. */

/** Failures in a row after which a run is given up. */
export const MAX_ERRORS = 5;
/** Steps in a row that leave the screen as it was. */
export const MAX_SAME_SCREENS = 15;

export interface Progress {
  readonly errors: number;
  /** Steps in a row whose screen was one of `screens`. */
  readonly same: number;
  /** The last screens, at most two: a caret that blinks makes two of one. */
  readonly screens: readonly string[];
}

export const noProgressYet: Progress = { errors: 0, same: 0, screens: [] };

export type Stuck = 'too_many_errors' | 'repeated_screen';

export const STUCK_WORDS: Readonly<Record<Stuck | 'desktop_lost', string>> = {
  too_many_errors: `The run was given up after ${MAX_ERRORS} failed actions in a row.`,
  repeated_screen: `The run was given up: ${MAX_SAME_SCREENS} actions in a row left the screen as it was.`,
  desktop_lost: 'The run was given up: its desktops were lost.',
};

/** What of a step counts. `screen` is the digest of its picture; null where there is none. */
export const afterStep = (
  before: Progress,
  step: { readonly ok: boolean; readonly screen: string | null },
): Progress => {
  const errors = step.ok ? 0 : before.errors + 1;
  if (step.screen === null) return { ...before, errors };
  if (before.screens.includes(step.screen)) return { ...before, errors, same: before.same + 1 };
  // A second screen may be the other half of a blink; a third is none.
  if (before.screens.length === 1 && before.same > 0) {
    return { errors, same: before.same + 1, screens: [...before.screens, step.screen] };
  }
  return { errors, same: 1, screens: [step.screen] };
};

export const stuckBy = ({ errors, same }: Progress): Stuck | undefined => {
  if (errors >= MAX_ERRORS) return 'too_many_errors';
  return same >= MAX_SAME_SCREENS ? 'repeated_screen' : undefined;
};
