import type { OperatorAction } from '../../contract/operator-action.ts';
import type { Risk } from '../../contract/operator.ts';
import { chordKeysyms } from '../../governance/operators/keys.ts';
import type { Target } from './browser.ts';
import type { PageFrame } from './frames.ts';
import { classifyFocus, isBrowser, type RiskContext } from './focus-risk.ts';

interface Keys {
  readonly text: boolean;
  readonly enter: boolean;
  readonly space: boolean;
  /** Whether a tab key moves the focus to an element that is not known in advance. */
  readonly moves: boolean;
  /** Risks of the browser's own reaction to a chord. */
  readonly own: readonly Risk[];
}

const RETURNS: ReadonlySet<number> = new Set([65293, 65421]);
const SPACE = 0x20;
const SAVE = /^(ctrl|control(_[lr])?)\+(shift\+)?s$/i;
export const keysOf = (action: OperatorAction): Keys | undefined => {
  if (action.action === 'type') {
    const { text } = action;
    const moves = /\t./s.test(text);
    return { text: true, enter: text.includes('\n'), space: text.includes(' '), moves, own: [] };
  }
  if (action.action !== 'key' && action.action !== 'hold') return undefined;
  const keysyms = chordKeysyms(action.keys) ?? [];
  const [enter, space] = [keysyms.some((keysym) => RETURNS.has(keysym)), keysyms.includes(SPACE)];
  const own: readonly Risk[] = SAVE.test(action.keys) ? ['download'] : [];
  // A single character may be part of a password that is typed key by key.
  const text = [...action.keys].length === 1;
  return text || enter || space || own.length > 0 ? { text, enter, space, moves: false, own } : undefined;
};

/** Returns the risks of pressing keys where the focus is. */
export const risksOfKeys = async (
  context: RiskContext,
  {
    page,
    focused,
    frames,
  }: { readonly page: Target; readonly focused: boolean; readonly frames: readonly PageFrame[] },
  keys: Keys,
): Promise<readonly Risk[]> => {
  if (!focused) {
    // The focus is in the address bar, which opens whatever it contains, or in another program.
    if (!keys.enter && keys.own.length === 0) return [];
    return (await isBrowser(context)) ? ['download'] : [];
  }
  const { type, enter, space, secrets } = await classifyFocus(context.browser, page, frames);
  return [
    ...keys.own,
    ...(keys.text ? type : []),
    ...(keys.enter ? enter : []),
    ...(keys.space ? space : []),
    ...(keys.moves && secrets ? (['password'] as const) : []),
    ...(keys.moves && (keys.enter || keys.space) ? (['submit'] as const) : []),
  ];
};
