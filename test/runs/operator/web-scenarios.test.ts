import { describe, expect, it } from 'vitest';
import { codeRows } from '../../helpers/sandboxes.ts';
import type { Said } from '../../model-provider/replies.ts';
import { press, turn, type, useOperatorLab, wait } from './operators.ts';
import { dumpScreens } from './screens.ts';
import { desktopShell } from './shell.ts';
import { onPage } from './site.ts';

type Action = Readonly<Record<string, unknown>>;

const click = (x: number, y: number, more: Action = {}): Action => ({
  action: 'click',
  at: onPage(x, y),
  ...more,
});

/** Opens a page in the same tab, as a person would. */
const page = (name: string): readonly Action[] => [
  press('ctrl+l'),
  type(`claims.test/${name}.html`),
  press('Return'),
  wait(500),
];

/** `all`, or part of a name. Without it only the scenarios in ALWAYS run, which together cover everything. */
const WISH = process.env['SCENARIOS'];
const ALWAYS =
  /^selects|far below|new tab|question of a page|form in a frame|rich text|line drawn|file fetched|not allowed/;
const isChosen = (name: string): boolean =>
  WISH === undefined ? ALWAYS.test(name) : WISH === 'all' || name.includes(WISH);

/**
 * A scenario's steps, and the final reports expected from a page, a file or the ledger, which were written before the steps.
 */
interface Scenario {
  readonly expects: readonly (readonly [page: string, state: Readonly<Record<string, unknown>>])[];
  readonly turns: readonly (readonly Action[])[];
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'selects, a list of several, a date, boxes and a slider': {
    expects: [
      [
        'choices',
        { city: 'Chennai', many: 'two,four', day: '2026-08-15', agree: true, way: 'mail', range: 30 },
      ],
    ],
    turns: [
      [...page('choices')],
      [click(250, 70), press('Down', 2), press('Return')],
      [click(560, 95), click(560, 155, { modifiers: ['ctrl'] })],
      [click(120, 140), type('15082026')],
      [click(115, 215), click(115, 295)],
      [click(107, 345), press('Home'), press('Right', 30)],
      [click(200, 425)],
    ],
  },
  'a button that is far below': {
    expects: [['long', { pressed: true }]],
    turns: [
      [...page('long')],
      [{ action: 'scroll', at: onPage(600, 300), dy: 56 }, wait(700)],
      [click(250, 310)],
    ],
  },
  'a link to a new tab, and the way back': {
    expects: [
      ['second', { shown: true }],
      ['tabs', { back: true }],
    ],
    turns: [[...page('tabs')], [click(200, 80), wait(800)], [press('ctrl+w'), wait(400)], [click(200, 180)]],
  },
  'back and forward in one tab': {
    expects: [['tabs', { back: true }]],
    turns: [
      [...page('tabs')],
      [click(200, 280), wait(800)],
      [press('alt+Left'), wait(800)],
      [click(200, 180)],
    ],
  },
  'a question of a page, answered in Hindi': {
    expects: [['prompt', { answer: 'आशा राव' }]],
    turns: [
      [...page('prompt')],
      [click(200, 80), wait(400)],
      [press('ctrl+a'), type('आशा राव'), press('Return')],
    ],
  },
  'a page that asks before it is left': {
    expects: [
      ['prompt', { armed: true }],
      ['second', { shown: true }],
      ['prompt', { left: true }],
    ],
    turns: [
      [...page('prompt')],
      [click(200, 180), press('ctrl+l'), type('claims.test/second.html'), press('Return'), wait(700)],
      [press('Return'), wait(700)],
    ],
  },
  'a form in a frame': {
    expects: [['inner', { sent: 'फ़्रेम 1' }]],
    turns: [[...page('frames')], [click(350, 170), type('फ़्रेम 1'), click(350, 240)]],
  },
  'rich text': {
    expects: [['rich', { html: 'plain <b>मोटा</b>' }]],
    turns: [
      [...page('rich')],
      [click(300, 100), type('plain मोटा'), press('ctrl+shift+Left'), press('ctrl+b')],
    ],
  },
  'a menu that opens under the pointer, and one of the right button': {
    expects: [
      ['menu', { chosen: true }],
      ['menu', { context: true }],
    ],
    turns: [
      [...page('menu')],
      [{ action: 'move', at: onPage(150, 75) }, click(150, 125)],
      [click(600, 150, { button: 'right' }), click(600, 325)],
    ],
  },
  'copy from one field, paste into another': {
    expects: [['copy', { to: 'नीति 7788' }]],
    turns: [
      [...page('copy')],
      [click(300, 70, { count: 3 }), press('ctrl+c'), click(300, 140), press('ctrl+v')],
    ],
  },
  'a button that comes late': {
    expects: [['late', { pressed: true }]],
    turns: [[...page('late')], [wait(2_000)], [click(200, 80)]],
  },
  'a line drawn with the button held': {
    expects: [['draw', { from: [100, 100], to: [600, 120], deep: true }]],
    turns: [
      [...page('draw')],
      [{ action: 'drag', path: [onPage(100, 100), onPage(300, 300), onPage(600, 120)] }],
    ],
  },
  'a modal that is closed, then buttons by keys alone': {
    expects: [
      ['keys', { closed: true }],
      ['keys', { pressed: 3 }],
    ],
    turns: [
      [...page('keys'), wait(300)],
      [press('Escape'), wait(300), click(600, 400)],
      [press('Tab', 3), press('space')],
    ],
  },
  'a file fetched, and sent to a form': {
    expects: [['upload', { name: 'file.csv', text: 'a,b\n1,2\n' }]],
    turns: [
      [...page('upload')],
      [click(200, 170), wait(1_500)],
      [click(150, 75), wait(2_000)],
      [type('/home/operator/Downloads/file.csv'), wait(800)],
      [{ action: 'click', at: [1152, 772] }, wait(1_000)],
    ],
  },
  'a popup that nobody asked for': {
    expects: [['unasked', { popup: false }]],
    turns: [[...page('unasked'), wait(500)]],
  },
  'a file of a host that is not allowed': {
    expects: [],
    turns: [[...page('upload')], [click(200, 270), wait(1_500)]],
  },
};

const lab = await useOperatorLab({ env: { DESKTOP_READY: '0' } });

describe('Web pages in one browser', { timeout: 300_000 }, () => {
  it('an operator performs its tasks on many kinds of pages', async () => {
    const chosen = Object.entries(SCENARIOS).filter(([name]) => isChosen(name));
    const said: readonly Said[] = chosen.flatMap(([, { turns }]) => turns.map((calls) => turn(...calls)));
    const last = turn({ action: 'finish', success: true, result: 'done' });
    const run = await lab.run({ url: 'http://claims.test/area.html', max_steps: 200 }, [...said, last]);
    await dumpScreens(lab, run.run_id);
    expect(run.steps.filter(({ status }) => status !== 'done')).toEqual([]);
    expect(run.success).toBe(true);
    const missing = chosen.flatMap(([name, { expects }]) =>
      expects
        .filter(([from, state]) => !lab.site.reports.some((report) => fits(report, { page: from, ...state })))
        .map(([from]) => ({ name, reports: lab.site.reports.filter(({ page: by }) => by === from) })),
    );
    expect(missing).toEqual([]);
    expect(lab.site.requests.filter((request) => /evil/.test(request))).toEqual([]);
    if (chosen.some(([name]) => name.includes('not allowed'))) {
      const blocked = (await codeRows(lab.service, run.run_id)).filter(
        ({ action }) => action === 'egress.block',
      );
      expect(blocked.map(({ detail }) => detail['host'])).toContain('evil.test');
    }
    expect(await desktopShell(lab.service).desktopOf(run.run_id)).toBeUndefined();
  });
});

const fits = (report: Readonly<Record<string, unknown>>, state: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(state).every(([name, value]) => JSON.stringify(report[name]) === JSON.stringify(value));
