import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentRunKind, AgentRunRef } from '../../runs/agent/stored-result.ts';
import { readAgentRun, type AgentRunRecord } from '../../runs/agent/agent-run-records.ts';
import { ProblemError } from '../http/problem.ts';
import type { Services } from '../services/services.ts';

/** Maximum time to hold a request open; after that, the caller has to poll. */
const LONGEST_WAIT_MS = 600_000;
const FIRST_LOOK_MS = 50;
const LOOK_EVERY_MS = 300;

/** Returns whether the caller asks not to be held open (RFC 7240, section 4.1). */
export const prefersAsync = (header: string): boolean =>
  header.split(',').some((part) => part.trim().toLowerCase().split(';')[0] === 'respond-async');

/** Returns the run's current state. @throws ProblemError 404 */
export const runNow = async (
  { db }: Services,
  ref: AgentRunRef,
  kind: AgentRunKind,
): Promise<AgentRunRecord> => {
  const run = await readAgentRun(db, ref, kind);
  if (run === undefined) throw new ProblemError('not-found');
  return run;
};

/**
 * Waits for a run to end by polling the database, because the run continues even if this process dies. Returns the unfinished run
 * once the maximum wait is over, or once it waits for a person, which may take days.
 */
export const untilEnded = async (
  services: Services,
  ref: AgentRunRef,
  kind: AgentRunKind,
): Promise<AgentRunRecord> => {
  const until = performance.now() + LONGEST_WAIT_MS;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 1.5, LOOK_EVERY_MS)) {
    const run = await runNow(services, ref, kind);
    if (run.status !== 'running' || run.waitingFor !== null || performance.now() > until) return run;
    await sleep(pause);
  }
};
