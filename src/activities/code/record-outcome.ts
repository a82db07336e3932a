import { setTimeout as sleep } from 'node:timers/promises';
import { saysWithdrawn } from '../../runs/code/withdraw.ts';
import { SuspendedError } from '../../store/switches/suspended.ts';
import { whereaboutsOf } from '../../store/hosts/hosts.ts';
import { askedBy, type Entry } from '../../ledger/index.ts';
import { JobRefusedError, type Remains } from '../../sandbox/index.ts';
import { egressRows } from './egress-rows.ts';
import { knownInJob } from './known.ts';
import type { CodeRowContext } from './row-context.ts';
import type { CutError } from './run-uncut.ts';
import { appendRows, closeRow, saysRefused } from './ledger-rows.ts';
import { cutRow, lostRow, runRow, scopeOfCut } from './run-row.ts';
import { InterruptedError, RefusedError } from '../common/failures.ts';
import { expectNotGivenUp } from './given-up.ts';
import { persistently } from '../common/persist.ts';
import type { SandboxDependencies } from './dependencies.ts';
import { outcomeOfJob, type StoredJob, type StoredOutcome, storeOutcome } from './stored-code.ts';
import type { CodeRunInput } from '../../runs/code/workflow.ts';

const LOOK_EVERY_MS = 100;

/** Stores an outcome, and its rows starting at `step`. This may be repeated. */
export const recordOutcome = async (
  deps: SandboxDependencies,
  context: CodeRowContext,
  job: StoredJob,
  outcome: StoredOutcome,
  step: number,
): Promise<void> => {
  const known = knownInJob(job, outcome);
  const rows = [
    runRow(context, job, outcome, known),
    ...egressRows(context, outcome, known),
    closeRow(context),
  ];
  await Promise.all([
    persistently(() => storeOutcome(deps, { teamId: context.teamId, ref: context.ledgerRef }, outcome)),
    persistently(() => appendRows(deps, rows, step)),
  ]);
};

/** Records that the sandbox was lost while its code ran, with the code's output until then. @throws InterruptedError */
export const recordLoss = async (
  deps: SandboxDependencies,
  context: CodeRowContext,
  job: StoredJob,
  step: number,
  remains?: Remains,
): Promise<never> => {
  await expectNotGivenUp(deps.ledger, { ...context, step });
  const known = knownInJob(job, remains);
  const rows = [
    lostRow(context, job, true, remains, known),
    ...(remains === undefined ? [] : egressRows(context, remains, known)),
    closeRow(context),
  ];
  await persistently(() => appendRows(deps, rows, step));
  throw new InterruptedError();
};

/** Records that the code was stopped because it was suspended. @throws the error of the suspension */
export const recordCut = async (
  deps: SandboxDependencies,
  context: CodeRowContext,
  job: StoredJob,
  step: number,
  { suspension }: CutError,
): Promise<never> => {
  const rows = [cutRow(context, job, suspension.scope, knownInJob(job, undefined)), closeRow(context)];
  await persistently(() => appendRows(deps, rows, step));
  throw suspension;
};

/**
 * Completes a run whose sandbox was opened by another attempt. Waits while that attempt is working, then completes its work,
 * because it may have stored its outcome without the rows.
 * @throws InterruptedError if there is no outcome, JobRefusedError if the sandbox rejected the code, RefusedError if the run was
 * withdrawn
 */
export const recover = async (
  deps: SandboxDependencies,
  input: CodeRunInput,
  job: StoredJob,
  known: readonly Entry[],
): Promise<void> => {
  if (known.some(saysWithdrawn)) throw new RefusedError('The run was withdrawn before its code started.');
  const cut = known.map(scopeOfCut).find((scope) => scope !== undefined);
  if (cut !== undefined) throw new SuspendedError(cut);
  if (known.some(saysRefused)) throw new JobRefusedError('the sandbox rejected the code');
  const opened = known.findLastIndex(({ action }) => action === 'sandbox.open');
  const context = contextOf(input, sandboxIdIn(known[opened]));
  const ref = { teamId: input.team_id, ref: input.ledger_ref };
  const until = performance.now() + input.timeout_ms;
  let rows = known;
  let outcome = await outcomeOfJob(deps, ref);
  // The rows and the outcome are written concurrently, so while the sandbox is held, a row without an outcome does not mean that
  // the outcome is lost.
  while (outcome === undefined && !rows.some(saysLost) && (await isHeld(deps, context.sandboxId))) {
    if (performance.now() > until) break;
    await sleep(LOOK_EVERY_MS);
    rows = await deps.ledger.read(input.team_id, input.ledger_ref);
    outcome = await outcomeOfJob(deps, ref);
  }
  // The outcome may have been stored just before the sandbox was released.
  outcome ??= await outcomeOfJob(deps, ref);
  const step = opened + 2;
  if (outcome !== undefined) return recordOutcome(deps, context, job, outcome, step);
  if (rows.length === opened + 1) return recordLoss(deps, context, job, step);
  throw new InterruptedError();
};

const saysLost = ({ detail }: Entry): boolean => detail['interrupted'] === true;

const isHeld = async (deps: SandboxDependencies, sandboxId: string): Promise<boolean> => {
  const host = await whereaboutsOf(deps.db, sandboxId);
  return host === deps.host ? deps.sandboxes.find(sandboxId) !== undefined : host !== undefined;
};

export const sandboxIdIn = (row: Pick<Entry, 'detail'> | undefined): string => {
  const id = row?.detail['sandbox_id'];
  return typeof id === 'string' ? id : '';
};

export const contextOf = (input: CodeRunInput, sandboxId: string): CodeRowContext => ({
  teamId: input.team_id,
  ledgerRef: input.ledger_ref,
  sandboxId,
  actor: askedBy(input, { workflow_id: input.ledger_ref }),
});
