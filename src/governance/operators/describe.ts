import type { ActionName, OperatorAction } from '../../contract/operator-action.ts';
import { recordable } from '../recordable.ts';

type Of<N extends ActionName> = Extract<OperatorAction, { action: N }>;

const at = ([x, y]: readonly [number, number]): string => `${x}, ${y}`;
const times = (count: number): string => ['', '', 'double ', 'triple '][count] ?? '';
const holding = (modifiers: readonly string[] | undefined): string =>
  modifiers === undefined || modifiers.length === 0 ? '' : ` with ${modifiers.join('+')}`;

/** Hides single characters, because they may be part of a password typed key by key. */
const keyName = (keys: string): string => ([...keys].length === 1 ? 'a character key' : keys);

/** Returns only the host, because the rest of an address may identify a person. */
const hostOf = (url: string): string =>
  URL.canParse(url) ? recordable(new URL(url).host, 253) : 'an invalid address';

const WORDS: { readonly [N in ActionName]: (action: Of<N>) => string } = {
  screenshot: () => 'look at the screen',
  cursor: () => 'ask where the pointer is',
  zoom: ({ region }) => `look closer at ${region.join(', ')}`,
  click: ({ at: place, button, count, modifiers }) =>
    `${times(count ?? 1)}${button ?? 'left'} click at ${at(place)}${holding(modifiers)}`,
  drag: ({ path, modifiers }) => `drag from ${at(path[0]!)} to ${at(path.at(-1)!)}${holding(modifiers)}`,
  move: ({ at: place }) => `pointer to ${at(place)}`,
  down: ({ button }) => `${button ?? 'left'} button down`,
  up: ({ button }) => `${button ?? 'left'} button up`,
  scroll: ({ at: place, dx, dy, modifiers }) =>
    `scroll ${dx ?? 0}, ${dy ?? 0} notches at ${at(place)}${holding(modifiers)}`,
  type: ({ text }) => `type ${[...text].length} characters`,
  fill: ({ at: place, text }) => `fill ${[...text].length} characters into the field at ${at(place)}`,
  key: ({ keys, repeat }) => `press ${keyName(keys)}${(repeat ?? 1) > 1 ? ` ${repeat} times` : ''}`,
  hold: ({ keys, ms }) => `hold ${keyName(keys)} for ${ms} ms`,
  wait: ({ ms }) => `wait ${ms} ms`,
  open_app: ({ app, url, file }) =>
    `open ${app}${url === undefined ? '' : ` at ${hostOf(url)}`}${file === undefined ? '' : ` with ${recordable(file, 200)}`}`,
  upload: ({ at: place, file }) => `choose the file ${recordable(file, 200)} at ${at(place)}`,
  type_secret: ({ name, field }) =>
    `type the secret ${recordable(field, 100)} of ${recordable(name, 100)} into the field`,
  // The question is the model's own, and a step's description outlives an erasure.
  ask_person: ({ wants }) => `ask a person (${wants})`,
  finish: ({ success, result }) => `${success ? 'succeeded' : 'gave up'}: ${recordable(result, 300)}`,
};

/** Describes an action for a record: places, keys and lengths, but never the typed text. */
export const describeAction = (action: OperatorAction): string =>
  (WORDS[action.action] as (action: OperatorAction) => string)(action);
