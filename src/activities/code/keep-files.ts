import { outcomeOfJob, type StoredFile } from './stored-code.ts';
import { MAX_FILES_BYTES } from '../../contract/given-file.ts';
import { addFile, addLeftOut, type LeftOut, safeName } from '../../runs/agent/files.ts';
import { allFilesOfRun, inputFiles, keptFiles, type StoredInput } from '../../runs/agent/read-files.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { openBlob } from '../../store/vault/blobs.ts';
import type { SandboxDependencies } from './dependencies.ts';
import type { SandboxCallInput } from './call-input.ts';

export interface KeepFilesInput extends Omit<SandboxCallInput, 'step'> {
  /** The session's last job, whose outcome lists the files. */
  readonly job_ref: string;
}

/** Maximum size of one file, which is the most that a sandbox returns at once. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;
const MAX_FILES = 32;

/**
 * Seals the files that a run's code left in its sandbox and records them, in one transaction. A second attempt changes nothing.
 * Leaves out the run's own input files and what an earlier sandbox of the run left, unless code changed them, and everything below a
 * folder or name that begins with a dot, because those are caches and the service's own files.
 */
export const keepFiles = async (deps: SandboxDependencies, input: KeepFilesInput): Promise<void> => {
  const { team_id: teamId, ledger_ref: ledgerRef } = input;
  const sandbox = deps.sandboxes.find(input.sandbox_id);
  const outcome = await outcomeOfJob(deps, { teamId, ref: input.job_ref });
  if (sandbox === undefined || outcome === undefined) return;
  const run = { teamId, ledgerRef };
  const before = await allFilesOfRun(deps.db, run);
  const inputs = await inputFiles(deps.db, deps.vaultRing, run);
  const own = await bytesOf(deps, teamId, [...inputs, ...(await keptFiles(deps.db, run))]);
  const wanted = outcome.files.filter(({ name }) => !isHidden(name) && !/^dataset(-\d+)?$/.test(name));
  const found = await readAll(sandbox, wanted, own);
  await deps.db.transaction().execute(async (tx) => {
    // Locks the run, so that two attempts do not both store its files.
    await tx
      .selectFrom('agent_runs')
      .select('ledger_ref')
      .where('ledger_ref', '=', ledgerRef)
      .forUpdate()
      .execute();
    // Another attempt has stored them.
    if ((await allFilesOfRun(tx, run)).length > before.length) return;
    const names: string[] = [];
    for (const { file, content, left_out } of found) {
      const name = safeName(file.name, names);
      names.push(name);
      const named = { ...run, name };
      if (content === undefined) await addLeftOut(tx, { ...named, size: file.size, left_out });
      else await addFile(tx, deps.vaultRing, { ...named, origin: 'left', content });
    }
  });
};

const isHidden = (name: string): boolean => name.split('/').some((part) => part.startsWith('.'));

/**
 * Returns the bytes of the sandbox's input files, by name. A later file replaces an earlier one of the same
 * name.
 */
const bytesOf = async (
  { db, vaultRing }: SandboxDependencies,
  teamId: string,
  files: readonly StoredInput[],
): Promise<ReadonlyMap<string, Buffer>> => {
  const own = new Map<string, Buffer>();
  for (const { name, content, blob_ref } of files) {
    const bytes =
      blob_ref === undefined
        ? Buffer.from(content ?? '')
        : await openBlob(db, vaultRing, { teamId, ref: blob_ref });
    own.set(name, bytes);
  }
  return own;
};

type Found = { readonly file: StoredFile } & (
  | { readonly content: Buffer; readonly left_out: null }
  | { readonly content: undefined; readonly left_out: LeftOut }
);

/**
 * Reads the files that are new or changed, up to the limit, and names those beyond it. The run's own files do not count towards
 * it.
 */
const readAll = async (
  sandbox: Sandbox,
  files: readonly StoredFile[],
  own: ReadonlyMap<string, Buffer>,
): Promise<readonly Found[]> => {
  const found: Found[] = [];
  let left = MAX_FILES_BYTES;
  for (const file of files) {
    const { own_name: name = file.name } = file;
    const tooMany = found.length >= MAX_FILES;
    if (tooMany || file.size > Math.min(MAX_FILE_BYTES, left)) {
      // An input file of this size and name is most likely unchanged, and it is not compared.
      if (own.get(name)?.length !== file.size)
        found.push({ file, content: undefined, left_out: tooMany ? 'too_many' : 'too_large' });
      continue;
    }
    const read = await sandbox.readFile(name, MAX_FILE_BYTES).catch(() => undefined);
    if (read === undefined) found.push({ file, content: undefined, left_out: 'unreadable' });
    else if (own.get(name)?.equals(read.content) !== true) {
      left -= read.content.length;
      found.push({ file, content: read.content, left_out: null });
    }
  }
  return found;
};
