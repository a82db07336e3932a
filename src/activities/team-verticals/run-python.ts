import { hash } from 'node:crypto';
import { codeDone, givenTo } from '../../governance/team-verticals/code.ts';
import { leftOut, type StepDone } from '../../governance/team-verticals/done.ts';
import { scopesOfCodeStep, scopesOfPython } from '../../governance/suspension/scopes.ts';
import { type RunOutcome, SandboxLostError, SandboxUnavailableError } from '../../sandbox/index.ts';
import type { SandboxDependencies } from '../code/dependencies.ts';
import { CutError, runUncut } from '../code/run-uncut.ts';
import { openStepRun, type StepRun, type TeamStepInput } from './step-run.ts';
import { storedDone, storeStep, type TeamStepDone } from './store-step.ts';

/** Maximum time in milliseconds to wait for a sandbox in one attempt. */
const WAIT_MS = 60_000;
/** Milliseconds that a sandbox is kept after its code ends. */
const AFTER_MS = 15_000;

/**
 * Performs `run_python`: runs the step's code in a sandbox of its own, without a network. The code's only
 * effect is its answer, so interrupted work is repeated in another sandbox. The first stored answer counts,
 * and no code runs after it. A suspension of the team's code does not stop a step that runs no code.
 * @throws the errors of SandboxHost.open
 */
export const runPythonStep = async (
  deps: SandboxDependencies,
  input: TeamStepInput,
): Promise<TeamStepDone> => {
  const stored = await storedDone(deps, input, 'run_python');
  if (stored !== undefined) return stored;
  const run = await openStepRun(deps, input);
  const left = leftOut(run.compiled, run.found);
  if (left !== undefined) return storeStep(deps, run, async () => left);
  const given = givenTo(run.compiled, run.found);
  if (!('given' in given)) return storeStep(deps, run, async () => given);
  const { version } = input.run;
  const scopes = input.live === undefined ? scopesOfCodeStep(version.id) : scopesOfPython(version.id);
  const done = await runCode(deps, run, given.given, scopes);
  return storeStep(deps, run, async () => done, scopes);
};

const runCode = async (
  deps: SandboxDependencies,
  run: StepRun,
  given: string,
  scopes: readonly string[],
): Promise<StepDone> => {
  const { step } = run.compiled;
  if (step.do !== 'run_python') throw new Error(`a step of kind ${step.do} runs no code`);
  const { team_id: teamId, ledger_ref: ref } = run.input.run;
  const timeoutMs = step.timeout_s * 1_000;
  const sandbox = await deps.open({
    profile: 'python',
    teamId,
    run: ref,
    lifetimeMs: timeoutMs + AFTER_MS,
    waitMs: WAIT_MS,
  });
  const files = [{ name: 'given.json', content: given }];
  try {
    const job = { language: 'python', code: step.code, files, timeoutMs, charts: false } as const;
    const outcome = await runUncut(deps, { teamId, scopes }, sandbox, job);
    return codeDone(step, answerIn(outcome), {
      sandbox_id: sandbox.id,
      code_sha256: hash('sha256', step.code),
      exit_code: outcome.exit_code,
      timed_out: outcome.timed_out,
      duration_ms: Math.round(outcome.duration_ms),
      egress_attempts: outcome.egress_attempts.length + outcome.egress_attempts_more,
    });
  } catch (error) {
    if (error instanceof CutError) throw error.suspension;
    if (error instanceof SandboxLostError) throw new SandboxUnavailableError(error.message, { cause: error });
    throw error;
  } finally {
    sandbox.retire();
  }
};

/** A program that failed, or whose answer is cut off, has no answer. */
const answerIn = ({ exit_code: code, timed_out, result, result_truncated }: RunOutcome): unknown =>
  code === 0 && !timed_out && !result_truncated ? result : undefined;
