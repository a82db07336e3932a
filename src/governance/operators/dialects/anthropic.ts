/** The computer tools in Anthropic's Messages API: one tool with an `action`, or (from 2026-08 on) one tool per action. */

type Fields = Readonly<Record<string, unknown>>;

interface Rule {
  /** Members of our action that the provider's action name implies. */
  readonly fixed: Fields;
  /** Maps the provider's members to ours. A call with any other member is invalid. */
  readonly members: Readonly<Record<string, string>>;
}

const click = (button: string, count: number): Rule => ({
  fixed: { action: 'click', button, count },
  members: { coordinate: 'at', text: 'modifiers' },
});

const RULES: Readonly<Record<string, Rule>> = {
  screenshot: { fixed: { action: 'screenshot' }, members: {} },
  zoom: { fixed: { action: 'zoom' }, members: { region: 'region' } },
  left_click: click('left', 1),
  right_click: click('right', 1),
  middle_click: click('middle', 1),
  double_click: click('left', 2),
  triple_click: click('left', 3),
  left_click_drag: {
    fixed: { action: 'drag' },
    members: { start_coordinate: 'from', coordinate: 'to', text: 'modifiers' },
  },
  left_mouse_down: { fixed: { action: 'down', button: 'left' }, members: {} },
  left_mouse_up: { fixed: { action: 'up', button: 'left' }, members: {} },
  mouse_move: { fixed: { action: 'move' }, members: { coordinate: 'at' } },
  cursor_position: { fixed: { action: 'cursor' }, members: {} },
  scroll: {
    fixed: { action: 'scroll' },
    members: { coordinate: 'at', scroll_direction: 'direction', scroll_amount: 'amount', text: 'modifiers' },
  },
  type: { fixed: { action: 'type' }, members: { text: 'text' } },
  key: { fixed: { action: 'key' }, members: { text: 'keys', repeat: 'repeat' } },
  hold_key: { fixed: { action: 'hold' }, members: { text: 'keys', duration: 'seconds' } },
  wait: { fixed: { action: 'wait' }, members: { duration: 'seconds' } },
};

export const isAnthropicAction = (name: unknown): name is string =>
  typeof name === 'string' && Object.hasOwn(RULES, name);

const DIRECTIONS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

/** Translates a call to our action without checking it. Members that do not fit are kept, so that the check refuses the call. */
export const fromAnthropic = (name: string, given: Fields): Fields => {
  const { fixed, members } = RULES[name]!;
  const renamed: Record<string, unknown> = { ...fixed };
  for (const [key, value] of Object.entries(given)) {
    if (key === 'action') continue;
    // No action has a member with this name, so the check refuses the call.
    renamed[Object.hasOwn(members, key) ? members[key]! : `unexpected_${key}`] = value;
  }
  return finished(renamed);
};

const finished = (fields: Record<string, unknown>): Fields => {
  const { from, to, direction, amount, seconds, modifiers, ...rest } = fields;
  return {
    ...rest,
    ...(typeof modifiers === 'string' && modifiers !== '' && { modifiers: modifierNames(modifiers) }),
    ...(typeof modifiers !== 'string' && modifiers !== undefined && { modifiers }),
    ...(fields['action'] === 'drag' && { path: [from, to] }),
    ...(fields['action'] === 'scroll' && scrolled(direction, amount)),
    ...(seconds !== undefined && { ms: typeof seconds === 'number' ? Math.round(seconds * 1_000) : seconds }),
  };
};

const scrolled = (direction: unknown, amount: unknown): Fields => {
  const way =
    typeof direction === 'string' && Object.hasOwn(DIRECTIONS, direction) ? DIRECTIONS[direction] : undefined;
  if (way === undefined || typeof amount !== 'number' || amount < 0) return { unexpected_scroll: true };
  return { dx: way[0] * amount, dy: way[1] * amount };
};

const MODIFIERS: Readonly<Record<string, string>> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  shift: 'shift',
  alt: 'alt',
  super: 'super',
  meta: 'super',
  cmd: 'super',
  win: 'super',
};

/** Translates `ctrl+shift` to our modifier names. Other names are left unchanged, so that the check refuses them. */
export const modifierNames = (text: string): readonly string[] =>
  text.split('+').map((name) => MODIFIERS[name.trim().toLowerCase()] ?? name);
