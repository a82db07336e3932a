import { describe, expect, it, type TestContext } from 'vitest';
import { verticals } from '../../src/governance/verticals/index.ts';
import { createGate } from '../helpers/gate.ts';
import { startService } from '../helpers/service.ts';
import { startWorkerProcess } from '../helpers/process.ts';

type OnFinished = TestContext['onTestFinished'];

const actions = verticals.kyc.steps.map(({ n, action }) => ({ n, action }));

/** Starts a run, kills its worker while `step` is being written, lets another worker go on, and looks at the end. */
const killDuring = async (
  step: number,
  onTestFinished: OnFinished,
  fate: 'the write is lost' | 'the write is kept',
): Promise<void> => {
  const service = await startService({ worker: false });
  onTestFinished(service.close);
  const gate = await createGate(service.database.adminUrl);
  onTestFinished(gate.close);
  await gate.shut(step);
  const first = await startWorkerProcess(service.env);
  onTestFinished(() => first.kill('SIGKILL'));
  const { id } = await service.startRun('kyc');
  await gate.reached();

  await first.kill('SIGKILL');
  if (fate === 'the write is lost') await gate.dropWaiters();
  await gate.open();
  const second = await startWorkerProcess(service.env);
  onTestFinished(() => second.kill('SIGKILL'));

  expect(await service.finished(id)).toMatchObject({ status: 'succeeded', error: null });
  const { entries } = await service.ledgerOf(id);
  expect(entries.map(({ step: n, action }) => ({ n, action }))).toEqual(actions);
  expect(await service.verify()).toMatchObject({ ok: true, checked: actions.length });
};

// Side by side: a recovery is mostly waiting for the engine to notice.
describe.concurrent('a worker that is killed in the middle of a step loses no row and doubles none', () => {
  it.for(actions)(
    '$n $action, its row not yet stored',
    { timeout: 180_000 },
    async ({ n }, { onTestFinished }) => {
      await killDuring(n, onTestFinished, 'the write is lost');
    },
  );

  it.for(actions)(
    '$n $action, its row stored unseen',
    { timeout: 180_000 },
    async ({ n }, { onTestFinished }) => {
      await killDuring(n, onTestFinished, 'the write is kept');
    },
  );
});
