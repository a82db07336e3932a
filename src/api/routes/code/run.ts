import { readOutcome, storeCode } from '../../../code-runs/code-runs.ts';
import { runCode } from '../../../contract/operations/code.ts';
import { sandboxesNow } from '../../../hosts/hosts.ts';
import type { Answer } from '../../../idempotency/once.ts';
import type { SandboxWorkEnd, SandboxWorkFailure } from '../../../temporal/sandbox-work.ts';
import type { CodeRunInput, CodeRunTimes } from '../../../workflows/code-run.ts';
import { accepted } from '../../idempotent.ts';
import { dependencyAway, Problem } from '../../problem.ts';
import { type Call, route } from '../../route.ts';
import { serverTiming } from '../../server-timing.ts';
import type { Services } from '../../services.ts';

/**
 * Stores the code sealed, has its workflow run it, and answers with the outcome. With an Idempotency-Key a second
 * request waits for the same run and gets the same outcome.
 */
export const runCodeRoute = route(runCode, async (call, services) => {
  const { db, rings, settings } = services;
  const { teamId } = call.caller;
  const begun = performance.now();
  await expectSandboxes(services);
  const { ref, replayed } = await storeOnce(call, services);
  const stored = performance.now();
  const end = await runByWorkflow(services, {
    team_id: teamId,
    ledger_ref: ref,
    language: call.body.language,
    timeout_ms: call.body.timeout_ms,
    wait_ms: settings.sandboxWaitMs,
  });
  if ('failure' in end) throw PROBLEMS[end.failure]();
  const ended = performance.now();
  const {
    charts: _,
    variables_lost: __,
    ...outcome
  } = await readOutcome(db, rings.caseVault, { teamId, ref });
  const worker = Object.values(end.result).reduce((sum, ms) => sum + ms, 0);
  const times = {
    accept: stored - begun,
    engine: ended - stored - worker,
    ...end.result,
    answer: performance.now() - ended,
  };
  return {
    status: 200,
    body: { language: call.body.language, ...outcome, ledger_ref: ref },
    headers: replayed ? { 'Idempotency-Replayed': 'true' } : { 'Server-Timing': serverTiming(times) },
  };
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

const runByWorkflow = async (
  { engine, log }: Services,
  input: CodeRunInput,
): Promise<SandboxWorkEnd<CodeRunTimes>> => {
  try {
    return await engine.runCode(input);
  } catch (error) {
    log.warn({ ledger_ref: input.ledger_ref, error }, 'the engine could not run code now');
    throw dependencyAway('The engine');
  }
};

/** Says at once, and with the reason, when nobody could run the code. */
const expectSandboxes = async ({ db }: Services): Promise<void> => {
  const { state, detail } = await sandboxesNow(db);
  if (state === 'off') {
    throw new Problem('dependency-away', {
      detail: `Code cannot be run here: ${detail}`,
      headers: { 'Retry-After': '30' },
    });
  }
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
