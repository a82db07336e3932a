import { describe, expect, it, type TestContext } from 'vitest';
import { verticals } from '../../src/governance/verticals/index.ts';
import { createGate } from '../helpers/gate.ts';
import { startWorkerProcess } from '../helpers/process.ts';
import { bootService } from '../helpers/use-service.ts';

type OnFinished = TestContext['onTestFinished'];

type Fate = 'lost' | 'kept';

/** Whether to test all steps of all verticals, not only those that change records. */
const EVERYWHERE = process.env['KILL_EVERYWHERE'] !== undefined;

/**
 * Covers every kyc step: step 1 and the steps that change records with both fates of their write, the other steps with one fate
 * each, in alternation. The other verticals share the workflow, so only their steps that have an effect are covered, with one
 * fate each.
 */
const kills = Object.values(verticals).flatMap(({ id, steps }) =>
  steps.flatMap(({ n, action, class: kind }) => {
    if (!EVERYWHERE && id !== 'kyc' && kind === 'pure') return [];
    const both = EVERYWHERE || kind === 'records' || n === 1;
    const fates: readonly Fate[] = id === 'kyc' && both ? ['lost', 'kept'] : [n % 2 === 0 ? 'lost' : 'kept'];
    return fates.map((fate) => ({ vertical: id, n, action, fate }));
  }),
);

/** Starts a run, kills its worker while `step` is being written, starts another worker, and checks how the run ends. */
const killDuring = async (
  { vertical, n, fate }: (typeof kills)[number],
  onTestFinished: OnFinished,
): Promise<void> => {
  const service = await bootService(onTestFinished, { worker: false });
  const gate = await createGate(service.database.adminUrl);
  onTestFinished(gate.close);
  await gate.shut(n);
  const first = await startWorkerProcess(service.env);
  onTestFinished(() => first.kill('SIGKILL'));
  const { id } = await service.startRun(vertical);
  await gate.reached();

  await first.kill('SIGKILL');
  if (fate === 'lost') await gate.dropWaiters();
  await gate.open();
  const second = await startWorkerProcess(service.env);
  onTestFinished(() => second.kill('SIGKILL'));

  expect(await service.finished(id)).toMatchObject({ status: 'succeeded', error: null });
  const { entries } = await service.ledgerOf(id);
  const { steps } = verticals[vertical];
  expect(entries.map(({ step, action }) => ({ step, action }))).toEqual(
    steps.map(({ n: step, action }) => ({ step, action })),
  );
  expect(await service.verify()).toMatchObject({ ok: true, checked: steps.length });
};

// Runs concurrently, because recovery consists mostly of waiting for Temporal to notice.
describe.concurrent('A worker killed in the middle of a step', () => {
  it.for(kills)(
    '$vertical step $n ($action) writes every row exactly once when its write is $fate',
    { timeout: 180_000 },
    async (kill, { onTestFinished }) => {
      await killDuring(kill, onTestFinished);
    },
  );
});
