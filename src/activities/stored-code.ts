import { outcomeRef } from '../code-runs/code-runs.ts';
import type { RunJob, RunOutcome } from '../sandbox/index.ts';
import type { CaseRef } from '../vault/vault.ts';
import { sealCase } from '../vault/vault.ts';
import type { SandboxDependencies } from './sandbox.ts';

/** Submitted code and what comes out of it are kept sealed, like a case, and travel by reference. */
export interface StoredJob extends RunJob {
  readonly returnFiles: readonly string[];
}

/** What the API stores for {@link readJob}. */
export interface SubmittedCode {
  readonly language: 'python' | 'bash';
  readonly code: string;
  readonly timeout_ms: number;
  readonly stdin?: string | undefined;
  readonly files?: readonly {
    readonly name: string;
    readonly content?: string | undefined;
    readonly content_b64?: string | undefined;
  }[];
  readonly return_files?: readonly string[] | undefined;
}

/** @throws CaseGone when the code was erased */
export const readJob = async (deps: SandboxDependencies, ref: CaseRef): Promise<StoredJob> => {
  const stored = (await deps.openCase(ref)) as unknown as SubmittedCode;
  return {
    language: stored.language,
    code: stored.code,
    timeoutMs: stored.timeout_ms,
    ...(stored.stdin !== undefined && { stdin: stored.stdin }),
    files: (stored.files ?? []).map(({ name, content, content_b64 }) => ({
      name,
      content: content ?? Buffer.from(content_b64 ?? '', 'base64'),
    })),
    returnFiles: stored.return_files ?? [],
  };
};

/** Stores an outcome once; a second attempt keeps the first. */
export const storeOutcome = async (
  deps: SandboxDependencies,
  { teamId, ref }: CaseRef,
  sandboxId: string,
  outcome: RunOutcome,
  returned: ReadonlyMap<string, { readonly content: Buffer; readonly size: number }>,
): Promise<void> => {
  const files = outcome.files.map((file) => {
    const content = returned.get(file.name);
    if (content === undefined) return file;
    return {
      ...file,
      content_b64: content.content.toString('base64'),
      content_truncated: content.content.length < content.size,
    };
  });
  const { charts: _, variables_lost: __, ...rest } = outcome;
  await sealCase(deps.db, deps.vaultRing, {
    teamId,
    ref: outcomeRef(ref),
    value: { ...rest, files, sandbox_id: sandboxId },
  });
};
