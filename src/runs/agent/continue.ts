import type { Kysely } from 'kysely';
import type { Message } from '../../model/messages.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { hasValue, SealedValueGoneError } from '../../store/vault/vault.ts';
import { isProfileMessage } from './profile-message.ts';
import { fileRef, type GivenFile } from './files.ts';
import { filesOfRun, inputFiles } from './read-files.ts';
import { withoutErased } from './pictures.ts';
import { type AgentRunKind, type AgentRunRef, readResult, type StoredResult } from './stored-result.ts';
import { readAgentRun } from './agent-run-records.ts';
import { readMessages } from './transcript.ts';
import type { RunCode } from './variables.ts';

/** What a run takes over from the run that it continues. */
export interface Earlier {
  readonly ledgerRef: string;
  /** The earlier questions and answers, oldest first, masked. */
  readonly messages: readonly Message[];
  /** The programs that it ran, masked. */
  readonly steps: readonly RunCode[];
  /**
   * The earlier run's input files, and the files that its code left. Their bytes are not copied, so erasing that run erases them.
   */
  readonly files: readonly GivenFile[];
}

/** Why a run cannot be continued. */
export type NotContinued = 'unknown' | 'running' | 'erased';

/** Maximum number of earlier messages, and of their characters, that the model reads again. */
const MAX_MESSAGES = 20;
const MAX_CHARACTERS = 32_000;

/** Returns what the next run takes over from a finished run of its kind, or the reason why it cannot. */
export const readEarlier = async (
  db: Kysely<Database>,
  ring: KeyRing,
  ref: AgentRunRef,
  kind: AgentRunKind,
): Promise<Earlier | NotContinued> => {
  const run = await readAgentRun(db, ref, kind);
  if (run === undefined) return 'unknown';
  if (run.status === 'running') return 'running';
  try {
    const result = await readResult(db, ring, ref);
    const messages = await conversation(db, ring, ref, result);
    const steps = result?.steps ?? [];
    return { ledgerRef: ref.ledgerRef, messages, steps, files: await filesFor(db, ring, ref) };
  } catch (error) {
    if (error instanceof SealedValueGoneError) return 'erased';
    throw error;
  }
};

const conversation = async (
  db: Kysely<Database>,
  ring: KeyRing,
  ref: AgentRunRef,
  result: StoredResult | undefined,
): Promise<readonly Message[]> => {
  const asked = (await readMessages(db, ring, { ...ref, beforeTurn: 1 })).filter(
    (message) => message.role !== 'system' && !isProfileMessage(message),
  );
  const answer = result?.answer ?? result?.error?.message ?? 'There was no answer.';
  const shown = await Promise.all(asked.map(async (message) => withoutErased(db, ref.teamId, message)));
  return latest([...shown, { role: 'assistant', text: answer, calls: [] }]);
};

/** Returns as many of the last messages as the model reads again, beginning with a question. */
const latest = (messages: readonly Message[]): readonly Message[] => {
  let first = messages.length;
  for (let size = 0; first > 0 && messages.length - first < MAX_MESSAGES; first -= 1) {
    size += JSON.stringify(messages[first - 1]).length;
    if (size > MAX_CHARACTERS) break;
  }
  const kept = messages.slice(first);
  const question = kept.findIndex(({ role }) => role === 'user');
  return question === -1 ? [] : kept.slice(question);
};

const filesFor = async (
  db: Kysely<Database>,
  ring: KeyRing,
  ref: AgentRunRef,
): Promise<readonly GivenFile[]> => {
  const byName = new Map<string, GivenFile>();
  for (const { name, content, blob_ref } of await inputFiles(db, ring, ref)) {
    if (blob_ref === undefined) byName.set(name, { name, content: Buffer.from(content ?? '') });
    else if (await hasValue(db, { teamId: ref.teamId, ref: blob_ref }))
      byName.set(name, { name, content: { blob_ref } });
  }
  for (const { id, name, origin, leftOut } of await filesOfRun(db, ref)) {
    if (origin !== 'left' || leftOut !== null) continue;
    byName.set(name, { name, content: { blob_ref: fileRef(ref.ledgerRef, id) } });
  }
  return [...byName.values()];
};

/** Returns the earlier files and the new ones. A new file replaces an earlier one with the same name. */
export const joinFiles = (
  earlier: readonly GivenFile[],
  given: readonly GivenFile[],
): readonly GivenFile[] => {
  const names = new Set(given.map(({ name }) => name));
  return [...earlier.filter(({ name }) => !names.has(name)), ...given];
};
