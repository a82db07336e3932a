import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { containersOf } from '../helpers/sandboxes.ts';
import { openai } from '../model-provider/openai.ts';
import { type Said, whole } from '../model-provider/replies.ts';
import type { Script } from '../model-provider/server.ts';
import { type OperatorLab, startOperatorLab, turn } from './operators.ts';
import { onPage, type Report } from './site.ts';
import { desktopShell } from './shell.ts';

const HINDI = 'नमस्ते भारत ₹५०० 😀 क्षत्रज्ञ';
const finish = turn({ action: 'finish', success: true, result: 'done' });
const page = (path: string) => ({ url: `http://claims.test/${path}` });

let lab: OperatorLab;

beforeAll(async () => {
  lab = await startOperatorLab();
}, 900_000);

afterAll(async () => lab.close());

/** An empty desktop makes a small picture, a window full of buttons a large one. */
const WINDOW_BASE64 = 30_000;

/** Opens a program and looks until it is there, as a model would, before it goes on. */
const whenShown = (app: string, turns: readonly Said[]): Script => {
  let at = -1;
  return ({ raw }) => {
    if (at === -1) {
      at = 0;
      return whole(openai, turn({ action: 'open_app', app }));
    }
    const picture = raw.slice(raw.lastIndexOf('base64,')).length;
    if (at === 0 && picture < WINDOW_BASE64) return whole(openai, turn({ action: 'wait', ms: 2_000 }));
    at += 1;
    const said = turns[at - 1];
    return said && whole(openai, said);
  };
};

const reported = async (name: string, fits: (report: Report) => boolean): Promise<Report> =>
  lab.site.reported(name, fits);

describe('On a desktop', { timeout: 240_000 }, () => {
  it('text of any script comes out code point for code point, short and long', async () => {
    const long = `${HINDI} `.repeat(260).trim();
    await lab.run({ ...page('area.html'), max_steps: 10 }, [
      turn(
        { action: 'click', at: onPage(300, 100) },
        { action: 'type', text: `${HINDI}\nplain "text" (c)\n` },
      ),
      turn({ action: 'key', keys: 'ctrl+a' }, { action: 'type', text: long }),
      finish,
    ]);
    expect(long.length).toBeGreaterThan(7_700);
    expect(lab.site.reports.map(({ value }) => value)).toContain(`${HINDI}\nplain "text" (c)\n`);
    expect((await reported('area', ({ value }) => value === long))['value']).toBe(long);
  });

  it('dialogs close by keys, and a popup window opens, shows on top and closes', async () => {
    const run = await lab.run({ ...page('dialogs.html'), max_steps: 20 }, [
      turn({ action: 'click', at: onPage(200, 80) }, { action: 'key', keys: 'Return' }),
      turn({ action: 'click', at: onPage(200, 180) }, { action: 'key', keys: 'Return' }),
      turn({ action: 'click', at: onPage(200, 180) }, { action: 'key', keys: 'Escape' }),
      turn({ action: 'click', at: onPage(200, 280) }, { action: 'wait', ms: 1_500 }),
      turn({ action: 'key', keys: 'alt+F4' }, { action: 'wait', ms: 500 }),
      finish,
    ]);
    expect(run.success).toBe(true);
    await reported('dialogs', ({ alert }) => alert === 'closed');
    await reported('dialogs', ({ confirm }) => confirm === true);
    await reported('dialogs', ({ confirm }) => confirm === false);
    await reported('dialogs', ({ popup }) => popup === true);
    await reported('dialogs', ({ closed }) => closed === true);
  });

  it('the wheel scrolls what is under the pointer by 120 pixels a notch, whichever unit the model counts in', async () => {
    await lab.run({ ...page('scroll.html'), max_steps: 20 }, [
      turn({ action: 'scroll', at: onPage(200, 200), dy: 5 }),
      turn({ action: 'scroll', at: onPage(750, 200), dy: 5 }),
      turn({ actions: [{ type: 'scroll', x: 200, y: 287, scroll_x: 0, scroll_y: 600 }] }),
      turn({ action: 'wait', ms: 700 }),
      finish,
    ]);
    await reported('scroll', ({ frame }) => frame === 600);
    await reported('scroll', ({ div }) => div === 1_200);
  });

  it('buttons, modifiers, double clicks and the corners of the screen arrive as they were meant', async () => {
    const run = await lab.run({ ...page('mouse.html'), max_steps: 20 }, [
      turn({ action: 'click', at: onPage(400, 300), modifiers: ['ctrl', 'shift'] }),
      turn({ action: 'click', at: onPage(401, 301), button: 'right' }),
      turn({ action: 'click', at: onPage(402, 302), button: 'middle' }),
      turn({ action: 'click', at: onPage(403, 303), count: 2 }),
      turn({ action: 'move', at: [0, 0] }, { action: 'cursor' }),
      turn({ action: 'click', at: [1_279, 799] }),
      finish,
    ]);
    expect(run.steps.every(({ status }) => status === 'done')).toBe(true);
    await reported(
      'mouse',
      ({ x, y, ctrl, shift }) => x === 400 && y === 300 && ctrl === true && shift === true,
    );
    await reported('mouse', ({ button }) => button === 'right');
    await reported('mouse', ({ double }) => double === true);
  });

  it('something is dragged and dropped', async () => {
    await lab.run({ ...page('drag.html'), max_steps: 5 }, [
      turn({ action: 'drag', path: [onPage(150, 150), onPage(400, 200), onPage(600, 200)] }),
      turn({ action: 'wait', ms: 300 }),
      finish,
    ]);
    expect((await reported('drag', ({ dropped }) => dropped !== undefined))['dropped']).toBe('a');
  });

  it('a host that is not allowed is not reached, is on record, and does not end the run', async () => {
    const run = await lab.run({ ...page('links.html'), max_steps: 5 }, [
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

  it('text that a shell would obey is typed, and a key that is none is refused', async () => {
    const text = '$(touch /tmp/p) `id` ; rm -rf ~';
    const run = await lab.run({ ...page('form.html'), max_steps: 6 }, [
      turn({ action: 'click', at: onPage(300, 80) }, { action: 'type', text }),
      turn({ action: 'key', keys: 'Return; touch /tmp/p' }),
      turn({ action: 'open_app', app: 'browser', url: 'http://evil.test/' }),
      turn({ action: 'wait', ms: 300 }),
      finish,
    ]);
    await reported('form', ({ value }) => value === text);
    expect(run.steps.map(({ status }) => status)).toEqual([
      'done',
      'done',
      'refused',
      'refused',
      'done',
      'done',
    ]);
  });

  it('Hindi is written in Writer and saved as it is', async () => {
    const shell = desktopShell(lab.service);
    const { run_id } = await lab.start(
      { max_steps: 60 },
      whenShown('writer', [
        turn({ action: 'type', text: `${HINDI} (c) it's "so"` }),
        turn({ action: 'key', keys: 'ctrl+s' }, { action: 'wait', ms: 1_500 }),
        turn(
          { action: 'key', keys: 'ctrl+a' },
          { action: 'type', text: '/home/operator/Documents/letter.odt' },
          { action: 'key', keys: 'Return' },
        ),
        turn({ action: 'wait', ms: 3_000 }),
        turn({ action: 'wait', ms: 30_000 }),
        finish,
      ]),
    );
    const content = await shell.until(
      run_id,
      'cat /home/operator/Documents/letter.odt',
      (bytes) => bytes.length > 1_000,
    );
    expect(await shell.entryOfZip(content, 'content.xml')).toContain(`${HINDI} (c) it`);
    await lab.service.request('POST', `/v1/operators/runs/${run_id}/cancel`);
    expect((await lab.done(run_id)).ended_by).toBe('cancelled');
  });

  it('a figure goes into a cell of Calc', async () => {
    const shell = desktopShell(lab.service);
    const { run_id } = await lab.start(
      { max_steps: 60 },
      whenShown('calc', [
        turn({ action: 'type', text: 'Claim\tAmount\nCLM-1\t45000\nCLM-2\t=B2*2\n' }),
        turn({ action: 'key', keys: 'ctrl+s' }, { action: 'wait', ms: 3_000 }),
        turn(
          { action: 'key', keys: 'ctrl+a' },
          { action: 'type', text: '/home/operator/Documents/sheet.ods' },
          { action: 'key', keys: 'Return' },
        ),
        turn({ action: 'wait', ms: 3_000 }),
        turn({ action: 'wait', ms: 30_000 }),
        finish,
      ]),
    );
    const content = await shell.until(
      run_id,
      'cat /home/operator/Documents/sheet.ods',
      (bytes) => bytes.length > 1_000,
    );
    const xml = await shell.entryOfZip(content, 'content.xml');
    expect(xml).toContain('of:=[.B2]*2');
    expect(xml).toContain('office:value="90000"');
    await lab.service.request('POST', `/v1/operators/runs/${run_id}/cancel`);
    await lab.done(run_id);
  });

  it('a page that eats all memory takes itself down, not the desktop', async () => {
    const run = await lab.run({ ...page('memory.html'), max_steps: 5, timeout_ms: 120_000 }, [
      turn({ action: 'wait', ms: 20_000 }),
      turn({ action: 'screenshot' }),
      finish,
    ]);
    expect(run).toMatchObject({ success: true });
    expect(run.steps.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
  });

  it('and when all runs are over, only those that stand ready are left', async () => {
    for (;;) {
      const left = (await containersOf(lab.service)).filter(({ Image }) => Image.includes('desktop'));
      if (left.length <= 1) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });
});
