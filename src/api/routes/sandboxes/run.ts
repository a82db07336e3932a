import { setTimeout as sleep } from 'node:timers/promises';
import { runInSandbox } from '../../../contract/operations/sandboxes.ts';
import { maskText } from '../../../governance/mask.ts';
import { scopesOf } from '../../../governance/suspension/scopes.ts';
import type { StoredChart } from '../../../runs/agent/analysis/charts.ts';
import { findOutcome } from '../../../runs/outcome.ts';
import { isOwnFile, programOf, settingEnv } from '../../../runs/sandboxes/programs.ts';
import { envRefOf, jobRefOf } from '../../../runs/sandboxes/workflow.ts';
import { addJob, stateOfJob } from '../../../store/sandboxes/sessions.ts';
import { openValue, type SealedValue, sealValue } from '../../../store/vault/vault.ts';
import { dependencyAway, expectResult, ProblemError } from '../../http/problem.ts';
import { accepted } from '../../runs/idempotent.ts';
import { refuseSuspended } from '../../safety/refuse-suspended.ts';
import { type Call, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { sandboxOf } from './read.ts';

/** Programs that may wait for one sandbox. */
const MOST_WAITING = 8;
/** Time for what surrounds programs, including the notice that a host is gone. */
const SLACK_MS = 120_000;
const LOOK_MS = 30;

interface Given {
  readonly n: number;
  readonly sets_env: boolean;
}

/** Stores a program sealed, gives it to the sandbox's workflow, and responds with its outcome. */
export const runInSandboxRoute = route(runInSandbox, async (call, services) => {
  const { id } = call.params;
  await sandboxOf(services.db, call.caller.teamId, id);
  const { answer, replayed } = await accepted(runInSandbox, call, services, async (tx) => ({
    status: 200,
    body: await store(tx, call, services),
  }));
  const given = answer.body as Given;
  const outcome = await outcomeOf(call, services, given);
  return {
    status: 200,
    body: shown(call, given.n, outcome),
    ...(replayed && { headers: { 'Idempotency-Replayed': 'true' } }),
  };
});

const store = async (
  tx: Parameters<Parameters<typeof accepted>[3]>[0],
  call: Call<typeof runInSandbox>,
  services: Services,
): Promise<Given> => {
  const { teamId } = call.caller;
  const { id } = call.params;
  const ring = services.rings.vault;
  await refuseSuspended(services, tx, call, scopesOf.codeRun);
  const n = await addJob(tx, teamId, id, MOST_WAITING);
  if (n === 'ended') throw new ProblemError('sandbox-ended');
  if (n === 'full')
    throw new ProblemError('sandboxes-busy', {
      detail: `${MOST_WAITING} programs wait for this sandbox already.`,
      headers: { 'Retry-After': '5' },
    });
  const env = (await openValue(tx, ring, { teamId, ref: `${id}/env` })) as Readonly<Record<string, string>>;
  const program = programOf(call.body, env) as SealedValue;
  await sealValue(tx, ring, { teamId, ref: jobRefOf(id, n), value: program });
  const setsEnv = call.body.language === 'python' && Object.keys(env).length > 0;
  if (setsEnv)
    await sealValue(tx, ring, { teamId, ref: envRefOf(id, n), value: settingEnv(env) as SealedValue });
  return { n, sets_env: setsEnv };
};

const outcomeOf = async (
  { body, caller, params: { id } }: Call<typeof runInSandbox>,
  { db, rings, workflows }: Services,
  { n, sets_env }: Given,
): Promise<SealedValue> => {
  const { teamId } = caller;
  const word = { kind: 'sandbox.run', ledger_ref: id, n, timeout_ms: body.timeout_ms, sets_env } as const;
  if ((await stateOfJob(db, teamId, id, n)) === 'waiting')
    await workflows.tellSandbox(word).catch(() => {
      throw dependencyAway('Temporal');
    });
  const until = Date.now() + body.timeout_ms * MOST_WAITING + SLACK_MS;
  for (;;) {
    const state = await stateOfJob(db, teamId, id, n);
    if (state === 'done')
      return expectResult(await findOutcome(db, rings.vault, { teamId, ref: jobRefOf(id, n) }));
    if (state === 'lost') throw new ProblemError('run-interrupted', { headers: { 'Retry-After': '1' } });
    if (state === 'suspended') throw new ProblemError('suspended');
    if (state === 'refused')
      throw new ProblemError('invalid-request', {
        errors: [{ in: 'body', pointer: '/files', message: 'expected files that fit into the sandbox' }],
      });
    if (Date.now() > until) throw new ProblemError('work-timeout');
    await sleep(LOOK_MS);
  }
};

const shown = ({ body, params }: Call<typeof runInSandbox>, n: number, outcome: SealedValue) => {
  const { charts = [], charts_without_data: _left, files = [], ...rest } = outcome;
  const pictures = body.charts === true ? (charts as readonly StoredChart[]) : [];
  const left = files as readonly { readonly name: string }[];
  return {
    language: body.language,
    egress_attempts_more: 0,
    variables_lost: false,
    ...rest,
    files: left.filter(({ name }) => !isOwnFile(name)),
    charts: pictures.map(({ name, png_b64 }) => ({ name: maskText(name), image_b64: png_b64 })),
    n,
    ledger_ref: params.id,
  };
};
