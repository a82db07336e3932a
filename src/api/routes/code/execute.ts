import { setTimeout as sleep } from 'node:timers/promises';
import { forgetStart } from '../../../runs/code/code-runs.ts';
import { findOutcome } from '../../../runs/outcome.ts';
import { withdraw } from '../../../runs/code/withdraw.ts';
import type { StoredWord } from '../../../runs/code/notifications.ts';
import { hintAt } from '../../../runs/code/hints.ts';
import { hostInPlaceOf, isWorkedOn } from '../../../store/hosts/hosts.ts';
import type { SandboxWorkEnd } from '../../../temporal/sandbox-work.ts';
import { dependencyAway } from '../../http/problem.ts';
import type { Services } from '../../services/services.ts';
import type { CodeRunInput, CodeRunTimes } from '../../../runs/code/workflow.ts';

/** Head start for a host that was sent a hint, before Temporal gives the workflow to a worker. */
const HEAD_START_MS = 500;
/** Delay before starting a run's workflow after a host was sent a hint, because starting it takes CPU time from the run. */
const START_AFTER_MS = 40;
/** Time to wait for the notification of a stored outcome before asking Temporal. */
const ASK_AFTER_MS = 150;
/** Polling interval for a run that continues while Temporal is unavailable. */
const LOOK_EVERY_MS = 500;

/** Interval for checking a run without an outcome, because the host that was sent the hint may be stuck. */
const LOOK_AFTER_MS = 2_000;

type End = SandboxWorkEnd<StoredWord<CodeRunTimes>>;

/**
 * Executes a stored run and waits for it to end. If a host was sent a hint when the run was stored, that host begins immediately.
 * A moment later, the run's workflow is started; the worker that takes the workflow either finds that the run has ended or
 * executes it. The outcome is available as soon as it is stored, before Temporal knows it.
 * @param host the host that was sent the hint; undefined if none was
 * @throws ProblemError if Temporal is unavailable and no host has begun
 */
export const executeRun = async (
  services: Services,
  input: CodeRunInput,
  host: string | undefined,
): Promise<End> => {
  const { workflows, db, stored, log } = services;
  const { heard, forget } = stored.next(input.ledger_ref);
  const byWord = heard.then((result): End => ({ result }));
  const start = async (): Promise<undefined> => {
    if (host !== undefined) await sleep(START_AFTER_MS);
    await workflows.startCode(input, host === undefined ? 0 : HEAD_START_MS);
    // Not awaited: a leftover row only makes the reconciler start the run again, and a second start has no effect.
    forgetStart(db, input.ledger_ref).catch(() => undefined);
  };
  const started = start();
  started.catch(() => undefined);
  const over = new AbortController();
  if (host !== undefined) handToAnotherHost(services, input, host, over.signal).catch(() => undefined);
  try {
    // Most runs have ended by then, so there is no need to ask Temporal.
    const soon = await Promise.race([byWord, sleep(ASK_AFTER_MS)]);
    if (soon !== undefined) return soon;
    const word = await Promise.race([byWord, started]);
    if (word !== undefined) return word;
    return await Promise.race([byWord, byWorkflow(services, input)]);
  } catch (error) {
    log.warn(
      { ledger_ref: input.ledger_ref, error },
      'code run could not be started or awaited through Temporal',
    );
    return await withoutTemporal(services, input, byWord);
  } finally {
    over.abort();
    forget();
  }
};

/**
 * Sends the hint to another host if a run has not begun because its host is stuck, and to the next one if that host is stuck as
 * well. Temporal would also pass the run on, but only after each silent worker has held its task for eight seconds.
 */
const handToAnotherHost = async (
  { db, ledger, pool }: Services,
  input: CodeRunInput,
  first: string,
  signal: AbortSignal,
): Promise<void> => {
  let host = first;
  for (;;) {
    await sleep(LOOK_AFTER_MS, undefined, { signal });
    const other = await hostInPlaceOf(db, host).catch(() => undefined);
    if (other === undefined) continue;
    // A run that has begun has a ledger row, which makes other hosts wait for its end instead of running its code.
    if ((await ledger.read(input.team_id, input.ledger_ref)).length > 0) return;
    await hintAt(pool, other, input);
    host = other;
  }
};

const byWorkflow = async ({ workflows }: Services, input: CodeRunInput): Promise<End> => {
  const end = await workflows.awaitCode(input);
  return 'failure' in end ? end : { result: { times: end.result, outcome: undefined } };
};

/** Handles a run while Temporal does not respond: waits for the run if it has begun, and withdraws it if it has not. */
const withoutTemporal = async (
  services: Services,
  input: CodeRunInput,
  byWord: Promise<End>,
): Promise<End> => {
  const { db, ledger, rings } = services;
  const run = { teamId: input.team_id, ref: input.ledger_ref };
  if (await withdraw(ledger, run.teamId, run.ref)) {
    forgetStart(db, run.ref).catch(() => undefined);
    throw dependencyAway('Temporal');
  }
  for (let misses = 0; misses < 2;) {
    const word = await Promise.race([byWord, sleep(LOOK_EVERY_MS)]);
    if (word !== undefined) return word;
    misses = (await isWorkedOn(db, run.ref)) ? 0 : misses + 1;
    const outcome = await findOutcome(db, rings.vault, run);
    if (outcome !== undefined) return { result: { times: NO_TIMES, outcome } };
  }
  return { failure: 'interrupted' };
};

const NO_TIMES: CodeRunTimes = { read: 0, claim: 0, open: 0, code: 0, store: 0 };
