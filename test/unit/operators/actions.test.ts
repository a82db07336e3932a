import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAction } from '../../../src/governance/operators/check-action.ts';
import { describeAction } from '../../../src/governance/operators/describe.ts';
import { readActions } from '../../../src/governance/operators/dialects/read-call.ts';
import { chordKeysyms, typingParts } from '../../../src/governance/operators/keys.ts';
import {
  afterStep,
  MAX_ERRORS,
  MAX_SAME_SCREENS,
  noProgressYet,
  stuckBy,
} from '../../../src/governance/operators/progress.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the one action that a call stands for, or the refusal. */
const read = (given: Fields, tool = 'computer') => {
  const { actions } = readActions(tool, given);
  expect(actions).toHaveLength(1);
  const checked = checkAction(actions[0]);
  return 'action' in checked ? checked.action : checked.refusal;
};

describe('Coordinates', () => {
  it.for([
    [1_280, 800],
    [1_280, 0],
    [0, 800],
    [-1, 5],
    [1e9, 0],
    [1e300, 5],
  ])('coordinates outside the screen are refused rather than clamped: %j', (at) => {
    expect(read({ action: 'click', at })).toBe('out-of-bounds');
    expect(read({ action: 'left_click', coordinate: at })).toBe('out-of-bounds');
    expect(read({ actions: [{ type: 'click', x: at[0], y: at[1], button: 'left' }] })).toBe('out-of-bounds');
  });

  it.for<[Fields, string]>([
    [{ action: 'click', at: [12.7, 8.2] }, 'between-pixels'],
    [{ action: 'left_click', coordinate: [0, -0.5] }, 'between-pixels'],
    [{ actions: [{ type: 'move', x: 640.5, y: 2 }] }, 'between-pixels'],
    [{ action: 'scroll', at: [1.5, 2], dy: 1 }, 'between-pixels'],
    [{ action: 'left_click_drag', start_coordinate: [1, 2], coordinate: [3.5, 4] }, 'between-pixels'],
    [
      {
        actions: [
          {
            type: 'drag',
            path: [
              { x: 1, y: 2 },
              { x: 3, y: 4.25 },
            ],
          },
        ],
      },
      'between-pixels',
    ],
    [{ action: 'zoom', region: [0, 0, 99.5, 50] }, 'between-pixels'],
    [
      {
        action: 'drag',
        path: [
          [1, 2],
          [1e300, 4],
        ],
      },
      'out-of-bounds',
    ],
    [{ action: 'zoom', region: [0, 0, 1e300, 50] }, 'out-of-bounds'],
    [{ action: 'zoom', region: [0, 0, 99.5] }, 'bad-arguments'],
    [{ action: 'click', at: [12.7, 8.2], button: 'fourth' }, 'bad-arguments'],
  ])('fractional coordinates are refused in every field that holds a position: %j', ([given, refusal]) => {
    expect(read(given)).toBe(refusal);
  });

  it.for([
    [0, 0],
    [1_279, 799],
    [0, 799],
    [640, 0],
  ])('coordinates at the edge are accepted unchanged: %j', (at) => {
    expect(read({ action: 'left_click', coordinate: at })).toMatchObject({ action: 'click', at });
  });

  it('any whole coordinates are either on the screen or refused', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (x, y) => {
        const onScreen = x >= 0 && y >= 0 && x < 1_280 && y < 800;
        expect(typeof read({ action: 'move', at: [x, y] }) === 'object').toBe(onScreen);
      }),
    );
  });
});

describe('An invalid call', () => {
  it.for<[Fields, string]>([
    [{ action: 'clik', at: [1, 1] }, 'unknown-action'],
    [{}, 'unknown-action'],
    [{ action: '__proto__' }, 'unknown-action'],
    [{ action: 'left_click', coordinate: '12,3' }, 'bad-arguments'],
    [{ action: 'left_click' }, 'bad-arguments'],
    [{ action: 'left_click', coordinate: [1, 2], extra: true }, 'bad-arguments'],
    [{ action: 'click', at: [1, 2], button: 'fourth' }, 'bad-arguments'],
    [{ action: 'click', at: [1, 2], constructor: 1 }, 'bad-arguments'],
    [
      { action: 'scroll', coordinate: [1, 2], scroll_direction: 'sideways', scroll_amount: 3 },
      'bad-arguments',
    ],
    [{ action: 'type', text: 5 }, 'bad-arguments'],
    [{ action: 'key', keys: 'Return; touch /tmp/p' }, 'unknown-key'],
    [{ action: 'key', text: 'ctrl+nothing' }, 'unknown-key'],
    [{ action: 'zoom', region: [5, 5, 5, 9] }, 'out-of-bounds'],
    [{ actions: [{ type: 'teleport' }] }, 'unknown-action'],
    [{ actions: [null] }, 'unknown-action'],
    [{ actions: [{ type: 'click', x: 1, y: 2, pressure: 9 }] }, 'bad-arguments'],
  ])('an invalid call is refused with a fixed code: %j', ([given, refusal]) => {
    expect(read(given)).toBe(refusal);
  });

  it('the reader never throws, whatever the call', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('action', 'actions', 'at', 'coordinate', 'text', 'type', 'keys'),
          fc.jsonValue(),
        ),
        (given) => {
          for (const action of readActions('computer', given).actions) {
            const checked = checkAction(action);
            expect('action' in checked || checked.refusal.length > 0).toBe(true);
          }
        },
      ),
    );
  });
});

describe('The same action in three dialects', () => {
  it.for<[string, readonly Fields[], object]>([
    [
      'a double click',
      [
        { action: 'click', at: [5, 6], button: 'left', count: 2 },
        { action: 'double_click', coordinate: [5, 6] },
        { actions: [{ type: 'double_click', x: 5, y: 6 }] },
        { action: { type: 'double_click', x: 5, y: 6 } },
      ],
      { action: 'click', at: [5, 6], button: 'left', count: 2 },
    ],
    [
      'a click with keys held',
      [
        { action: 'click', at: [5, 6], button: 'left', count: 1, modifiers: ['ctrl', 'shift'] },
        { action: 'left_click', coordinate: [5, 6], text: 'ctrl+shift' },
        { actions: [{ type: 'click', x: 5, y: 6, button: 'left', keys: ['CTRL', 'SHIFT'] }] },
      ],
      { action: 'click', at: [5, 6], button: 'left', count: 1, modifiers: ['ctrl', 'shift'] },
    ],
    [
      'five notches down',
      [
        { action: 'scroll', at: [5, 6], dx: 0, dy: 5 },
        { action: 'scroll', coordinate: [5, 6], scroll_direction: 'down', scroll_amount: 5 },
        { actions: [{ type: 'scroll', x: 5, y: 6, scroll_x: 0, scroll_y: 600 }] },
      ],
      { action: 'scroll', at: [5, 6], dx: 0, dy: 5 },
    ],
    [
      'a drag',
      [
        {
          action: 'drag',
          path: [
            [1, 2],
            [3, 4],
          ],
        },
        { action: 'left_click_drag', start_coordinate: [1, 2], coordinate: [3, 4] },
        {
          actions: [
            {
              type: 'drag',
              path: [
                { x: 1, y: 2 },
                { x: 3, y: 4 },
              ],
            },
          ],
        },
      ],
      {
        action: 'drag',
        path: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      'a chord',
      [
        { action: 'key', keys: 'ctrl+s' },
        { action: 'key', text: 'ctrl+s' },
      ],
      { action: 'key', keys: 'ctrl+s' },
    ],
    [
      'a wait of a second and a half',
      [
        { action: 'wait', ms: 1_500 },
        { action: 'wait', duration: 1.5 },
      ],
      { action: 'wait', ms: 1_500 },
    ],
    [
      'typing',
      [{ action: 'type', text: 'नमस्ते' }, { actions: [{ type: 'type', text: 'नमस्ते' }] }],
      { action: 'type', text: 'नमस्ते' },
    ],
  ])('every dialect expresses %s as the same action', ([, calls, action]) => {
    for (const call of calls) expect(read(call)).toEqual(action);
  });

  it('a drag starts where its call says, with the modifier keys that its text names', () => {
    const call = {
      action: 'left_click_drag',
      start_coordinate: [100, 100],
      coordinate: [300, 100],
      text: 'ctrl',
    };
    expect(read(call)).toEqual({
      action: 'drag',
      path: [
        [100, 100],
        [300, 100],
      ],
      modifiers: ['ctrl'],
    });
  });

  it('each tool in the 2026 tool set performs the action with the same name', () => {
    expect(read({ coordinate: [5, 6] }, 'right_click')).toEqual({
      action: 'click',
      at: [5, 6],
      button: 'right',
      count: 1,
    });
    expect(read({ text: 'Return', repeat: 3 }, 'key')).toEqual({ action: 'key', keys: 'Return', repeat: 3 });
  });

  it('a batch keeps its order, and its safety checks are reported rather than acknowledged', () => {
    const call = readActions('computer', {
      actions: [
        { type: 'click', x: 1, y: 2, button: 'left' },
        { type: 'keypress', keys: ['CTRL', 'A'] },
        { type: 'wait' },
      ],
      pending_safety_checks: [{ id: '1', code: 'malicious_instructions', message: 'm' }],
    });
    expect(call.actions).toMatchObject([
      { action: 'click' },
      { action: 'key', keys: 'CTRL+A' },
      { action: 'wait' },
    ]);
    expect(call.safetyChecks).toEqual(['malicious_instructions']);
  });
});

describe('Keys', () => {
  it('the reader accepts both providers’ names for keys', () => {
    expect(chordKeysyms('CTRL+A')).toEqual(chordKeysyms('ctrl+a'));
    expect(chordKeysyms('ARROWLEFT')).toEqual(chordKeysyms('Left'));
    expect(chordKeysyms('ctrl++')).toEqual([0xff_e3, 0x2b]);
    expect(chordKeysyms('+')).toEqual([0xff_e1, 0x2b]);
    expect(chordKeysyms('A')).toEqual([0xff_e1, 0x41]);
    for (const name of ['Return', 'return', 'Enter', 'enter']) expect(chordKeysyms(name)).toEqual([0xff_0d]);
    for (const name of ['\n', '\\n', 'Retrun']) expect(chordKeysyms(name)).toBeUndefined();
    expect(chordKeysyms('toString')).toBeUndefined();
    expect(chordKeysyms('')).toBeUndefined();
  });

  it('text is typed in parts that together give the whole text and never split a line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const parts = typingParts(text);
        expect(parts.map((part) => ('keys' in part ? part.keys : part.paste)).join('')).toBe(
          text.replaceAll(/\r\n?/g, '\n'),
        );
        for (const part of parts) if ('paste' in part) expect(part.paste).not.toMatch(/[\n\t]/);
      }),
    );
  });
});

describe('An action’s description', () => {
  it('a description contains nothing that was typed', () => {
    expect(describeAction({ action: 'type', text: 'secret 2341 2341 2346' })).toBe('type 21 characters');
    expect(describeAction({ action: 'key', keys: 's' })).toBe('press a character key');
    expect(
      describeAction({ action: 'open_app', app: 'browser', url: 'https://a.example/people?pan=ABCPK1234F' }),
    ).toBe('open browser at a.example');
  });
});

const after = (steps: readonly { ok: boolean; screen: string | null }[]) =>
  stuckBy(steps.reduce(afterStep, noProgressYet));

describe('A run that makes no progress', () => {
  it('a run stops after consecutive failures, and one success resets the count', () => {
    const bad = { ok: false, screen: null };
    expect(after(Array.from({ length: MAX_ERRORS }, () => bad))).toBe('too_many_errors');
    expect(
      after([...Array.from({ length: MAX_ERRORS - 1 }, () => bad), { ok: true, screen: 'a' }, bad]),
    ).toBeUndefined();
  });

  it('a run stops when nothing changes on the screen except a blinking caret', () => {
    const still = Array.from({ length: MAX_SAME_SCREENS }, (_, n) => ({
      ok: true,
      screen: n % 3 === 0 ? 'on' : 'off',
    }));
    expect(after(still)).toBe('repeated_screen');
    const moving = Array.from({ length: 60 }, (_, n) => ({ ok: true, screen: String(n) }));
    expect(after(moving)).toBeUndefined();
  });
});
