import { setTimeout as sleep } from 'node:timers/promises';
import { forgetStart } from '../../../runs/code/code-runs.ts';
import { findOutcome } from '../../../runs/outcome.ts';
import { withdraw } from '../../../runs/code/withdraw.ts';
import { hintAt, type StoredWord } from '../../../runs/code/notifications.ts';
import { hostInPlaceOf, isWorkedOn } from '../../../store/hosts/hosts.ts';
import type { SandboxWorkEnd } from '../../../temporal/sandbox-work.ts';
import { dependencyAway } from '../../http/problem.ts';
import type { Services } from '../../services/services.ts';
import type { CodeRunInput, CodeRunTimes } from '../../../runs/code/workflow.ts';

/** A host that was sent a hint gets this head start before a worker is given the workflow. */
const HEAD_START_MS = 500;
/** Delay before the workflow of a run with a hint is started, because starting it takes CPU time from the run. */
const START_AFTER_MS = 40;
/** How long to wait for the notification that an outcome is stored before Temporal is asked. */
const ASK_AFTER_MS = 150;
/** Polling interval for a run that goes on while Temporal is unavailable. */
const LOOK_EVERY_MS = 500;

/** How often a run without an outcome is checked, because the host that was sent the hint may be stuck. */
const LOOK_AFTER_MS = 2_000;

type End = SandboxWorkEnd<StoredWord<CodeRunTimes>>;

/**
 * Executes a stored run and waits for its end. A host was sent a hint when the run was stored and begins at once; a moment later
 * the run's workflow is started, and the worker that takes it either finds the run done or does it. The outcome is known when it
 * is stored, before Temporal knows.
 * @param host the host that was sent the hint; undefined when none was
 * @throws ProblemError when Temporal is unavailable and no host has begun
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
    // Most runs have ended by then, and Temporal need not be asked.
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
 * Sends the hint to another host when a run has not begun because its host is stuck, and to the next one when that host is stuck
 * as well. Temporal would hand the run over too, but only after each silent worker has held its task for eight seconds.
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
    // The first row of a run that has begun keeps other hosts from running its code: they wait for its end.
    if ((await ledger.read(input.team_id, input.ledger_ref)).length > 0) return;
    await hintAt(pool, other, input);
    host = other;
  }
};

const byWorkflow = async ({ workflows }: Services, input: CodeRunInput): Promise<End> => {
  const end = await workflows.awaitCode(input);
  return 'failure' in end ? end : { result: { times: end.result, outcome: undefined } };
};

/** Handles a run while Temporal does not answer: waits for a run that has begun, and withdraws one that has not. */
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
