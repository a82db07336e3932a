import { describe, expect, it } from 'vitest';
import { containersOf } from '../../helpers/sandboxes.ts';
import type { Said } from '../../model-provider/replies.ts';
import { paced, turn, useOperatorLab } from './operators.ts';
import { onPage, type Report } from './site.ts';

const HINDI = 'नमस्ते भारत ₹५०० 😀 क्षत्रज्ञ';
const finish = turn({ action: 'finish', success: true, result: 'done' });
const open = (url: string) => turn({ action: 'open_app', app: 'browser', url });
const page = (path: string) => ({ url: `http://claims.test/${path}` });

const lab = await useOperatorLab();

const reported = async (name: string, fits: (report: Report) => boolean): Promise<Report> =>
  lab.site.reported(name, fits);

/** Plays turns on a page; the last one waits for `seen`, and the run's first step looks at the screen. */
const play = async (
  path: string,
  steps: number,
  turns: readonly Said[],
  seen: () => Promise<unknown> = async () => undefined,
) => lab.run({ ...page(path), max_steps: steps }, paced(turns, seen));

describe('An operator on a desktop', { timeout: 240_000 }, () => {
  it('text in any script, short or long, arrives code point by code point', async () => {
    const long = `${HINDI} `.repeat(260).trim();
    await play(
      'area.html',
      10,
      [
        turn(
          { action: 'click', at: onPage(300, 100) },
          { action: 'type', text: `${HINDI}\nplain "text" (c)\n` },
        ),
        turn({ action: 'key', keys: 'ctrl+a' }, { action: 'type', text: long }),
        finish,
      ],
      async () => reported('area', ({ value }) => value === long),
    );
    expect(long.length).toBeGreaterThan(7_700);
    expect(lab.site.reports.map(({ value }) => value)).toContain(`${HINDI}\nplain "text" (c)\n`);
  });

  it('keys close dialogs, and a popup window opens on top and closes', async () => {
    const run = await play(
      'dialogs.html',
      20,
      [
        turn({ action: 'click', at: onPage(200, 80) }, { action: 'key', keys: 'Return' }),
        turn({ action: 'click', at: onPage(200, 180) }, { action: 'key', keys: 'Return' }),
        turn({ action: 'click', at: onPage(200, 180) }, { action: 'key', keys: 'Escape' }),
        turn({ action: 'click', at: onPage(200, 280) }, { action: 'wait', ms: 1_500 }),
        turn({ action: 'key', keys: 'alt+F4' }, { action: 'wait', ms: 500 }),
        finish,
      ],
      async () => reported('dialogs', ({ closed }) => closed === true),
    );
    expect(run.success).toBe(true);
    await reported('dialogs', ({ alert }) => alert === 'closed');
    await reported('dialogs', ({ confirm }) => confirm === true);
    await reported('dialogs', ({ confirm }) => confirm === false);
    await reported('dialogs', ({ popup }) => popup === true);
  });

  it('the wheel scrolls the element under the pointer by 120 pixels per notch, whatever unit the model uses', async () => {
    await play(
      'scroll.html',
      20,
      [
        turn({ action: 'scroll', at: onPage(200, 200), dy: 5 }),
        turn({ action: 'scroll', at: onPage(750, 200), dy: 5 }),
        turn({ actions: [{ type: 'scroll', x: 200, y: 287, scroll_x: 0, scroll_y: 600 }] }),
        finish,
      ],
      async () => reported('scroll', ({ div, frame }) => div === 1_200 && frame === 600),
    );
  });

  it('buttons, modifiers, double clicks and screen corners arrive as intended', async () => {
    const run = await play(
      'mouse.html',
      20,
      [
        turn({ action: 'click', at: onPage(400, 300), modifiers: ['ctrl', 'shift'] }),
        turn({ action: 'click', at: onPage(401, 301), button: 'right' }),
        turn({ action: 'click', at: onPage(402, 302), button: 'middle' }),
        turn({ action: 'click', at: onPage(403, 303), count: 2 }),
        turn({ action: 'move', at: [0, 0] }, { action: 'cursor' }),
        turn({ action: 'click', at: [1_279, 799] }),
        finish,
      ],
      async () => reported('mouse', ({ double }) => double === true),
    );
    expect(run.steps.every(({ status }) => status === 'done')).toBe(true);
    await reported(
      'mouse',
      ({ x, y, ctrl, shift }) => x === 400 && y === 300 && ctrl === true && shift === true,
    );
    await reported('mouse', ({ button }) => button === 'right');
  });

  it('an element is dragged and dropped', async () => {
    await play(
      'drag.html',
      5,
      [turn({ action: 'drag', path: [onPage(150, 150), onPage(400, 200), onPage(600, 200)] }), finish],
      async () => reported('drag', ({ dropped }) => dropped === 'a'),
    );
  });

  it('an attempt to reach a host that is not allowed fails, is recorded and does not end the run', async () => {
    const run = await play('links.html', 5, [
      turn({ action: 'click', at: onPage(200, 80) }),
      turn({ action: 'wait', ms: 1_000 }),
      turn({ action: 'finish', success: false, result: 'The page is blocked.' }),
    ]);
    expect(run).toMatchObject({ success: false, ended_by: 'finish' });
    const response = await lab.service.request('GET', `/v1/govern/ledger/${run.ledger_ref}`);
    const { entries } = (await response.json()) as {
      entries: { action: string; detail: { host?: string } }[];
    };
    const blocked = entries
      .filter(({ action }) => action === 'egress.block')
      .map(({ detail }) => detail.host);
    expect(blocked).toEqual(expect.arrayContaining(['tracker.test', 'evil.test']));
    expect(lab.site.requests.filter((request) => /evil|tracker/.test(request))).toEqual([]);
  });

  it('text with shell syntax is typed literally, and an invalid key is refused', async () => {
    const text = '$(touch /tmp/p) `id` ; rm -rf ~';
    const run = await play(
      'form.html',
      7,
      [
        turn({ action: 'click', at: onPage(300, 80) }, { action: 'type', text }),
        turn({ action: 'key', keys: 'Return; touch /tmp/p' }),
        turn({ action: 'open_app', app: 'browser', url: 'http://evil.test/' }),
        turn({ action: 'wait', ms: 300 }),
        finish,
      ],
      async () => reported('form', ({ value }) => value === text),
    );
    expect(run.steps.map(({ status }) => status)).toEqual([
      'done',
      'done',
      'done',
      'refused',
      'refused',
      'done',
      'done',
    ]);
  });

  it('an address with another scheme is refused, and the model learns that it is blocked', async () => {
    const run = await lab.run({ ...page('form.html'), max_steps: 6 }, [
      open('view-source:http://claims.test/form.html'),
      open('file:///etc/passwd'),
      open('about:version'),
      finish,
    ]);
    expect(run.steps.map(({ status }) => status)).toEqual(['refused', 'refused', 'refused', 'done']);
    for (const { detail } of run.steps.slice(0, 3)) {
      expect(detail).toMatch(/^refused: this address is blocked\. Only http and https pages/);
    }
  });

  it('a page that uses up all memory crashes, but the desktop keeps running', async () => {
    const run = await lab.run({ ...page('memory.html'), max_steps: 5, timeout_ms: 120_000 }, [
      turn({ action: 'wait', ms: 20_000 }),
      turn({ action: 'screenshot' }),
      finish,
    ]);
    expect(run).toMatchObject({ success: true });
    expect(run.steps.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
  });

  it('only ready desktops remain after all runs are over', async () => {
    for (;;) {
      const left = (await containersOf(lab.service)).filter(({ Image }) => Image.includes('desktop'));
      if (left.length <= 1) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });
});
