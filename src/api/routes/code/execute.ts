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

/** A host that was given a hint has so long for itself before a worker is given the workflow. */
const HEAD_START_MS = 500;
/** The engine is given the workflow of a run that a host was told of this much later: starting it takes the machine from it. */
const START_AFTER_MS = 40;
/** How long the word that an outcome is stored is waited for before the engine is asked. */
const ASK_AFTER_MS = 150;
/** How often a run that goes on without the engine is looked at. */
const LOOK_EVERY_MS = 500;

/** How often a run that has no outcome yet is looked after: the host that was told of it may stand still. */
const LOOK_AFTER_MS = 2_000;

type End = SandboxWorkEnd<StoredWord<CodeRunTimes>>;

/**
 * Has a stored run executed and waits for its end. A host was told of it when it was stored and begins at once; a moment
 * later the engine is given the run's workflow, which a worker takes a moment later and then finds the run done, or does it.
 * The outcome is heard of when it is stored, before the engine knows.
 * @param host the one that was told; undefined when none was
 * @throws ProblemError when the engine is away and nobody has begun
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
    // Not waited for: a run that is started twice is started once.
    forgetStart(db, input.ledger_ref).catch(() => undefined);
  };
  const started = start();
  started.catch(() => undefined);
  const over = new AbortController();
  if (host !== undefined) handToAnotherHost(services, input, host, over.signal).catch(() => undefined);
  try {
    // Most runs are over by then, and the engine need not be asked.
    const soon = await Promise.race([byWord, sleep(ASK_AFTER_MS)]);
    if (soon !== undefined) return soon;
    const word = await Promise.race([byWord, started]);
    if (word !== undefined) return word;
    return await Promise.race([byWord, byWorkflow(services, input)]);
  } catch (error) {
    log.warn({ ledger_ref: input.ledger_ref, error }, 'the engine could not run code now');
    return await withoutTemporal(services, input, byWord);
  } finally {
    over.abort();
    forget();
  }
};

/**
 * Tells another host of a run that has not begun when its host stands still, and the next one when that host stands still
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

/** The engine does not answer. A run that has begun is waited for; one that has not is taken back. */
const withoutTemporal = async (
  services: Services,
  input: CodeRunInput,
  byWord: Promise<End>,
): Promise<End> => {
  const { db, ledger, rings } = services;
  const run = { teamId: input.team_id, ref: input.ledger_ref };
  if (await withdraw(ledger, run.teamId, run.ref)) {
    forgetStart(db, run.ref).catch(() => undefined);
    throw dependencyAway('The engine');
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
