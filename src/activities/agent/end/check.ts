import { profileRef } from '../../../runs/agent/analysis/create.ts';
import { unsupportedNumbers } from '../../../governance/answers/supported.ts';
import { maskText } from '../../../governance/mask.ts';
import { checkOutput, type CheckedOutput } from '../../../runs/output-schema.ts';
import { outputSchemaOf } from '../../../runs/agent/request.ts';
import { isProfileMessage } from '../../../runs/agent/profile-message.ts';
import type { Message } from '../../../model/messages.ts';
import { findMessage, readMessages } from '../../../runs/agent/transcript.ts';
import { findValue } from '../../../store/vault/vault.ts';
import type { AgentDependencies } from '../dependencies.ts';
import { addCorrection, textOf } from '../tool-call.ts';
import type { AgentRun } from '../types.ts';
import { type CodeRun, codeRunsOf } from './outcomes.ts';

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
 * Checks an answer against the request's output schema, and its numbers against the output of the run's code. An answer with a
 * fault is sent back once for each of the two reasons. After that the answer is accepted, and the run's end deals with the fault:
 * it lists unsupported numbers, and fails the run if the answer does not fit the schema.
 */
export const checkAnswer = async (
  deps: AgentDependencies,
  { run, turn, step, rejected }: CheckAnswerInput,
): Promise<{ readonly accepted: boolean; readonly next_step: number }> => {
  const correction = await correctionFor(deps, { run, turn, rejected });
  if (correction === undefined) return { accepted: true, next_step: step };
  await deps.db.transaction().execute(async (tx) => addCorrection(tx, deps, { run, turn, text: correction }));
  return { accepted: false, next_step: step };
};

const correctionFor = async (
  deps: AgentDependencies,
  { run, turn, rejected }: Omit<CheckAnswerInput, 'step'>,
): Promise<string | undefined> => {
  const answer = await answerOf(deps, run, turn);
  const checked = await checkedOutput(deps, run, answer);
  if (checked !== undefined && 'faults' in checked) {
    return (await wasCorrected(deps, run, turn))
      ? undefined
      : NOT_FITTING + maskText(checked.faults.join('; '));
  }
  if (rejected > 0) return undefined;
  const unsupported = await unsupportedIn(deps, run, answer, await codeRunsOf(deps, run));
  return unsupported.length === 0 ? undefined : correctionOf(unsupported);
};

/** The first words of a correction about the schema, by which an earlier correction is recognised. */
const NOT_FITTING = 'Your answer does not fit the JSON Schema. Answer with JSON alone that fits it. Faults: ';

/** Returns whether an earlier answer was sent back because of the schema. */
const wasCorrected = async (
  { db, vaultRing }: AgentDependencies,
  { team_id: teamId, ledger_ref: ledgerRef }: AgentRun,
  beforeTurn: number,
): Promise<boolean> => {
  const messages = await readMessages(db, vaultRing, { teamId, ledgerRef, beforeTurn });
  return messages.some((message) => message.role === 'user' && textOf(message.parts).startsWith(NOT_FITTING));
};

/** Returns the answer as JSON, or its faults; undefined if the request has no output schema. */
export const checkedOutput = async (
  { db, vaultRing }: Pick<AgentDependencies, 'db' | 'vaultRing'>,
  { team_id: teamId, ledger_ref: ledgerRef }: AgentRun,
  answer: string,
): Promise<CheckedOutput | undefined> => {
  const schema = await outputSchemaOf(db, vaultRing, { teamId, ledgerRef });
  return schema && checkOutput(schema, answer);
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
  codeRuns: readonly CodeRun[],
): Promise<readonly string[]> => {
  // A continued run has the earlier questions and answers among its prompts.
  const place = { teamId: run.team_id, ledgerRef: run.ledger_ref, beforeTurn: 1 };
  const asked = await readMessages(deps.db, deps.vaultRing, place);
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
    question: asked.map(saidIn).join('\n'),
  });
};

const saidIn = (message: Message): string => {
  if (message.role === 'user') return isProfileMessage(message) ? '' : textOf(message.parts);
  return message.role === 'assistant' ? message.text : '';
};

/** Returns a file's text, or an empty string if its content was not returned. */
const textOfFile = ({ content_b64 }: { readonly content_b64?: string }): string =>
  content_b64 === undefined ? '' : Buffer.from(content_b64, 'base64').toString('utf8');
