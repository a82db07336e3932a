import {
  type ActionName,
  type OperatorAction,
  operatorActions,
  SCREEN,
} from '../../contract/operator-action.ts';
import { chordKeysyms } from './keys.ts';

/** What a model is told of a call that was not done. Always these words: they carry nothing of the call. */
export const REFUSALS = {
  'unknown-action': 'Error: unknown action.',
  'bad-arguments': 'Error: the arguments do not fit this action.',
  'out-of-bounds': 'Error: the coordinates are outside of the screen (1280x800).',
  'unknown-key': 'Error: unknown key.',
  'unknown-element': 'Error: no element with this ref can be seen. Look at the list of elements again.',
  'not-executed': 'Error: not executed, because a call before it failed.',
  'not-allowed': 'Error: this address is not on the list of allowed hosts.',
  'needs-approval': 'Error: this action needs the approval of a person and was not executed.',
  'too-many': 'Error: too many calls in one turn.',
  failed: 'Error: the action failed on the desktop.',
  interrupted: 'Error: the action was interrupted and may have been done. Look at the screen.',
  'desktop-lost': 'Error: the desktop was lost. A fresh one was opened; what was on the screen is gone.',
} as const;

export type Refusal = keyof typeof REFUSALS;

export type CheckedAction =
  | { readonly action: OperatorAction }
  | {
      readonly refusal: Refusal;
      /** For the record; '?' where the model named none. */ readonly named: string;
    };

const isActionName = (name: unknown): name is ActionName =>
  typeof name === 'string' && Object.hasOwn(operatorActions, name);

/** Checks what a model asked for against the one set of actions. Nothing is mended or clamped. */
export const checkAction = (asked: unknown): CheckedAction => {
  const name =
    typeof asked === 'object' && asked !== null ? (asked as { action?: unknown }).action : undefined;
  if (!isActionName(name)) return { refusal: 'unknown-action', named: '?' };
  const parsed = operatorActions[name].safeParse(asked);
  if (!parsed.success) {
    const onlyPlace = parsed.error.issues.every(({ path }) => path[0] === 'at');
    return { refusal: onlyPlace && isPlace(asked) ? 'out-of-bounds' : 'bad-arguments', named: name };
  }
  const action: OperatorAction = parsed.data;
  if (!pointsOf(action).every(isOnScreen)) return { refusal: 'out-of-bounds', named: name };
  if ((action.action === 'key' || action.action === 'hold') && chordKeysyms(action.keys) === undefined) {
    return { refusal: 'unknown-key', named: name };
  }
  return { action };
};

/** Whether `at` is two numbers, if no whole ones, or too large for one: a place that no screen has. */
const isPlace = (asked: unknown): boolean => {
  const { at } = asked as { readonly at?: unknown };
  return Array.isArray(at) && at.length === 2 && at.every((part) => typeof part === 'number');
};

type Point = readonly [x: number, y: number];

const isOnScreen = ([x, y]: Point): boolean => x >= 0 && y >= 0 && x < SCREEN.width && y < SCREEN.height;

const pointsOf = (action: OperatorAction): readonly Point[] => {
  if (action.action === 'drag') return action.path;
  if (action.action === 'zoom') {
    const [x0, y0, x1, y1] = action.region;
    // The end is the first pixel that is not shown.
    return x1 > x0 && y1 > y0
      ? [
          [x0, y0],
          [x1 - 1, y1 - 1],
        ]
      : [[-1, -1]];
  }
  return 'at' in action ? [action.at] : [];
};
