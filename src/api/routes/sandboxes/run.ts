import type { Transaction } from 'kysely';
import { runInSandbox } from '../../../contract/operations/sandboxes.ts';
import { scopesOf } from '../../../governance/suspension/scopes.ts';
import { environmentRefOf, MOST_PROGRAMS, programRefOf } from '../../../governance/developer-sandbox.ts';
import { findOutcome } from '../../../runs/outcome.ts';
import type { Database } from '../../../store/db/schema.ts';
import { endSession } from '../../../store/sandboxes/sessions.ts';
import { addProgram, markSignalled, readProgram } from '../../../store/sandboxes/programs.ts';
import { type SealedValue, sealValue } from '../../../store/vault/vault.ts';
import { dependencyAway, expectResult, ProblemError } from '../../http/problem.ts';
import { replayedHeader } from '../../runs/answer-once.ts';
import { accepted } from '../../runs/idempotent.ts';
import { refuseSuspended } from '../../safety/refuse-suspended.ts';
import { type Call, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { lookUntil } from './look-until.ts';
import { sandboxOf } from './read.ts';
import { showProgram } from './show.ts';

type RunCall = Call<typeof runInSandbox>;

/** Programs that may wait for one sandbox. */
const MOST_WAITING = 8;
/** Time for what surrounds programs, including the notice that a host is gone. */
const SLACK_MS = 120_000;

/** Stores a program sealed, gives it to the sandbox's workflow, and responds with its outcome. */
export const runInSandboxRoute = route(runInSandbox, async (call, services) => {
  await sandboxOf(services.db, call.caller.teamId, call.params.id);
  const { answer, replayed } = await accepted(runInSandbox, call, services, async (tx) => ({
    status: 200,
    body: { n: await store(tx, call, services) },
  }));
  const { n } = answer.body as { readonly n: number };
  const { language, charts, timeout_ms } = call.body;
  call.forgetBody();
  await signal(call, services, n);
  const outcome = await outcomeOf(call, services, { n, timeout_ms });
  return {
    status: 200,
    body: showProgram({ language, charts }, outcome, { n, ledger_ref: call.params.id }),
    headers: replayedHeader(replayed),
  };
});

const store = async (tx: Transaction<Database>, call: RunCall, services: Services): Promise<number> => {
  const { teamId, actor: askedBy } = call.caller;
  const { id } = call.params;
  await refuseSuspended(services, tx, call, scopesOf.codeRun);
  const program = { teamId, id, timeoutMs: call.body.timeout_ms, askedBy };
  const n = await addProgram(tx, program, { waiting: MOST_WAITING, programs: MOST_PROGRAMS });
  if (n === 'ended') throw new ProblemError('sandbox-ended');
  if (n === 'full')
    throw new ProblemError('sandboxes-busy', {
      detail: `${MOST_WAITING} programs wait for this sandbox already.`,
      headers: { 'Retry-After': '5' },
    });
  const value: SealedValue = { ...call.body, env_ref: environmentRefOf(id) };
  await sealValue(tx, services.rings.vault, { teamId, ref: programRefOf(id, n), value });
  return n;
};

/** Signals a program to the sandbox's workflow. If Temporal is away, the reconciler does so later. */
const signal = async ({ caller: { teamId }, params: { id } }: RunCall, services: Services, n: number) => {
  const { db, workflows } = services;
  const { state, timeout_ms, asked_by } = await readProgram(db, teamId, id, n);
  if (state !== 'waiting') return;
  const word = { kind: 'sandbox.run', ledger_ref: id, n, timeout_ms, asked_by } as const;
  const isSignalled = await workflows.signalSandbox(word).catch(() => {
    throw dependencyAway('Temporal');
  });
  await (isSignalled ? markSignalled(db, id, n) : endSession(db, id, 'lost'));
};

const outcomeOf = async (
  { caller: { teamId }, params: { id }, gone }: RunCall,
  { db, rings }: Services,
  { n, timeout_ms }: { readonly n: number; readonly timeout_ms: number },
): Promise<SealedValue> => {
  const look = async () => {
    const { state } = await readProgram(db, teamId, id, n);
    return state === 'waiting' ? undefined : state;
  };
  const withinMs = timeout_ms * MOST_WAITING + SLACK_MS;
  const state = await lookUntil(look, { withinMs, signal: gone() });
  if (state === 'done')
    return expectResult(await findOutcome(db, rings.vault, { teamId, ref: programRefOf(id, n) }));
  if (state === 'lost') throw new ProblemError('run-interrupted', { headers: { 'Retry-After': '1' } });
  if (state === 'suspended') throw new ProblemError('suspended');
  if (state === 'refused')
    throw new ProblemError('invalid-request', {
      errors: [{ in: 'body', pointer: '/files', message: 'expected files that fit into the sandbox' }],
    });
  throw new ProblemError('work-timeout');
};
