import { type AgentRunRecord, readResult, type StoredResult } from '../../runs/agent/stored-result.ts';
import { disableLinks, sayDisabled } from '../../governance/answers/links.ts';
import { linkPolicyOf } from '../runs/link-policy.ts';
import { dependencyFailed, ProblemError } from '../http/problem.ts';
import type { Services } from '../services/services.ts';

/** Returns the fields that all kinds of agent runs show; each kind adds its own, such as `more` and `answer`. */
export const stateOf = (run: AgentRunRecord, result: StoredResult | undefined) => ({
  status: run.status,
  steps: result?.steps ?? [],
  ended_by: run.endedBy,
  error: result?.error ?? null,
  unverified_numbers: result?.unverified_numbers ?? [],
  model: { name: run.model, ...run.used },
  created_at: run.createdAt.toISOString(),
  finished_at: run.finishedAt?.toISOString() ?? null,
  ledger_ref: run.ledgerRef,
});

/** Returns a run's stored result; undefined if the run has not ended or its result has been erased. */
export const resultOf = async (
  { db, rings }: Services,
  run: AgentRunRecord,
): Promise<StoredResult | undefined> =>
  run.status === 'running' ? undefined : readResult(db, rings.vault, run);

/** Returns the answer, with links to hosts outside the team's policy disabled, and a list of those hosts. */
export const safeAnswer = async (
  services: Services,
  run: AgentRunRecord,
  result: StoredResult | undefined,
): Promise<{ readonly answer: string | null; readonly disabled_links: string[] }> => {
  const answer = result?.answer ?? result?.error?.message;
  if (answer === undefined) return { answer: null, disabled_links: [] };
  const safe = disableLinks(answer, await linkPolicyOf(services, run.teamId));
  return { answer: sayDisabled(safe), disabled_links: [...safe.disabled] };
};

/** Provider errors that are likely to pass soon. */
const AWAY = new Set(['model_unavailable', 'model_rate_limited', 'model_interrupted']);
const RETRY = { headers: { 'Retry-After': '5' } } as const;

/**
 * Throws if a run failed for an external reason, so that a waiting caller gets a problem as for any failed request. If a run
 * reached a limit or its model declined the task, its result still counts as an answer.
 * @throws ProblemError
 */
export const expectAnswer = (result: StoredResult | undefined): void => {
  const error = result?.error;
  if (error === undefined || error === null) return;
  if (error.code === 'sandboxes_busy') throw new ProblemError('sandboxes-busy', RETRY);
  if (error.code === 'sandbox_lost')
    throw new ProblemError('run-interrupted', { headers: { 'Retry-After': '1' } });
  if (AWAY.has(error.code)) throw dependencyFailed(error.message);
  if (error.code.startsWith('model_')) throw new ProblemError('model-failed', { detail: error.message });
  if (error.code === 'internal') throw new ProblemError('internal');
};
