import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { OperatorRunBody } from '../../../src/contract/operator.ts';
import { connectContainerEngine } from '../../../src/sandbox/connect.ts';
import { startApiProcess, startWorkerProcess } from '../../helpers/process.ts';
import { codeRows, containersOf } from '../../helpers/sandboxes.ts';
import { answerQuestion } from './approvals.ts';
import { bootOperatorLab, paced, turn } from './operators.ts';
import { onPage } from './site.ts';

describe('An operator run whose worker and API are killed', () => {
  it(
    'a run continues on the same desktop, performs each step once and leaves nothing behind',
    { timeout: 900_000 },
    async ({ onTestFinished }) => {
      const lab = await bootOperatorLab(onTestFinished, { worker: false, env: { DESKTOP_READY: '0' } });
      const first = await startWorkerProcess(lab.service.env);
      onTestFinished(() => first.kill('SIGKILL'));
      const api = await startApiProcess(lab.service.env);
      onTestFinished(() => api.kill('SIGKILL'));
      const turns = [
        turn({ action: 'click', at: onPage(300, 80) }),
        turn({ action: 'type', text: 'before ' }),
        turn({ action: 'wait', ms: 2_500 }),
        turn({ action: 'type', text: 'after' }),
        turn({ action: 'key', keys: 'Return' }),
        turn({ action: 'finish', success: true, result: 'done' }),
      ];
      const { run_id } = await lab.start(
        { url: 'http://claims.test/form.html', max_steps: 12 },
        paced(turns, async () =>
          lab.site.reported('form', ({ sent, value }) => sent === true && value === 'before after'),
        ),
      );
      while ((await lab.read(run_id)).steps.length < 3) await sleep(50);
      // The fourth step is in progress by now.
      await sleep(700);
      await first.kill('SIGKILL');
      await api.kill('SIGKILL');
      const second = await startWorkerProcess(lab.service.env);
      onTestFinished(() => second.kill('SIGKILL'));
      const other = await startApiProcess(lab.service.env);
      onTestFinished(() => other.kill('SIGKILL'));

      const run = await lab.done(run_id);
      expect(run).toMatchObject({ success: true, ended_by: 'finish' });
      expect(run.steps.map(({ action, status }) => `${action} ${status}`)).toEqual([
        'screenshot done',
        'click done',
        'type done',
        'wait interrupted',
        'type done',
        'key done',
        'finish done',
      ]);
      const seen = await fetch(`${other.url}/v1/operators/runs/${run_id}`, {
        headers: { authorization: `Bearer ${lab.service.key}` },
      });
      expect(((await seen.json()) as OperatorRunBody).steps).toEqual(run.steps);
      const opened = (await codeRows(lab.service, run_id)).filter(({ action }) => action === 'sandbox.open');
      expect(opened).toHaveLength(1);
      while ((await containersOf(lab.service)).some(({ Image }) => Image.includes('desktop')))
        await sleep(200);
      expect(await lab.service.verify()).toMatchObject({ ok: true });
    },
  );

  it(
    'a run keeps its desktop while a question is pending and presses the approved key on it',
    { timeout: 900_000 },
    async ({ onTestFinished }) => {
      const lab = await bootOperatorLab(onTestFinished, { worker: false, env: { DESKTOP_READY: '0' } });
      const first = await startWorkerProcess(lab.service.env);
      onTestFinished(() => first.kill('SIGKILL'));
      const { run_id } = await lab.start(
        { url: 'http://claims.test/form.html', max_steps: 12, confirm: ['submit'] },
        paced(
          [
            turn({ action: 'click', at: onPage(300, 80) }),
            turn({ action: 'type', text: 'half filled' }),
            turn({ action: 'key', keys: 'Return' }),
            turn({ action: 'finish', success: true, result: 'done' }),
          ],
          async () =>
            lab.site.reported('form', ({ sent, value }) => sent === true && value === 'half filled'),
        ),
      );
      while ((await lab.read(run_id)).pending_approval === null) await sleep(50);
      await first.kill('SIGKILL');
      const second = await startWorkerProcess(lab.service.env);
      onTestFinished(() => second.kill('SIGKILL'));
      // Nothing acts on the desktop, so the new worker has to take it over by itself before the desktop ends.
      const isTakenUp = (): boolean => second.output().includes('took over desktops from an earlier worker');
      await expect.poll(isTakenUp, { timeout: 60_000, message: second.output() }).toBe(true);
      await answerQuestion(lab, run_id, true);
      const run = await lab.done(run_id);
      expect(run).toMatchObject({ success: true, ended_by: 'finish' });
      expect(run.steps.map(({ action, status }) => `${action} ${status}`)).toEqual([
        'screenshot done',
        'click done',
        'type done',
        'key done',
        'finish done',
      ]);
      const rows = await codeRows(lab.service, run_id);
      expect(rows.filter(({ action }) => action === 'sandbox.open')).toHaveLength(1);
      expect(rows.find(({ action }) => action === 'operator.key')?.detail).toMatchObject({
        approval: 'approved',
        status: 'done',
      });
    },
  );

  it(
    'a run records the approved key press that was not made and the loss of its desktop',
    { timeout: 900_000 },
    async ({ onTestFinished }) => {
      const lab = await bootOperatorLab(onTestFinished, { env: { DESKTOP_READY: '0' } });
      const { run_id } = await lab.start(
        { url: 'http://claims.test/form.html', max_steps: 12, confirm: ['submit'] },
        [
          turn({ action: 'screenshot' }),
          turn({ action: 'click', at: onPage(300, 80) }),
          turn({ action: 'key', keys: 'Return' }),
          turn({ action: 'ask_person', question: 'Which claim?', wants: 'text' }),
          turn({ action: 'finish', success: false, result: 'lost' }),
        ],
      );
      const loseDesktop = async (): Promise<void> => {
        while ((await lab.read(run_id)).pending_approval === null) await sleep(50);
        const [desktop] = (await containersOf(lab.service)).filter(({ Image }) => Image.includes('desktop'));
        await connectContainerEngine(lab.service.env['DOCKER_HOST']!).getContainer(desktop!.Id).kill();
      };
      await loseDesktop();
      await answerQuestion(lab, run_id, true);
      await loseDesktop();
      await answerQuestion(lab, run_id, true, 'CLM-77');
      const run = await lab.done(run_id);
      expect(run.steps.map(({ n, action, status }) => `${n} ${action} ${status}`)).toEqual([
        '1 screenshot done',
        '2 click done',
        '3 key failed',
        '4 ask_person failed',
        '5 finish done',
      ]);
      // The answer outlives the desktop on which it was asked for.
      const { raw } = lab.provider.asked.at(-1)!;
      expect(raw).toContain('what was on the screen is gone. The person answered: CLM-77');
      const rows = await codeRows(lab.service, run_id);
      const told = rows.filter(({ action }) => action === 'operator.key' || action.startsWith('sandbox.'));
      expect(told.map(({ action, detail }) => [action, detail['lost'] ?? detail['replaces_lost']])).toEqual([
        ['sandbox.open', undefined],
        ['sandbox.close', true],
        ['sandbox.open', true],
        ['operator.key', undefined],
        ['sandbox.close', true],
        ['sandbox.open', true],
        ['sandbox.close', undefined],
      ]);
      expect(told[3]).toMatchObject({
        summary: 'Step 3: press Return: not executed, because the desktop was lost (failed)',
        detail: { approval: 'approved', status: 'failed' },
      });
      expect(await lab.service.verify()).toMatchObject({ ok: true });
    },
  );

  it(
    'a run starts again on a fresh desktop when the old one is gone, and the model learns of it',
    { timeout: 900_000 },
    async ({ onTestFinished }) => {
      const lab = await bootOperatorLab(onTestFinished, { env: { DESKTOP_READY: '0' } });
      const turns = [
        turn({ action: 'wait', ms: 3_000 }),
        turn({ action: 'screenshot' }),
        turn({ action: 'click', at: onPage(300, 80) }, { action: 'type', text: 'again' }),
        turn({ action: 'finish', success: true, result: 'done' }),
      ];
      const { run_id } = await lab.start(
        { url: 'http://claims.test/form.html', max_steps: 12 },
        paced(turns, async () => lab.site.reported('form', ({ value }) => value === 'again')),
      );
      // The second step, which waits, is in progress by now.
      while ((await lab.read(run_id)).steps.length < 1) await sleep(20);
      await sleep(1_000);
      const [desktop] = (await containersOf(lab.service)).filter(({ Image }) => Image.includes('desktop'));
      await connectContainerEngine(lab.service.env['DOCKER_HOST']!).getContainer(desktop!.Id).kill();
      const run = await lab.done(run_id);
      expect(run).toMatchObject({ success: true });
      expect(lab.provider.asked[2]?.raw).toContain('the desktop was lost');
      const rows = await codeRows(lab.service, run_id);
      expect(rows.filter(({ action }) => action === 'sandbox.open')).toHaveLength(2);
      expect(rows.filter(({ action }) => action === 'sandbox.close')).toHaveLength(2);
    },
  );
});
