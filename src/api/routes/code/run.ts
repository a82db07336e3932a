import { setTimeout as sleep } from 'node:timers/promises';
import { readOutcome, storeCode } from '../../../code-runs/code-runs.ts';
import { profileFor } from '../../../code-runs/profile.ts';
import { hintAt, type StoredWord } from '../../../code-runs/shortcuts.ts';
import { runCode } from '../../../contract/operations/code.ts';
import { sandboxesNow } from '../../../hosts/hosts.ts';
import type { Answer } from '../../../idempotency/once.ts';
import type { SandboxWorkEnd, SandboxWorkFailure } from '../../../temporal/sandbox-work.ts';
import { type Case, CaseGone } from '../../../vault/vault.ts';
import type { CodeRunInput, CodeRunTimes } from '../../../workflows/code-run.ts';
import { accepted } from '../../idempotent.ts';
import { dependencyAway, Problem } from '../../problem.ts';
import { type Call, type Reply, route } from '../../route.ts';
import { serverTiming } from '../../server-timing.ts';
import type { Services } from '../../services.ts';

/** A host that was given a hint has so long for itself before a worker is given the workflow. */
const HEAD_START_MS = 500;

/** How long the word that an outcome is stored is waited for before the engine is asked. */
const ASK_AFTER_MS = 150;

/**
 * Stores the code sealed, has its workflow run it, and answers with the outcome. With an Idempotency-Key a second
 * request waits for the same run and gets the same outcome.
 */
export const runCodeRoute = route(runCode, async (call, services): Promise<Reply> => {
  const { db, rings, settings } = services;
  const { teamId } = call.caller;
  const begun = performance.now();
  const hosts = await expectSandboxes(services);
  const { ref, replayed } = await storeOnce(call, services);
  const run = { teamId, ref };
  const stored = replayed ? await readOutcome(db, rings.caseVault, run).catch(notYet) : undefined;
  if (stored !== undefined) return answerOf(call, ref, stored, { 'Idempotency-Replayed': 'true' });
  const accept = performance.now();
  const input = {
    team_id: teamId,
    ledger_ref: ref,
    profile: profileFor(call.body.language, call.body.code),
    timeout_ms: call.body.timeout_ms,
    wait_ms: settings.sandboxWaitMs,
  };
  const end = await runByWorkflow(services, input, hosts);
  if ('failure' in end) throw PROBLEMS[end.failure]();
  const ended = performance.now();
  const outcome = end.result.outcome ?? (await readOutcome(db, rings.caseVault, run));
  const times = timesOf(end.result.times, { begun, accept, ended });
  return answerOf(call, ref, outcome, {
    'Server-Timing': serverTiming(times),
    ...(replayed && { 'Idempotency-Replayed': 'true' }),
  });
});

const notYet = (error: unknown): undefined => {
  if (!(error instanceof CaseGone)) throw error;
};

const answerOf = (
  { body: { language } }: Call<typeof runCode>,
  ref: string,
  outcome: Case,
  headers: Readonly<Record<string, string>>,
): Reply => {
  // Of sessions alone.
  const { charts: _charts, variables_lost: _lost, ...shown } = outcome;
  return { status: 200, body: { language, ...shown, ledger_ref: ref }, headers };
};

/** Where the time went: here, in the engine and on the way to the worker, in the worker, and here again. */
const timesOf = (
  worker: CodeRunTimes,
  at: { readonly begun: number; readonly accept: number; readonly ended: number },
): Readonly<Record<string, number>> => ({
  accept: at.accept - at.begun,
  engine: at.ended - at.accept - Object.values(worker).reduce((sum, ms) => sum + ms, 0),
  ...worker,
  answer: performance.now() - at.ended,
});

/** @returns the run's ledger_ref: of the first request where this one repeats it */
const storeOnce = async (
  call: Call<typeof runCode>,
  services: Services,
): Promise<{ readonly ref: string; readonly replayed: boolean }> => {
  const { db, rings } = services;
  const code = { teamId: call.caller.teamId, code: call.body };
  // One statement, which needs no transaction around it.
  if (call.idempotencyKey === undefined) {
    return { ref: await storeCode(db, rings.caseVault, code), replayed: false };
  }
  const { answer, replayed } = await accepted(runCode, call, services, async (tx): Promise<Answer> => {
    return { status: 200, body: { ref: await storeCode(tx, rings.caseVault, code) } };
  });
  return { ref: (answer.body as { ref: string }).ref, replayed };
};

/**
 * Starts the workflow, then gives a host a hint of it, so that it begins at once. The engine gives the workflow to a worker
 * some time later, which then finds the run done, or does it. Resolves when the outcome is stored, which this process hears
 * of before the engine knows, or when the workflow has ended.
 */
const runByWorkflow = async (
  { engine, pool, stored, log }: Services,
  input: CodeRunInput,
  hosts: readonly string[],
): Promise<SandboxWorkEnd<StoredWord<CodeRunTimes>>> => {
  const { heard, forget } = stored.next(input.ledger_ref);
  const byWord = heard.then((result) => ({ result }));
  try {
    const host = hosts[Math.floor(Math.random() * hosts.length)];
    await engine.startCode(input, host === undefined ? 0 : HEAD_START_MS);
    // Not earlier: now the engine brings the run to its end whatever happens to the host.
    if (host !== undefined) hintAt(pool, host, input).catch(() => undefined);
    // Most runs are over by then, and the engine need not be asked.
    const soon = await Promise.race([byWord, sleep(ASK_AFTER_MS)]);
    if (soon !== undefined) return soon;
    return await Promise.race([byWord, byEngine(engine, input)]);
  } catch (error) {
    log.warn({ ledger_ref: input.ledger_ref, error }, 'the engine could not run code now');
    throw dependencyAway('The engine');
  } finally {
    forget();
  }
};

const byEngine = async (
  engine: Services['engine'],
  input: CodeRunInput,
): Promise<SandboxWorkEnd<StoredWord<CodeRunTimes>>> => {
  const end = await engine.awaitCode(input);
  return 'failure' in end ? end : { result: { times: end.result, outcome: undefined } };
};

/** Says at once, and with the reason, when nobody could run the code. @returns the hosts that could now */
const expectSandboxes = async ({ db }: Services): Promise<readonly string[]> => {
  const { state, detail, ready } = await sandboxesNow(db);
  if (state === 'off') {
    throw new Problem('dependency-away', {
      detail: `Code cannot be run here: ${detail}`,
      headers: { 'Retry-After': '30' },
    });
  }
  return ready;
};

const PROBLEMS: Readonly<Record<SandboxWorkFailure, () => Problem>> = {
  busy: () => new Problem('sandboxes-busy', { headers: { 'Retry-After': '5' } }),
  unavailable: () => dependencyAway('A sandbox'),
  interrupted: () => new Problem('run-interrupted', { headers: { 'Retry-After': '1' } }),
  refused: () =>
    new Problem('invalid-request', {
      errors: [{ in: 'body', pointer: '/files', message: 'expected files that fit into the sandbox' }],
    }),
  timed_out: () => new Problem('work-timeout'),
  internal: () => new Problem('internal'),
};
