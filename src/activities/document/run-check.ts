import { hash } from 'node:crypto';
import { CHECK_FILES_PROGRAM } from '../../runs/document/sandbox-programs.ts';
import { type CheckedFiles, parseChecked } from '../../runs/document/check.ts';
import type { DocumentRecord } from '../../runs/document/document-records.ts';
import type { RunOutcome } from '../../sandbox/job.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { openBlob } from '../../store/vault/blobs.ts';
import type { SandboxDependencies } from '../code/dependencies.ts';
import { runRepeatable } from './sandbox.ts';

export const LIFETIME_MS = 90_000;
const CHECK_MS = 40_000;
const MAX_CHECKED_BYTES = 256 * 1024;

export const PROGRAM_HASH = hash('sha256', CHECK_FILES_PROGRAM);

/** Checks the files of a document in a sandbox. */
export const checkIn = async (
  deps: SandboxDependencies,
  sandbox: Sandbox,
  { teamId, parts }: DocumentRecord,
): Promise<{ readonly checked: CheckedFiles; readonly outcome: RunOutcome }> => {
  const contents: Buffer[] = [];
  for (const { ref } of parts) contents.push(await openBlob(deps.db, deps.vaultRing, { teamId, ref }));
  const names = parts.map(({ format }, at) => ({ name: `file-${at}`, format }));
  const outcome = await runRepeatable(sandbox, {
    language: 'python',
    code: CHECK_FILES_PROGRAM,
    files: [
      { name: 'files.json', content: JSON.stringify(names) },
      ...names.map(({ name }, at) => ({ name, content: contents[at]! })),
    ],
    timeoutMs: CHECK_MS,
    charts: false,
  });
  // If a file crashed the program, it is too large for it, or its libraries cannot handle it.
  if (outcome.exit_code !== 0) {
    const tooMuch = outcome.timed_out || outcome.oom_killed || outcome.signal !== null;
    return { checked: { refusal: tooMuch ? 'heavy' : 'damaged' }, outcome };
  }
  const left = await sandbox.readFile('checked.json', MAX_CHECKED_BYTES).catch(() => undefined);
  return { checked: parseChecked(left?.content.toString('utf8') ?? '', parts.length), outcome };
};
