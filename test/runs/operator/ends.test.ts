import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { codeRows, containersOf } from '../../helpers/sandboxes.ts';
import { openai } from '../../model-provider/openai.ts';
import { whole } from '../../model-provider/replies.ts';
import { eventSizes } from '../../helpers/history.ts';
import { answerQuestion } from './approvals.ts';
import { paced, turn, useOperatorLab } from './operators.ts';
import { desktopShell } from './shell.ts';
import { onPage } from './site.ts';

const finish = turn({ action: 'finish', success: true, result: 'done' });
const form = { url: 'http://claims.test/form.html' };

const lab = await useOperatorLab();

const post = async (path: string, body?: unknown): Promise<Response> =>
  lab.service.request('POST', path, body);

/**
 * Returns the longest text that one call may type. Because the page is described in words after each call, a long run's text
 * reaches megabytes.
 */
const longText = (n: number): string => `${n} ${'क्षत्रज्ञ ₹५०० 😀 '.repeat(1_200)}`.slice(0, 19_000);

describe('An operator run’s end', { timeout: 180_000 }, () => {
  it('a run that reaches max_steps ends with a last picture and without another turn, and Temporal does not store its text', async () => {
    let asked = 0;
    const area = { url: 'http://claims.test/area.html', max_steps: 30, observation: 'both' };
    const run = await lab.run(area, (question) => {
      asked += 1;
      return whole(
        openai,
        turn(
          { action: 'click', at: onPage(300, 100) },
          { action: 'key', keys: 'ctrl+a' },
          { action: 'type', text: longText(question.n) },
          { action: 'cursor' },
          { action: 'key', keys: 'Home' },
        ),
      );
    });
    expect(run).toMatchObject({
      success: false,
      ended_by: 'max_steps',
      result: expect.stringContaining('max_steps'),
    });
    expect(run.steps.map(({ n }) => n)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
    expect(run.steps.filter(({ status }) => status !== 'done')).toEqual([]);
    expect(run.final_screenshot_b64).toBeDefined();
    expect(asked).toBe(6);
    await lab.site.reported('area', ({ value }) => String(value).startsWith('6 '));
    expect(await desktopShell(lab.service).desktopOf(run.run_id)).toBeUndefined();
    const sizes = await eventSizes(lab.service, run.run_id);
    expect(sizes.length).toBeGreaterThan(150);
    expect(Math.max(...sizes)).toBeLessThan(65_536);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(524_288);
  });

  it('a run ends after consecutive failures, each reported with a fixed message while the rest of its turn is skipped', async () => {
    const told: string[] = [];
    const bad = [
      turn({ action: 'clik', at: [1, 1] }),
      turn({ action: 'left_click', coordinate: '12,3' }, { action: 'type', text: 'never' }),
      turn({ action: 'left_click' }),
      turn({ action: 'click', at: [1, 1], more: 1 }),
      turn({ action: 'click', at: [1_280, 800] }),
    ];
    const run = await lab.run({ max_steps: 20 }, (question) => {
      told.push(JSON.stringify(question.body.messages.at(-1)));
      const said = bad[question.n - 1];
      return said && whole(openai, said);
    });
    expect(run).toMatchObject({ success: false, ended_by: 'too_many_errors' });
    expect(run.steps.map(({ status }) => status)).toEqual([
      'refused',
      'refused',
      'refused',
      'refused',
      'refused',
    ]);
    expect(told[1]).toContain('Error: unknown action.');
    expect(told[2]).toContain('Error: not executed');
    expect(told[4]).toContain('do not fit this action');
  });

  it('a run ends when the screen has not changed for many steps', async () => {
    const looks = Array.from({ length: 5 }, () => ({ action: 'cursor' }));
    const run = await lab.run({ max_steps: 50 }, () => whole(openai, turn(...looks)));
    expect(run).toMatchObject({
      success: false,
      ended_by: 'repeated_screen',
      result: expect.stringContaining('left the screen unchanged'),
    });
    expect(run.steps).toHaveLength(15);
  });

  it('a run ends when the model cannot write its calls', async () => {
    const run = await lab.run({ max_steps: 20 }, () => whole(openai, turn('{"action": "click", "at": [1,')));
    expect(run).toMatchObject({ success: false, ended_by: 'unusable_reply' });
    expect(run.steps).toEqual([]);
  });

  it('cancelling a run while the model thinks ends it and removes its desktop within seconds', async () => {
    const asked = Promise.withResolvers<void>();
    const { run_id } = await lab.start({ max_steps: 5 }, async () => {
      asked.resolve();
      await sleep(60_000);
      return undefined;
    });
    const shell = desktopShell(lab.service);
    await asked.promise;
    const begun = performance.now();
    expect((await post(`/v1/operators/runs/${run_id}/cancel`)).status).toBe(202);
    const run = await lab.done(run_id);
    expect(run).toMatchObject({ success: false, result: 'cancelled', ended_by: 'cancelled', steps: [] });
    expect(run.final_screenshot_b64).toBeDefined();
    expect(await shell.desktopOf(run_id)).toBeUndefined();
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect((await post(`/v1/operators/runs/${run_id}/cancel`)).status).toBe(202);
  });

  it('cancelling a run while its desktop opens ends it and destroys the desktop', async () => {
    const { run_id } = await lab.start({ ...form, max_steps: 5 }, [finish]);
    const shell = desktopShell(lab.service);
    while ((await shell.desktopOf(run_id)) === undefined) await sleep(10);
    expect((await post(`/v1/operators/runs/${run_id}/cancel`)).status).toBe(202);
    expect(await lab.done(run_id)).toMatchObject({ success: false, ended_by: 'cancelled', steps: [] });
    while ((await shell.desktopOf(run_id)) !== undefined) await sleep(20);
  });

  it('a run whose workflow is terminated in Temporal ends as an error and loses its desktop', async () => {
    const asked = Promise.withResolvers<void>();
    const { run_id } = await lab.start({ ...form, max_steps: 5 }, async ({ n }) => {
      if (n === 1) return whole(openai, turn({ action: 'wait', ms: 100 }));
      asked.resolve();
      await sleep(60_000);
      return undefined;
    });
    const shell = desktopShell(lab.service);
    await asked.promise;
    const desktop = await shell.desktopOf(run_id);
    await lab.service.engine.workflow.getHandle(run_id).terminate('by hand');
    const run = await lab.done(run_id);
    expect(run).toMatchObject({
      success: false,
      ended_by: 'terminated',
      result: 'The run was terminated in Temporal.',
    });
    expect(run.steps).toHaveLength(1);
    expect(run.final_screenshot_b64).toBeDefined();
    const isClosed = async () =>
      (await codeRows(lab.service, run_id)).map(({ action }) => action).includes('sandbox.close');
    await expect.poll(isClosed).toBe(true);
    expect(await shell.desktopOf(run_id)).toBeUndefined();
    const left = (await containersOf(lab.service)).flatMap(({ Names }) => Names);
    expect(left.filter((name) => name.includes(desktop!))).toEqual([]);
    const loop = await lab.service.database.db
      .selectFrom('agent_runs')
      .select(['status', 'ended_by'])
      .where('ledger_ref', '=', run_id)
      .executeTakeFirst();
    expect(loop).toEqual({ status: 'error', ended_by: 'terminated' });
    expect(await lab.service.verify()).toMatchObject({ ok: true });
  });

  it('a run ends at its wall time limit', async () => {
    const run = await lab.run({ max_steps: 50, timeout_ms: 5_000 }, ({ n }) =>
      whole(openai, turn({ action: 'wait', ms: 900 + n })),
    );
    expect(run).toMatchObject({ success: false, ended_by: 'max_wall_time' });
  });
});

const answer = async (runId: string, approve: boolean): Promise<string> =>
  (await answerQuestion(lab, runId, approve)).risk;

describe('A model without vision', { timeout: 180_000 }, () => {
  it('the model gets the page as words with positions and no picture', async () => {
    let words = '';
    const run = await lab.run(
      { url: 'http://claims.test/login.html', max_steps: 6, observation: 'text' },
      (question) => {
        const last = question.body.messages.at(-1);
        if (question.n === 1) return whole(openai, turn({ action: 'screenshot' }));
        words += String(last?.content);
        const [, x, y] = /textbox "u"[^\n]* at \[(\d+), (\d+)\]/.exec(words) ?? [];
        if (question.n === 2)
          return whole(
            openai,
            turn({ action: 'click', at: [Number(x), Number(y)] }, { action: 'type', text: 'asha' }),
          );
        expect(question.raw).not.toContain('image_url');
        return whole(openai, finish);
      },
    );
    expect(run).toMatchObject({ success: true });
    expect(words).toContain('password "p" at [');
    expect(words).toContain('textbox "u" = "asha" at [');
  });
});

describe('Approval by a person', { timeout: 180_000 }, () => {
  const login = {
    url: 'http://claims.test/login.html',
    max_steps: 12,
    confirm: ['submit', 'download', 'password'],
  };

  it('a person is asked before a password, a form and a download, and the model learns of a refusal', async () => {
    const turns = [
      turn({ action: 'click', at: onPage(300, 145) }),
      turn({ action: 'type', text: 'hunter2' }),
      turn({ action: 'click', at: onPage(200, 320) }),
      turn({ action: 'click', at: onPage(200, 230) }),
      finish,
    ];
    const { run_id } = await lab.start(
      login,
      paced(turns, async () =>
        lab.site.reported('login', ({ sent, secret }) => sent === true && secret === 'hunter2'),
      ),
    );
    const asked = [
      await answer(run_id, true),
      await answer(run_id, true),
      await answer(run_id, false),
      await answer(run_id, true),
    ];
    expect(asked).toEqual(['password', 'password', 'download', 'submit']);
    const run = await lab.done(run_id);
    expect(run.steps.map(({ status }) => status)).toEqual([
      'done',
      'done',
      'done',
      'refused',
      'done',
      'done',
    ]);
    expect(lab.site.requests.some((request) => request.includes('file.csv'))).toBe(false);
    const rows = await codeRows(lab.service, run_id);
    expect(rows.filter(({ action }) => action === 'operator.approval')).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toContain('hunter2');
  });

  it('a person is asked about the provider’s safety checks, and the approved batch runs in order', async () => {
    const batch = {
      actions: [
        { type: 'click', x: 300, y: 167, button: 'left' },
        { type: 'type', text: 'batch' },
        { type: 'keypress', keys: ['CTRL', 'A'] },
        { type: 'wait' },
        { type: 'screenshot' },
      ],
      pending_safety_checks: [{ id: 's', code: 'irrelevant_domain', message: 'm' }],
    };
    const { run_id } = await lab.start(
      { ...form, max_steps: 12 },
      paced([turn(batch), finish], async () => lab.site.reported('form', ({ value }) => value === 'batch')),
    );
    expect(await answer(run_id, true)).toBe('safety_check');
    const run = await lab.done(run_id);
    expect(run.steps.map(({ action }) => action)).toEqual([
      'screenshot',
      'click',
      'type',
      'key',
      'wait',
      'screenshot',
      'finish',
    ]);
  });
});

const start = async (body: object): Promise<{ status: number; text: string }> => {
  const response = await post('/v1/operators/run', body);
  return { status: response.status, text: await response.text() };
};

describe('Starting and reading operator runs', () => {
  it.for<[string, object, string]>([
    ['no task', {}, '/task'],
    ['an empty task', { task: '  ' }, '/task'],
    ['an invalid address', { task: 't', url: 'claims' }, '/url'],
    ['a host that is not allowed', { task: 't', url: 'http://evil.test/' }, '/url'],
    ['another scheme', { task: 't', url: 'file:///etc/passwd' }, '/url'],
    ['another port', { task: 't', url: 'http://claims.test:8080/' }, '/url'],
    ['a numeric address', { task: 't', url: 'http://127.0.0.1/' }, '/url'],
    ['no steps', { task: 't', max_steps: 0 }, '/max_steps'],
    ['too many steps', { task: 't', max_steps: 501 }, '/max_steps'],
    ['a wider allow list', { task: 't', allow: ['evil.test'] }, '/allow/0'],
    ['an allow list without the start page', { task: 't', url: 'http://claims.test/', allow: [] }, '/url'],
    ['an unknown field', { task: 't', steps: 3 }, '/steps'],
  ])('the API rejects a request with %s before it opens a desktop', async ([, body, pointer]) => {
    const { status, text } = await start(body);
    expect(status).toBe(422);
    expect(text).toContain(pointer);
  });

  it('runs are listed, pictures can be read, and unknown ones get a 404', async () => {
    const { run_id } = await lab.start({ max_steps: 2 }, [finish]);
    await lab.done(run_id);
    const list = (await (await lab.service.request('GET', '/v1/operators/runs?limit=1')).json()) as {
      runs: { run_id: string }[];
      next_cursor: string | null;
    };
    expect(list.runs[0]?.run_id).toBe(run_id);
    const picture = await lab.service.request('GET', `/v1/operators/runs/${run_id}/screenshots/1`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const none = await lab.service.request('GET', `/v1/operators/runs/${run_id}/screenshots/9`);
    expect(none.status).toBe(404);
    expect((await lab.service.request('GET', '/v1/operators/runs/op_0')).status).toBe(404);
  });

  it('four simultaneous runs do not affect each other', { timeout: 180_000 }, async () => {
    const names = ['one', 'two', 'three', 'four'];
    const runs = await Promise.all(
      names.map((name) =>
        lab.run(
          { url: `http://claims.test/form.html?${name}`, max_steps: 7 },
          paced(
            [
              turn({ action: 'click', at: onPage(300, 80) }),
              turn({ action: 'type', text: `only ${name}` }, { action: 'key', keys: 'Return' }),
              finish,
            ],
            async () =>
              lab.site.reported('form', ({ sent, value }) => sent === true && value === `only ${name}`),
          ),
        ),
      ),
    );
    expect(new Set(runs.map(({ final_screenshot_b64 }) => final_screenshot_b64)).size).toBe(4);
    const values = new Set(lab.site.reports.filter(({ sent }) => sent === true).map(({ value }) => value));
    expect([...values].filter((value) => String(value).includes('only'))).toHaveLength(4);
    const left = (await containersOf(lab.service)).filter(({ Image }) => Image.includes('desktop'));
    expect(left.length).toBeLessThanOrEqual(2);
  });
});
