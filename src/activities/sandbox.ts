import type pg from 'pg';
import type { KeyRing } from '../store/crypto/key-ring.ts';
import type { Db } from '../store/db/client.ts';
import type { Ledger } from '../ledger/index.ts';
import type { SandboxHost } from '../sandbox/index.ts';
import type { Case, CaseRef } from '../store/vault/vault.ts';
import { runCodeOnce } from './code/run.ts';
import { extractDocument } from './document/extraction.ts';
import { OnceAtATime } from './code/once-at-a-time.ts';
import type { Opener } from './code/sandbox-admission.ts';
import type { SubmittedCode } from './code/stored-code.ts';
import { createSessionActivities } from './code/session.ts';
import type { CodeRunInput, CodeRunTimes } from '../runs/code/workflow.ts';
import type { ExtractionInput } from '../runs/document/workflow.ts';

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
