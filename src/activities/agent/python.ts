import { clip, clipStart } from '../../governance/text/clip.ts';
import { outcomeRef } from '../../runs/outcome.ts';
import { jobRefOf } from '../../runs/agent/job-ref.ts';
import { keptFiles, sandboxFiles } from '../../runs/agent/read-files.ts';
import { readingRef } from '../../runs/document/case-documents.ts';
import type { LiveRunInput } from '../../runs/vertical/workflow.ts';
import { hasValue, openValue, sealValue, type VaultRef } from '../../store/vault/vault.ts';
import { filesOfCase } from '../verticals/common/case-files.ts';
import type { StoredOutcome, SubmittedCode } from '../code/stored-code.ts';
import type { AgentDependencies } from './dependencies.ts';
import { answerCall, eventsOf, findToolOutcome, readCall } from './tool-call.ts';
import type { CallInput, ToolOutcome, CodeEnd } from './types.ts';

export interface PreparePythonInput extends CallInput {
  /** Whether the sandbox needs the run's files. */
  readonly first: boolean;
  readonly timeout_ms: number;
  /** The live run, whose code reads the case; absent for agent tasks, and for calls that began under an earlier release. */
  readonly live?: LiveRunInput;
}

/** Seals a call's code as its own job. Repeating this gives the same job. */
export const preparePython = async (
  deps: AgentDependencies,
  call: PreparePythonInput,
): Promise<{ readonly job_ref: string }> => {
  const { run, first, live } = call;
  return sealPython(deps, call, first ? await filesFor(deps, run, live) : {});
};

/** Seals a call's code and the files that it reads as its own job. Repeating this gives the same job. */
export const sealPython = async (
  deps: AgentDependencies,
  call: CallInput & { readonly timeout_ms: number },
  files: Pick<SubmittedCode, 'files' | 'of_case'>,
): Promise<{ readonly job_ref: string }> => {
  const { run, turn, index, timeout_ms } = call;
  const { arguments: given } = await readCall(deps, call);
  const job_ref = jobRefOf(run.ledger_ref, turn, index);
  const job: SubmittedCode = {
    language: 'python',
    code: String(given['code']),
    timeout_ms,
    ...files,
  };
  await sealValue(deps.db, deps.vaultRing, { teamId: run.team_id, ref: job_ref, value: { ...job } });
  return { job_ref };
};

const filesFor = async (
  { db, vaultRing }: AgentDependencies,
  run: CallInput['run'],
  live: LiveRunInput | undefined,
): Promise<Pick<SubmittedCode, 'files' | 'of_case'>> => {
  if (live === undefined) return { files: await sandboxFiles(db, vaultRing, runOf(run)) };
  const open = async (ref: VaultRef) => openValue(db, vaultRing, ref);
  const isRead = await hasValue(db, { teamId: run.team_id, ref: readingRef(run.ledger_ref) });
  return { files: await filesOfCase(open, live, isRead), of_case: true };
};

/**
 * Stores the outcome of a call's code for the model. It is a single JSON object, so that the code's output cannot be mistaken for
 * anything else.
 */
export const answerPython = async (
  deps: AgentDependencies,
  call: CallInput & { readonly job_ref: string; readonly end: CodeEnd },
): Promise<ToolOutcome> => {
  const before = await findToolOutcome(deps.db, call);
  if (before !== undefined) return before;
  const made = await readCall(deps, call);
  const { shown, is_error, tookMs } = await shownOf(deps, call);
  const outcome: ToolOutcome = { next_step: call.step };
  return deps.db.transaction().execute(async (tx) => {
    // The sandbox's rows are already committed.
    await deps.events.publishLedger(tx, eventsOf(call.run));
    return answerCall(tx, deps, {
      call,
      made,
      answer: { parts: [{ type: 'text', text: JSON.stringify(shown) }], is_error },
      outcome,
      tookMs,
    });
  });
};

/**
 * Maximum number of characters of stdout and stderr shown to the model. If cut, stdout keeps its beginning, and stderr its end,
 * which is the most informative part of a traceback.
 */
const MAX_STDOUT = 10_000;
const MAX_STDERR = 4_000;

const shownOf = async (
  deps: AgentDependencies,
  { run, job_ref, end }: { readonly run: CallInput['run']; readonly job_ref: string; readonly end: CodeEnd },
): Promise<{ readonly shown: object; readonly is_error: boolean; readonly tookMs: number }> => {
  if ('busy' in end) {
    return {
      tookMs: 0,
      shown: { error: 'All sandboxes are in use; the code was not run. Try again.' },
      is_error: true,
    };
  }
  if ('lost' in end) {
    return {
      tookMs: 0,
      shown: {
        error:
          'The sandbox was lost. The code may have run in part, and was not run again; variables and files are gone. The next call gets a fresh sandbox.',
      },
      is_error: true,
    };
  }
  const ref = { teamId: run.team_id, ref: outcomeRef(job_ref) };
  const outcome = (await openValue(deps.db, deps.vaultRing, ref)) as unknown as StoredOutcome;
  const { stdout, stderr, result, charts_without_data = [] } = outcome;
  return {
    is_error: outcome.exit_code !== 0,
    tookMs: outcome.duration_ms,
    shown: {
      stdout: head(stdout, MAX_STDOUT),
      ...(stderr !== '' && { stderr: tail(stderr, MAX_STDERR) }),
      ...(result !== null && { last_expression: head(JSON.stringify(result), 2_000) }),
      exit_code: outcome.exit_code,
      ...(outcome.timed_out && { timed_out: true }),
      ...(outcome.oom_killed && { out_of_memory: true }),
      ...(outcome.charts.length > 0 && { charts: outcome.charts.map(({ name }) => name) }),
      ...(charts_without_data.length > 0 && { charts_without_data }),
      ...(outcome.egress_attempts.length > 0 && { network: 'blocked: a sandbox has none' }),
      ...(stdout === '' && result === null && stderr === '' && { note: 'Nothing was printed.' }),
      ...(outcome.variables_lost && {
        note: 'The variables of earlier calls are gone; files in /tmp are kept.',
      }),
      ...(end.fresh && { note: freshNote(await keptFiles(deps.db, runOf(run))) }),
    },
  };
};

const runOf = ({ team_id: teamId, ledger_ref: ledgerRef }: CallInput['run']) => ({ teamId, ledgerRef });

/** Tells the model what remains of earlier calls in a sandbox that replaced another one. */
const freshNote = (kept: readonly { readonly name: string }[]): string =>
  kept.length === 0
    ? 'This is a fresh sandbox: the variables and files of earlier calls are gone.'
    : `This is a fresh sandbox: the variables of earlier calls are gone, and of their files these are in /tmp again: ${kept.map(({ name }) => name).join(', ')}.`;

const head = (text: string, most: number): string =>
  text.length <= most ? text : `${clip(text, most)}\n[… ${text.length - most} characters left out]`;

const tail = (text: string, most: number): string =>
  text.length <= most ? text : `[${text.length - most} characters left out …]\n${clipStart(text, most)}`;
