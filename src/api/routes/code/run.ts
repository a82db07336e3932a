import type { Actor } from '../../../contract/actor.ts';
import { storeCode } from '../../../runs/code/code-runs.ts';
import { scopesOf } from '../../../governance/suspension/scopes.ts';
import { maskText } from '../../../governance/mask.ts';
import type { StoredChart } from '../../../runs/agent/analysis/charts.ts';
import { findOutcome } from '../../../runs/outcome.ts';
import { profileFor } from '../../../runs/code/profile.ts';
import { runCode } from '../../../contract/operations/code.ts';
import type { StoredAnswer } from '../../../store/idempotency/once.ts';
import type { SandboxWorkFailure } from '../../../temporal/sandbox-work.ts';
import type { SealedValue } from '../../../store/vault/vault.ts';
import { replayedHeader } from '../../runs/answer-once.ts';
import { accepted } from '../../runs/idempotent.ts';
import { refuseSuspended } from '../../safety/refuse-suspended.ts';
import { dependencyAway, expectResult, ProblemError } from '../../http/problem.ts';
import { type Call, type Reply, route } from '../../services/route.ts';
import { executeRun } from './execute.ts';
import { expectSandboxes } from '../../runs/sandboxes.ts';
import { serverTiming } from '../../http/server-timing.ts';
import type { Services } from '../../services/services.ts';
import type { CodeRunTimes } from '../../../runs/code/workflow.ts';

/**
 * Stores the code sealed, has the run's workflow execute it, and responds with the outcome. A second request with the same
 * Idempotency-Key waits for the same run and gets the same outcome.
 */
export const runCodeRoute = route(runCode, async (call, services): Promise<Reply> => {
  const { db, rings, settings } = services;
  const { teamId, actor } = call.caller;
  const begun = performance.now();
  const hosts = await expectSandboxes(services);
  const start = {
    profile: profileFor(call.body.language, call.body.code),
    timeout_ms: call.body.timeout_ms,
    wait_ms: settings.sandboxWaitMs,
    asked_by: actor,
  };
  const host = hosts[Math.floor(Math.random() * hosts.length)];
  const { ref, asked_by, replayed } = await storeOnce(call, services, { start, host });
  const run = { teamId, ref };
  const before = replayed ? await findOutcome(db, rings.vault, run) : undefined;
  if (before !== undefined) return answerOf(call, ref, before, replayedHeader(replayed));
  const accept = performance.now();
  const end = await executeRun(services, { ...start, team_id: teamId, ledger_ref: ref, asked_by }, host);
  if ('failure' in end) throw await problemOf(end.failure, services);
  const ended = performance.now();
  const outcome = end.result.outcome ?? expectResult(await findOutcome(db, rings.vault, run));
  const times = timesOf(end.result.times, { begun, accept, ended });
  return answerOf(call, ref, outcome, {
    'Server-Timing': serverTiming(times),
    ...replayedHeader(replayed),
  });
});

const answerOf = (
  { body: { language, charts: wantsCharts } }: Call<typeof runCode>,
  ref: string,
  outcome: SealedValue,
  headers: Readonly<Record<string, string>>,
): Reply => {
  // Leaves out the fields that only sessions show. Outcomes stored by earlier releases do not have `egress_attempts_more`.
  const { charts = [], charts_without_data: _left, variables_lost: _lost, ...shown } = outcome;
  const pictures = wantsCharts === true ? (charts as readonly StoredChart[]) : [];
  const body = {
    language,
    egress_attempts_more: 0,
    ...shown,
    charts: pictures.map(({ name, png_b64 }) => ({ name: maskText(name), image_b64: png_b64 })),
    ledger_ref: ref,
  };
  return { status: 200, body, headers };
};

/**
 * Returns the duration of each phase of a run: storing it, Temporal and the transfer to the worker, the worker's own work, and
 * sending the response.
 */
const timesOf = (
  worker: CodeRunTimes,
  at: { readonly begun: number; readonly accept: number; readonly ended: number },
): Readonly<Record<string, number>> => ({
  accept: at.accept - at.begun,
  engine: at.ended - at.accept - Object.values(worker).reduce((sum, ms) => sum + ms, 0),
  ...worker,
  answer: performance.now() - at.ended,
});

interface StoredRun {
  readonly ref: string;
  readonly asked_by: Actor;
}

/** @returns the run's ledger_ref and who asked for it; a repeated request gets the first request's */
const storeOnce = async (
  call: Call<typeof runCode>,
  services: Services,
  where: { readonly start: object; readonly host: string | undefined },
): Promise<StoredRun & { readonly replayed: boolean }> => {
  const { db, rings } = services;
  const asked_by = call.caller.actor;
  const code = { teamId: call.caller.teamId, code: call.body, ...where };
  // A single statement does not need a transaction.
  if (call.idempotencyKey === undefined) {
    await refuseSuspended(services, db, call, scopesOf.codeRun);
    return { ref: await storeCode(db, rings.vault, code), asked_by, replayed: false };
  }
  const { answer, replayed } = await accepted(runCode, call, services, async (tx): Promise<StoredAnswer> => {
    await refuseSuspended(services, tx, call, scopesOf.codeRun);
    return { status: 200, body: { ref: await storeCode(tx, rings.vault, code), asked_by } };
  });
  // Responses that earlier releases stored do not say who asked.
  return { asked_by, ...(answer.body as Pick<StoredRun, 'ref'> & Partial<StoredRun>), replayed };
};

/**
 * Returns the problem for a failure. While images are still being built, it says so instead of reporting that the hosts are busy.
 */
const problemOf = async (failure: SandboxWorkFailure, { hosts }: Services): Promise<ProblemError> => {
  const { state, detail } = await hosts.now();
  if (failure !== 'busy' || state !== 'preparing') return PROBLEMS[failure]();
  return new ProblemError('dependency-away', {
    detail: `Code cannot be run yet: ${detail}`,
    headers: { 'Retry-After': '15' },
  });
};

const PROBLEMS: Readonly<Record<SandboxWorkFailure, () => ProblemError>> = {
  busy: () => new ProblemError('sandboxes-busy', { headers: { 'Retry-After': '5' } }),
  unavailable: () => dependencyAway('A sandbox'),
  interrupted: () => new ProblemError('run-interrupted', { headers: { 'Retry-After': '1' } }),
  refused: () =>
    new ProblemError('invalid-request', {
      errors: [{ in: 'body', pointer: '/files', message: 'expected files that fit into the sandbox' }],
    }),
  suspended: () => new ProblemError('suspended'),
  timed_out: () => new ProblemError('work-timeout'),
  internal: () => new ProblemError('internal'),
};
