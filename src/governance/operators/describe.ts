import type { OperatorAction } from '../../contract/operator-action.ts';
import { recordable } from '../recordable.ts';

/** An action in the words of a record: places, keys and lengths; typed text is never among them. */
export const describeAction = (action: OperatorAction): string => {
  switch (action.action) {
    case 'click':
      return `${times(action.count ?? 1)}${action.button ?? 'left'} click at ${at(action.at)}${holding(action.modifiers)}`;
    case 'drag':
      return `drag from ${at(action.path[0]!)} to ${at(action.path.at(-1)!)}${holding(action.modifiers)}`;
    case 'move':
      return `pointer to ${at(action.at)}`;
    case 'down':
    case 'up':
      return `${action.button ?? 'left'} button ${action.action}`;
    case 'scroll':
      return `scroll ${action.dx ?? 0}, ${action.dy ?? 0} notches at ${at(action.at)}${holding(action.modifiers)}`;
    case 'type':
      return `type ${[...action.text].length} characters`;
    case 'key':
      return `press ${keyName(action.keys)}${(action.repeat ?? 1) > 1 ? ` ${action.repeat} times` : ''}`;
    case 'hold':
      return `hold ${keyName(action.keys)} for ${action.ms} ms`;
    case 'wait':
      return `wait ${action.ms} ms`;
    case 'zoom':
      return `look closer at ${action.region.join(', ')}`;
    case 'open_app':
      return `open ${action.app}${action.url === undefined ? '' : ` at ${hostOf(action.url)}`}`;
    case 'finish':
      return `${action.success ? 'succeeded' : 'gave up'}: ${recordable(action.result, 300)}`;
    case 'screenshot':
      return 'look at the screen';
    case 'cursor':
      return 'ask where the pointer is';
  }
};

const at = ([x, y]: readonly [number, number]): string => `${x}, ${y}`;
const times = (count: number): string => ['', '', 'double ', 'triple '][count] ?? '';
const holding = (modifiers: readonly string[] | undefined): string =>
  modifiers === undefined || modifiers.length === 0 ? '' : ` with ${modifiers.join('+')}`;

/** A single character may be a part of a password that is typed key by key. */
const keyName = (keys: string): string => ([...keys].length === 1 ? 'a character key' : keys);

/** Paths and queries of an address may say who it is about. */
const hostOf = (url: string): string =>
  URL.canParse(url) ? recordable(new URL(url).host, 253) : 'an address that is none';
