import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, it } from 'vitest';
import type { SandboxDependencies } from '../../../src/activities/code/dependencies.ts';
import { createSandboxAdmission } from '../../../src/activities/code/sandbox-admission.ts';
import { createTeamVerticalActivities } from '../../../src/activities/team-verticals/index.ts';
import { runPythonStep } from '../../../src/activities/team-verticals/run-python.ts';
import { openStepRun, type TeamStepInput } from '../../../src/activities/team-verticals/step-run.ts';
import { storeStep } from '../../../src/activities/team-verticals/store-step.ts';
import { type StepOf, type TeamVertical, teamVerticalSchema } from '../../../src/contract/team-vertical.ts';
import { canonicalRuleSet, ruleSetHash } from '../../../src/governance/rule-sets/canonical.ts';
import { scopesOfCodeStep } from '../../../src/governance/suspension/scopes.ts';
import { codeDone } from '../../../src/governance/team-verticals/code.ts';
import { eraseCase } from '../../../src/runs/erase.ts';
import { suspend } from '../../../src/runs/suspension/set-switch.ts';
import { createTeamVerticalRun } from '../../../src/runs/team-verticals/create.ts';
import type { TeamVerticalRunInput } from '../../../src/runs/team-verticals/workflow.ts';
import { failRun } from '../../../src/runs/vertical/finish.ts';
import { SandboxBusyError } from '../../../src/sandbox/index.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { DIGEST_PURPOSE } from '../../../src/store/records/digest.ts';
import { findOwnRecord, writeOwnRecord } from '../../../src/store/records/own.ts';
import { createRuleSet } from '../../../src/store/rule-sets/rule-sets.ts';
import { storeDraft } from '../../../src/store/rule-sets/versions.ts';
import { SuspendedError } from '../../../src/store/switches/suspended.ts';
import { openValue } from '../../../src/store/vault/vault.ts';
import { bySomeKey, someKey } from '../../helpers/actors.ts';
import { INVOICE, MEDIAN } from '../../helpers/team-verticals.ts';
import { openLedger } from '../../ledger/helpers.ts';

const TEAM = 'team_a';
const [check] = INVOICE.steps;

/** A vertical with a review and two writes. */
const VERTICAL: TeamVertical = teamVerticalSchema.parse({
  ...INVOICE,
  case: {
    type: 'object',
    properties: { id: { type: 'string' }, name: { type: 'string' }, amount: { type: 'integer' } },
    required: ['id'],
  },
  sample: { id: 'C-1', name: 'Asha Sample', amount: 5 },
  decisions: ['approve', 'reject', 'accept', 'escalate'],
  steps: [
    check,
    { do: 'review', id: 'look', effect: 'ask', question: 'Is it right?' },
    { do: 'decide', id: 'decide', effect: 'decide', clear: 'approve', approved: 'accept', denied: 'reject' },
    {
      do: 'write',
      id: 'file',
      effect: 'file',
      on: ['escalate'],
      record: {
        collection: 'cases',
        key: 'case.id',
        fields: { name: 'case.name', amount: 'case.amount' },
        exists: 'refuse',
      },
    },
    {
      do: 'write',
      id: 'tell',
      effect: 'tell',
      on: ['escalate'],
      message: { kind: 'text_message', to: '"+919812345678"', body: '"It was filed."' },
    },
  ],
});

/** Opens a team with a vertical, and a way to perform single steps of its runs, without Temporal. */
const openDesk = async (document = VERTICAL) => {
  const { database, ledger, conflicts } = await openLedger();
  const { db } = database;
  const keys = [{ id: 'k1', key: Buffer.alloc(32, 7) }];
  const rings = {
    vaultRing: new KeyRing(keys, 'case-vault'),
    digestRing: new KeyRing(keys, DIGEST_PURPOSE),
  };
  let left = 0;
  let work: (() => Promise<unknown>) | undefined;
  /** Calls a function once this many values have been opened. */
  const whenOpened = (count: number, then: () => Promise<unknown>): void => {
    left = count;
    work = then;
  };
  const sha256 = ruleSetHash(document);
  const pin = { id: document.id, version: document.version, sha256, owner: 'team' } as const;
  await db.transaction().execute(async (tx) => {
    const ruleSetId = await createRuleSet(tx, { teamId: TEAM, name: document.id, kind: 'vertical' });
    const draft = { set: document, document: canonicalRuleSet(document), sha256 };
    await storeDraft(tx, { teamId: TEAM, ruleSetId }, draft, { actor: someKey, subject: 'key' });
  });
  const deps = {
    db,
    ledger,
    ...rings,
    openValue: async (ref: Parameters<typeof openValue>[2]) => {
      const value = await openValue(db, rings.vaultRing, ref);
      left -= 1;
      if (left === 0) await work?.();
      return value;
    },
    // A host whose sandboxes are all in use.
    open: createSandboxAdmission(undefined as never, { waiting: 0, kept: 0 }),
  };
  const activities = createTeamVerticalActivities({
    ...deps,
    // No step asks another system.
    connectors: undefined as never,
    egressAllow: [],
  });
  const perform = async (name: keyof typeof activities, run: TeamVerticalRunInput, n: number, more = {}) =>
    new MockActivityEnvironment().run(activities[name] as (input: TeamStepInput) => Promise<unknown>, {
      run,
      n,
      ...more,
    });
  const performCode = async (run: TeamVerticalRunInput, n: number) =>
    new MockActivityEnvironment().run(
      async (input: TeamStepInput) => runPythonStep(deps as unknown as SandboxDependencies, input),
      { run, n },
    );
  /** Stores an answer as if a worker had run the code of a step. */
  const storeAnswer = async (run: TeamVerticalRunInput, n: number, answer: unknown) =>
    new MockActivityEnvironment().run(
      async (input: TeamStepInput) => {
        const opened = await openStepRun(deps, input);
        const done = codeDone(opened.compiled.step as StepOf<'run_python'>, answer);
        return storeStep(deps, opened, async () => done, scopesOfCodeStep(run.version.id));
      },
      { run, n },
    );
  const suspendCode = async (): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await suspend(tx, ledger, {
        teamId: TEAM,
        scope: 'code',
        reason: 'An exercise.',
        actor: someKey,
        until: null,
      });
    });
  const start = async (given = document.sample, trial = false): Promise<TeamVerticalRunInput> =>
    db.transaction().execute(async (tx) =>
      createTeamVerticalRun(tx, rings.vaultRing, {
        teamId: TEAM,
        applied: { document, pin, trial },
        case: given,
        askedBy: someKey,
      }),
    );
  const end = async (run: TeamVerticalRunInput): Promise<void> => {
    const ref = { teamId: TEAM, runId: run.run_id, ledgerRef: run.ledger_ref, actor: bySomeKey };
    expect(await failRun(db, ledger, ref, { code: 'CANCELLED', message: 'Cancelled.' })).toBe(true);
  };
  const rowsOf = async (run: TeamVerticalRunInput) => ledger.read(TEAM, run.ledger_ref);
  const record = async (key: string) => findOwnRecord(db, rings, { teamId: TEAM, collection: 'cases', key });
  const code = { perform: performCode, store: storeAnswer, suspend: suspendCode };
  return { db, ledger, rings, conflicts, perform, code, start, end, rowsOf, record, whenOpened };
};

it('a run that was ended gets no further step and no review, but a retry returns the stored step', async () => {
  const { db, conflicts, perform, start, end, rowsOf } = await openDesk();
  const run = await start();
  const first = await perform('step.check_members', run, 1);
  await end(run);
  expect(await perform('step.check_members', run, 1)).toEqual(first);
  await expect(perform('openStepReview', run, 2)).rejects.toThrow('The run had already ended.');
  expect(await db.selectFrom('reviews').select('id').execute()).toEqual([]);
  const other = await start();
  await end(other);
  await expect(perform('step.check_members', other, 1)).rejects.toThrow('The run had already ended.');
  expect((await rowsOf(other)).map(({ action }) => action)).toEqual(['run.error']);
  expect(conflicts).toEqual([]);
});

/** Performs the steps before the writes. Nobody answers the review. */
const decideAlone = async ({ perform }: Awaited<ReturnType<typeof openDesk>>, run: TeamVerticalRunInput) => {
  await perform('step.check_members', run, 1);
  await perform('openStepReview', run, 2);
  await perform('settleStepReview', run, 2, { gives_up: true });
  await perform('step.decide', run, 3);
};

it('a run whose review nobody answered escalates; its record is deleted with its case, and its rows quote no text', async () => {
  const desk = await openDesk();
  const { db, ledger, rings, conflicts, perform, start, rowsOf, record } = desk;
  const run = await start();
  await decideAlone(desk, run);
  for (const [n, done] of [
    [4, { decision: null }],
    [5, { decision: 'escalate' }],
  ] as const)
    // The second attempt returns what the first one stored.
    for (const _ of ['first', 'second']) expect(await perform('step.write', run, n)).toEqual(done);
  expect(await record('C-1')).toEqual({ name: 'Asha Sample', amount: 5 });
  const rows = await rowsOf(run);
  expect(rows.find(({ step }) => step === 4)?.detail).toMatchObject({
    record: { amount: 5 },
    texts: ['name'],
  });
  expect(JSON.stringify(rows)).not.toContain('Asha');
  expect(rows.find(({ step }) => step === 5)?.summary).toBe('Written: a message (text_message) was queued.');
  expect(conflicts).toEqual([]);

  for (const [key, runId] of [
    ['C-2', null],
    ['C-3', 'run_another'],
  ] as const)
    await writeOwnRecord(
      db,
      rings,
      { teamId: TEAM, collection: 'cases', key, runId },
      { record: { amount: 7 }, exists: 'replace' },
    );
  await eraseCase(db, ledger, { teamId: TEAM, ref: run.ledger_ref, reason: 'asked for', actor: bySomeKey });
  expect(await record('C-1')).toBeUndefined();
  expect(await record('C-2')).toEqual({ amount: 7 });
  expect(await record('C-3')).toEqual({ amount: 7 });
});

it('a trial has the rows of a run, but leaves no record, no message and no review of its end', async () => {
  const desk = await openDesk();
  const { db, conflicts, perform, start, rowsOf, record } = desk;
  const run = await start(undefined, true);
  await decideAlone(desk, run);
  for (const n of [4, 5]) for (const _ of ['first', 'second']) await perform('step.write', run, n);
  expect(await record('C-1')).toBeUndefined();
  expect(await db.selectFrom('messages').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('reviews').select('kind').execute()).toEqual([{ kind: 'step' }]);
  const rows = (await rowsOf(run)).filter(({ detail }) => detail['vertical'] !== undefined);
  expect(rows.map(({ detail }) => (detail['vertical'] as { trial?: boolean }).trial)).toEqual(
    rows.map(() => true),
  );
  expect(rows.at(-1)?.summary).toMatch(/^Undone, because this is a trial\. Written: a message/);
  expect(conflicts).toEqual([]);
});

it('a step writes no record if the case is erased after the step has read it', async () => {
  const desk = await openDesk();
  const { db, ledger, perform, start, record, whenOpened } = desk;
  const run = await start();
  await decideAlone(desk, run);
  // The case and three results.
  whenOpened(4, async () =>
    eraseCase(db, ledger, { teamId: TEAM, ref: run.ledger_ref, reason: 'asked for', actor: bySomeKey }),
  );
  await expect(perform('step.write', run, 4)).rejects.toThrow('The value was erased.');
  expect(await record('C-1')).toBeUndefined();
});

it('code is not run again once its answer is stored, even if the sandboxes are gone or the team’s code is suspended', async () => {
  const { code, conflicts, perform, start, rowsOf } = await openDesk(MEDIAN);
  const run = await start();
  await perform('step.check_members', run, 1);
  await expect(code.perform(run, 2)).rejects.toThrow(SandboxBusyError);
  await code.store(run, 2, { median: 1100 });
  await code.suspend();
  expect(await code.perform(run, 2)).toEqual({ decision: null });
  expect((await rowsOf(run)).map(({ action }) => action)).toEqual(['case.check', 'sandbox.run']);
  expect(conflicts).toEqual([]);
});

it('a step that runs no code is not suspended with the team’s code', async () => {
  const guarded = teamVerticalSchema.parse({
    ...MEDIAN,
    steps: MEDIAN.steps.map((step) =>
      step.do === 'run_python' ? { ...step, if: 'case.id != "M-3"' } : step,
    ),
  });
  const { code, perform, start, rowsOf } = await openDesk(guarded);
  await code.suspend();
  for (const [given, summary] of [
    [{ ...MEDIAN.sample, id: 'M-3' }, 'Not needed in this case.'],
    [{ id: 'M-2', price: '10.00' }, 'The code was not run, because a part of its input is not known.'],
  ] as const) {
    const run = await start(given);
    await perform('step.check_members', run, 1);
    expect(await code.perform(run, 2)).toEqual({ decision: null });
    expect((await rowsOf(run)).at(-1)).toMatchObject({ action: 'sandbox.run', summary });
  }
  const run = await start();
  await perform('step.check_members', run, 1);
  await expect(code.store(run, 2, { median: 1100 })).rejects.toThrow(SuspendedError);
});

it('a look-up does not ask again once its row is stored, even if there is another answer by now', async () => {
  const { db, rings, conflicts, perform, start, rowsOf } = await openDesk(INVOICE);
  const run = await start();
  await perform('step.check_members', run, 1);
  await perform('step.scan', run, 2);
  const first = await perform('step.look_up', run, 3);
  const order = { teamId: TEAM, collection: 'purchase_orders', key: 'PO-5001', runId: null };
  await writeOwnRecord(db, rings, order, { record: { status: 'open' }, exists: 'replace' });
  expect(await perform('step.look_up', run, 3, { waited: true })).toEqual(first);
  expect((await rowsOf(run)).at(-1)?.detail).toMatchObject({ found: false });
  expect(conflicts).toEqual([]);
});
