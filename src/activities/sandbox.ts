import type pg from 'pg';
import type { KeyRing } from '../crypto/key-ring.ts';
import type { Db } from '../db/client.ts';
import type { Ledger } from '../ledger/index.ts';
import type { SandboxHost } from '../sandbox/index.ts';
import type { Case, CaseRef } from '../vault/vault.ts';
import type { CodeRunInput, CodeRunTimes } from '../workflows/code-run.ts';
import type { ExtractionInput } from '../workflows/extraction.ts';
import { runCodeOnce } from './code-run.ts';
import { extractDocument } from './extraction.ts';
import { OnceAtATime } from './once-at-a-time.ts';
import type { Opener } from './opener.ts';
import type { SubmittedCode } from './stored-code.ts';
import { createSessionActivities } from './sandbox-session.ts';

/** What the activities of a sandbox worker touch. */
export interface SandboxDependencies {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly ledger: Ledger;
  readonly openCase: (ref: CaseRef) => Promise<Case>;
  readonly vaultRing: KeyRing;
  readonly sandboxes: SandboxHost;
  readonly open: Opener;
  /** Name of this host. */
  readonly host: string;
  /** The task queue of one host alone, for sandboxes that stay open between calls. */
  readonly queueOf: (host: string) => string;
}

/** The workflow of a run that had a head start comes for its result within a moment. */
const KEEP_MS = 15_000;

/** The activities that need an engine for sandboxes: on the worker that has one, never in the API. */
export const createSandboxActivities = (deps: SandboxDependencies) => {
  const runs = new OnceAtATime<CodeRunTimes>(KEEP_MS);
  const extractions = new OnceAtATime<void>(KEEP_MS);
  return {
    runCodeOnce: async (input: CodeRunInput, submitted?: SubmittedCode): Promise<CodeRunTimes> =>
      runs.run(input.ledger_ref, () => runCodeOnce(deps, input, submitted)),
    extractDocument: async (input: ExtractionInput): Promise<void> =>
      extractions.run(input.ledger_ref, () => extractDocument(deps, input)),
    ...createSessionActivities(deps),
  };
};

export type SandboxActivities = ReturnType<typeof createSandboxActivities>;
