import { modifierNames } from './anthropic.ts';

/** The computer tool in OpenAI's Responses API: one action, or a batch of actions, each with a `type`. */

type Fields = Readonly<Record<string, unknown>>;

/** Pixels per notch of the mouse wheel, because the tool counts in pixels. */
const PIXELS_PER_NOTCH = 120;

const notches = (pixels: unknown): unknown => {
  if (typeof pixels !== 'number') return pixels;
  // A scroll of less than one notch should still move the page.
  return Math.sign(pixels) * Math.max(Math.round(Math.abs(pixels) / PIXELS_PER_NOTCH), pixels === 0 ? 0 : 1);
};

const point = (given: unknown): unknown => {
  const { x, y, ...more } = (given ?? {}) as Fields;
  return Object.keys(more).length === 0 ? [x, y] : given;
};

const held = (keys: unknown): Fields =>
  Array.isArray(keys) && keys.length > 0 ? { modifiers: modifierNames(keys.join('+')) } : {};

/** Returns the members that the tool does not define, under names that no action has, so that the check refuses the call. */
const rest = (given: Fields, ...known: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([key]) => key !== 'type' && !known.includes(key))
      .map(([key, value]) => [`unexpected_${key}`, value]),
  );

const RULES: Readonly<Record<string, (given: Fields) => Fields>> = {
  screenshot: (given) => ({ action: 'screenshot', ...rest(given) }),
  click: (given) => clicked(given, 1),
  double_click: (given) => clicked(given, 2),
  move: (given) => ({
    action: 'move',
    at: point({ x: given['x'], y: given['y'] }),
    ...rest(given, 'x', 'y', 'keys'),
  }),
  drag: (given) => ({
    action: 'drag',
    path: Array.isArray(given['path']) ? given['path'].map(point) : given['path'],
    ...held(given['keys']),
    ...rest(given, 'path', 'keys'),
  }),
  scroll: (given) => ({
    action: 'scroll',
    at: [given['x'], given['y']],
    dx: notches(given['scroll_x'] ?? 0),
    dy: notches(given['scroll_y'] ?? 0),
    ...held(given['keys']),
    ...rest(given, 'x', 'y', 'scroll_x', 'scroll_y', 'keys'),
  }),
  type: (given) => ({ action: 'type', text: given['text'], ...rest(given, 'text') }),
  keypress: (given) => ({
    action: 'key',
    keys: Array.isArray(given['keys']) ? given['keys'].join('+') : given['keys'],
    ...rest(given, 'keys'),
  }),
  wait: (given) => ({ action: 'wait', ms: given['ms'] ?? 2_000, ...rest(given, 'ms') }),
};

const clicked = (given: Fields, count: number): Fields => {
  const { x, y, button = 'left', keys } = given;
  const more = rest(given, 'x', 'y', 'button', 'keys');
  // The browser's back and forward buttons on a mouse have the same effect as these chords.
  if (button === 'back') return { action: 'key', keys: 'alt+Left', ...more };
  if (button === 'forward') return { action: 'key', keys: 'alt+Right', ...more };
  return {
    action: 'click',
    at: [x, y],
    button: button === 'wheel' ? 'middle' : button,
    count,
    ...held(keys),
    ...more,
  };
};

export const fromOpenAi = (given: unknown): Fields => {
  const fields = typeof given === 'object' && given !== null ? (given as Fields) : {};
  const { type } = fields;
  return typeof type === 'string' && Object.hasOwn(RULES, type) ? RULES[type]!(fields) : { action: type };
};
