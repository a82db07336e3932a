import { findOutcome, outcomeRef } from '../../runs/outcome.ts';
import type { LeftFile, RunJob, RunOutcome } from '../../sandbox/index.ts';
import { openBlob } from '../../store/vault/blobs.ts';
import type { VaultRef } from '../../store/vault/vault.ts';
import { sealValue } from '../../store/vault/vault.ts';
import type { SandboxDependencies } from './dependencies.ts';

/** Submitted code as a job. Code and outcome are kept sealed and passed by reference. */
export interface StoredJob extends RunJob {
  readonly returnFiles: readonly string[];
}

/** The sealed value that {@link readJob} reads. */
export interface SubmittedCode {
  readonly language: 'python' | 'bash';
  readonly code: string;
  readonly timeout_ms: number;
  readonly stdin?: string | undefined;
  readonly files?: readonly {
    readonly name: string;
    readonly content?: string | undefined;
    readonly content_b64?: string | undefined;
    /** Reference of a large file's bytes, which are sealed separately (store/vault/blobs.ts). */
    readonly blob_ref?: string | undefined;
  }[];
  readonly return_files?: readonly string[] | undefined;
}

export interface StoredFile extends LeftFile {
  /** Present if the file's content was requested. */
  readonly content_b64?: string;
  readonly content_truncated?: boolean;
}

/** Outcome of the code, as stored in the vault. */
export interface StoredOutcome extends Omit<
  RunOutcome,
  'charts' | 'charts_without_data' | 'files' | 'egress_attempts_more'
> {
  readonly sandbox_id: string;
  readonly files: readonly StoredFile[];
  readonly charts: readonly { readonly name: string; readonly png_b64: string }[];
  /** Absent from outcomes of earlier releases. */
  readonly charts_without_data?: readonly string[];
  /** Absent from outcomes of earlier releases. */
  readonly egress_attempts_more?: number;
}

export type ReturnedFiles = ReadonlyMap<string, { readonly content: Buffer; readonly size: number }>;

/** Reads submitted code together with the contents of its large files. @throws SealedValueGoneError when the code was erased */
export const readJob = async (deps: SandboxDependencies, ref: VaultRef): Promise<StoredJob> => {
  const submitted = (await deps.openValue(ref)) as unknown as SubmittedCode;
  const blobs = new Map<string, Buffer>();
  for (const { blob_ref } of submitted.files ?? []) {
    if (blob_ref === undefined) continue;
    blobs.set(blob_ref, await openBlob(deps.db, deps.vaultRing, { teamId: ref.teamId, ref: blob_ref }));
  }
  return jobOf(submitted, blobs);
};

/** Converts submitted code to a job. @param blobs contents of the files that have a `blob_ref` */
export const jobOf = (
  submitted: SubmittedCode,
  blobs: ReadonlyMap<string, Buffer> = new Map(),
): StoredJob => ({
  language: submitted.language,
  code: submitted.code,
  timeoutMs: submitted.timeout_ms,
  ...(submitted.stdin !== undefined && { stdin: submitted.stdin }),
  files: (submitted.files ?? []).map(({ name, content, content_b64, blob_ref }) => ({
    name,
    content: content ?? blobs.get(blob_ref ?? '') ?? Buffer.from(content_b64 ?? '', 'base64'),
  })),
  returnFiles: submitted.return_files ?? [],
});

export const storedOutcomeOf = (
  sandboxId: string,
  outcome: RunOutcome,
  returned: ReturnedFiles,
): StoredOutcome => ({
  ...outcome,
  sandbox_id: sandboxId,
  charts: outcome.charts.map(({ name, png }) => ({ name, png_b64: png.toString('base64') })),
  files: outcome.files.map((file) => {
    const found = returned.get(file.name);
    if (found === undefined) return file;
    return {
      ...file,
      content_b64: found.content.toString('base64'),
      content_truncated: found.content.length < found.size,
    };
  }),
});

/** Stores an outcome, unless an earlier attempt has already stored one. */
export const storeOutcome = async (
  deps: SandboxDependencies,
  { teamId, ref }: VaultRef,
  outcome: StoredOutcome,
): Promise<void> => {
  await sealValue(deps.db, deps.vaultRing, { teamId, ref: outcomeRef(ref), value: { ...outcome } });
};

/** Returns the outcome of an earlier attempt, if it got that far. */
export const outcomeOfJob = async (
  { db, vaultRing }: Pick<SandboxDependencies, 'db' | 'vaultRing'>,
  ref: VaultRef,
): Promise<StoredOutcome | undefined> => findOutcome<StoredOutcome>(db, vaultRing, ref);

/**
 * Notes that code is about to be handed over. This happens before the handover, so that nobody hands the code over a second time.
 * @param attempt id of the attempt, which lets it repeat the note
 * @returns false when another attempt has noted it
 */
export const noteHandedOver = async (
  deps: SandboxDependencies,
  { teamId, ref }: VaultRef,
  attempt: string,
): Promise<boolean> => {
  const note = { teamId, ref: `${ref}/started` };
  if (await sealValue(deps.db, deps.vaultRing, { ...note, value: { attempt } })) return true;
  return (await deps.openValue(note))['attempt'] === attempt;
};
