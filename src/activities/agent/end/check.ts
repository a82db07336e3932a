import { profileRef } from '../../../runs/agent/analysis/create.ts';
import { unsupportedNumbers } from '../../../governance/answers/supported.ts';
import { findMessage } from '../../../runs/agent/transcript.ts';
import { findValue } from '../../../store/vault/vault.ts';
import type { AgentDependencies } from '../index.ts';
import { addCorrection, textOf } from '../tool-call.ts';
import type { AgentRun } from '../types.ts';
import { type CodeRunOfAgent, readCodeRuns } from './code-runs.ts';

/** Maximum number of characters of each output to search for numbers. The model sees fewer. */
const MOST_LOOKED_AT = 262_144;

export interface CheckAnswerInput {
  readonly run: AgentRun;
  readonly turn: number;
  readonly step: number;
  /** Number of answers already sent back. */
  readonly rejected: number;
}

/**
 * Checks an answer's numbers against the output of the run's code. An answer with unsupported numbers is sent back once, with a
 * list of them. The next answer is accepted, and its unsupported numbers are listed at the run's end.
 */
export const checkAnswer = async (
  deps: AgentDependencies,
  { run, turn, step, rejected }: CheckAnswerInput,
): Promise<{ readonly accepted: boolean; readonly next_step: number }> => {
  const accepted = { accepted: true, next_step: step };
  if (rejected > 0) return accepted;
  const answer = await answerOf(deps, run, turn);
  const unsupported = await unsupportedIn(deps, run, answer, await readCodeRuns(deps, run));
  if (unsupported.length === 0) return accepted;
  await deps.db
    .transaction()
    .execute(async (tx) => addCorrection(tx, deps, { run, turn, text: correctionOf(unsupported) }));
  return { accepted: false, next_step: step };
};

const correctionOf = (numbers: readonly string[]): string =>
  `These numbers in your answer do not occur in the output of any code run: ${numbers.slice(0, 20).join('; ')}. ` +
  'Run code that prints them, or leave them out. Then answer again, with numbers exactly as they were printed.';

/** Returns the text that ended a loop. */
export const answerOf = async (
  { db, vaultRing }: Pick<AgentDependencies, 'db' | 'vaultRing'>,
  run: AgentRun,
  turn: number,
): Promise<string> => {
  const place = { teamId: run.team_id, ledgerRef: run.ledger_ref, turn, part: 0 };
  const message = await findMessage(db, vaultRing, place);
  return message?.role === 'assistant' ? message.text.trim() : '';
};

/**
 * Returns the numbers in an answer that appear neither in the question, nor in the dataset's profile, nor in any output of the
 * run's code.
 */
export const unsupportedIn = async (
  deps: Pick<AgentDependencies, 'db' | 'vaultRing'>,
  run: AgentRun,
  answer: string,
  codeRuns: readonly CodeRunOfAgent[],
): Promise<readonly string[]> => {
  const place = { teamId: run.team_id, ledgerRef: run.ledger_ref, turn: 0, part: 1 };
  const asked = await findMessage(deps.db, deps.vaultRing, place);
  const profile = await findValue<object>(deps.db, deps.vaultRing, {
    teamId: run.team_id,
    ref: profileRef(run.ledger_ref),
  });
  const outputs = codeRuns.flatMap(({ outcome }) =>
    outcome === undefined
      ? []
      : [outcome.stdout, JSON.stringify(outcome.result), ...outcome.files.map(textOfFile)],
  );
  return unsupportedNumbers(answer, {
    outputs: [JSON.stringify(profile ?? {}), ...outputs].map((text) => text.slice(0, MOST_LOOKED_AT)),
    question: asked?.role === 'user' ? textOf(asked.parts) : '',
  });
};

/** Returns a file's text, or an empty string if its content was not returned. */
const textOfFile = ({ content_b64 }: { readonly content_b64?: string }): string =>
  content_b64 === undefined ? '' : Buffer.from(content_b64, 'base64').toString('utf8');
