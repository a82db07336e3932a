import { readResult, type StoredResult, type StoredStep } from '../../runs/agent/stored-result.ts';
import type { AgentRunRecord } from '../../runs/agent/agent-run-records.ts';
import type { FileRecord } from '../../runs/agent/files.ts';
import { filesOfRun } from '../../runs/agent/read-files.ts';
import { disableLinks, sayDisabled } from '../../governance/answers/links.ts';
import { disableLinksIn } from '../../governance/answers/links-in-value.ts';
import type { EgressPolicy } from '../../governance/egress.ts';
import { knownIn } from '../../governance/known.ts';
import { readCodeRuns, stepOf, textsOf } from '../../runs/agent/code-runs.ts';
import { variablesOf } from '../../runs/agent/variables.ts';
import { type SealedValue, SealedValueGoneError } from '../../store/vault/vault.ts';
import { linkPolicyOf } from '../runs/link-policy.ts';
import { dependencyFailed, ProblemError } from '../http/problem.ts';
import type { Services } from '../services/services.ts';
import { outsideFailure } from './failures.ts';

/** A run as every kind shows it; each kind adds its own name for the answer, and its own fields from `more`. */
export const shownRun = async <More extends object>(
  services: Services,
  run: AgentRunRecord,
  moreOf: (more: SealedValue) => More,
) => {
  const result = await resultOf(services, run);
  const policy = await linkPolicyOf(services, run.teamId);
  const { answer, disabled } = safeAnswer(result, policy);
  const { error } = result ?? {};
  const shown = disableLinksIn(
    {
      steps: [...(result?.steps ?? (await stepsSoFar(services, run)))],
      error: error == null ? null : { code: error.code, message: error.message },
      output: result?.output ?? null,
      tags: [...run.tags],
      unverified_numbers: [...(result?.unverified_numbers ?? [])],
      ...(await filesOf(services, run)),
      ...moreOf(result?.more ?? {}),
    },
    policy,
  );
  return {
    answer,
    shown: {
      ...shown.value,
      disabled_links: [...new Set([...disabled, ...shown.disabled])],
      status: run.status,
      ended_by: run.endedBy,
      waiting_for: run.waitingFor,
      model: { name: run.model, ...run.used },
      created_at: run.createdAt.toISOString(),
      finished_at: run.finishedAt?.toISOString() ?? null,
      continued: await continuedBy(services, run),
      ledger_ref: run.ledgerRef,
    },
  };
};

/** Returns which run a run continues, and what it could not take over from it. */
const continuedBy = async ({ db, rings }: Services, { teamId, continues: ref }: AgentRunRecord) => {
  if (ref === null) return null;
  const earlier = await readResult(db, rings.vault, { teamId, ledgerRef: ref }).catch((error: unknown) => {
    if (error instanceof SealedValueGoneError) return undefined;
    throw error;
  });
  return { ref, sandbox: 'fresh' as const, variables: [...variablesOf(earlier?.steps ?? [])] };
};

/** Returns the code that a run in progress has executed so far; none once it has been erased. */
const stepsSoFar = async ({ db, rings }: Services, run: AgentRunRecord): Promise<readonly StoredStep[]> => {
  if (run.status !== 'running') return [];
  try {
    const codeRuns = await readCodeRuns(db, rings.vault, run);
    const known = knownIn(codeRuns.map(textsOf));
    return codeRuns.map((codeRun) => stepOf(codeRun, known));
  } catch (error) {
    if (error instanceof SealedValueGoneError) return [];
    throw error;
  }
};

const shownFile = ({ id, name, size, leftOut }: FileRecord) => ({
  id: leftOut === null ? id : null,
  name,
  size,
  left_out: leftOut,
});

const filesOf = async ({ db }: Services, run: AgentRunRecord) => {
  const files = await filesOfRun(db, run);
  return {
    input_files: files.filter(({ origin }) => origin === 'given').map(shownFile),
    files: files.filter(({ origin }) => origin === 'left').map(shownFile),
  };
};

/** Returns a run's stored result; undefined if the run has not ended or its result has been erased. */
export const resultOf = async (
  { db, rings }: Services,
  run: AgentRunRecord,
): Promise<StoredResult | undefined> =>
  run.status === 'running' ? undefined : readResult(db, rings.vault, run);

/** Returns the answer, with links to hosts outside the team's policy disabled, and a list of those hosts. */
const safeAnswer = (
  result: StoredResult | undefined,
  policy: EgressPolicy,
): { readonly answer: string | null; readonly disabled: readonly string[] } => {
  const { answer = null } = result ?? {};
  if (answer === null) return { answer: null, disabled: [] };
  const safe = disableLinks(answer, policy);
  return { answer: sayDisabled(safe), disabled: safe.disabled };
};

const RETRY = { headers: { 'Retry-After': '5' } } as const;

/**
 * Throws if a run failed for an external reason, so that a waiting caller gets a problem as for any failed request. If a run
 * reached a limit or its model declined the task, its result still counts as an answer.
 * @throws ProblemError
 */
export const expectAnswer = (result: StoredResult | undefined): void => {
  const error = result?.error;
  if (error === undefined || error === null) return;
  const problem = outsideFailure(error.code);
  if (problem === 'sandboxes-busy') throw new ProblemError(problem, RETRY);
  if (problem === 'run-interrupted') throw new ProblemError(problem, { headers: { 'Retry-After': '1' } });
  if (problem === 'dependency-away') throw dependencyFailed(error.message);
  if (problem === 'model-failed') throw new ProblemError(problem, { detail: error.message });
  if (error.code === 'internal') throw new ProblemError('internal');
};
