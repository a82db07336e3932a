import {
  type ActionName,
  type OperatorAction,
  operatorActions,
  SCREEN,
} from '../../contract/operator-action.ts';
import { chordKeysyms } from './keys.ts';

/** Messages to a model about a refused call. The wording is fixed, so it never repeats any part of the call. */
export const REFUSALS = {
  'unknown-action': 'Error: unknown action.',
  'bad-arguments': 'Error: the arguments do not fit this action.',
  'out-of-bounds': 'Error: the coordinates are outside the screen (1280x800).',
  'between-pixels': 'Error: coordinates must be whole pixels.',
  'unknown-key': 'Error: unknown key.',
  'unknown-element': 'Error: no element with this ref can be seen. Look at the list of elements again.',
  'not-taken':
    'Error: the field does not accept this value. Choose one of its options; write a date as YYYY-MM-DD or DD/MM/YYYY, and a time as HH:MM.',
  'not-executed': 'Error: not executed, because an earlier call failed.',
  'not-allowed': 'Error: this address is blocked. Only http and https pages on allowed hosts can be opened.',
  'needs-approval': "Error: this action needs a person's approval and was not executed.",
  'too-many': 'Error: too many calls in one turn.',
  'no-chooser': 'Error: no file was chosen, because clicking there opened no file chooser.',
  'unknown-file': 'Error: there is no such file in the folders Documents and Downloads.',
  'no-field':
    'Error: the secret was not typed, because no text field on a page has the focus. Click the field first.',
  'unknown-secret': 'Error: there is no such credential or field for this task.',
  'code-used':
    'Error: the code was not typed, because the one of this moment was typed before. Wait a minute and try again.',
  'not-bound': 'Error: the secret was not typed, because it may not be used on this page.',
  'output-invalid': 'Error: the output does not fit the schema of the task. Finish again with one that fits.',
  declined: 'Error: the person declined to answer.',
  'no-answer': 'Error: nobody answered in time.',
  'no-focus': 'Error: no field accepted the text; the screen is unchanged. Click the field first.',
  'part-typed':
    'Error: only the beginning of the text was typed, because no field accepted the rest. Look at the screen.',
  failed: 'Error: the action failed on the desktop.',
  interrupted: 'Error: the action was interrupted and may have been performed. Look at the screen.',
  'desktop-lost': 'Error: the desktop was lost. A fresh one was opened; what was on the screen is gone.',
} as const;

export type Refusal = keyof typeof REFUSALS;

export type CheckedAction =
  | { readonly action: OperatorAction }
  | {
      readonly refusal: Refusal;
      /** The action's name, for the record; '?' if the model did not give one. */
      readonly named: string;
    };

const isActionName = (name: unknown): name is ActionName =>
  typeof name === 'string' && Object.hasOwn(operatorActions, name);

/** Checks a model's request against the common set of actions. Never repairs or clamps anything. */
export const checkAction = (asked: unknown): CheckedAction => {
  const name =
    typeof asked === 'object' && asked !== null ? (asked as { action?: unknown }).action : undefined;
  if (!isActionName(name)) return { refusal: 'unknown-action', named: '?' };
  const parsed = operatorActions[name].safeParse(asked);
  if (!parsed.success) {
    const onlyPlaces = parsed.error.issues.every(({ path }) => PLACES.has(path[0]));
    return { refusal: (onlyPlaces && misplaced(asked as Fields)) || 'bad-arguments', named: name };
  }
  const action: OperatorAction = parsed.data;
  if (action.action === 'ask_person' && (action.wants === 'choice') !== (action.options !== undefined)) {
    return { refusal: 'bad-arguments', named: name };
  }
  if (!pointsOf(action).every(isOnScreen)) return { refusal: 'out-of-bounds', named: name };
  if ((action.action === 'key' || action.action === 'hold') && chordKeysyms(action.keys) === undefined) {
    return { refusal: 'unknown-key', named: name };
  }
  return { action };
};

type Fields = Readonly<Record<string, unknown>>;

/** Members that contain coordinates. */
const PLACES: ReadonlySet<unknown> = new Set(['at', 'path', 'region']);

/**
 * Explains why coordinates of the right shape are invalid.
 * @returns undefined if the fault is not in the coordinates
 */
const misplaced = ({ at, path, region }: Fields): Refusal | undefined => {
  const places = path === undefined ? [at ?? region] : path;
  if (!Array.isArray(places) || !places.every((place) => Array.isArray(place))) return undefined;
  const size = region === undefined ? 2 : 4;
  if (places.some((place) => place.length !== size)) return undefined;
  const numbers: readonly unknown[] = places.flat();
  if (!numbers.every((one) => typeof one === 'number')) return undefined;
  if (numbers.some((one) => !Number.isInteger(one))) return 'between-pixels';
  // A number outside the range of safe integers may be whole, but it is outside every screen.
  return numbers.every((one) => Number.isSafeInteger(one)) ? undefined : 'out-of-bounds';
};

type Point = readonly [x: number, y: number];

const isOnScreen = ([x, y]: Point): boolean => x >= 0 && y >= 0 && x < SCREEN.width && y < SCREEN.height;

const pointsOf = (action: OperatorAction): readonly Point[] => {
  if (action.action === 'drag') return action.path;
  if (action.action === 'zoom') {
    const [x0, y0, x1, y1] = action.region;
    // The region's end is the first pixel that is not shown.
    return x1 > x0 && y1 > y0
      ? [
          [x0, y0],
          [x1 - 1, y1 - 1],
        ]
      : [[-1, -1]];
  }
  return 'at' in action ? [action.at] : [];
};
