import type { KeyRing } from '../crypto/key-ring.ts';
import type { Db } from '../db/client.ts';
import type { Ledger } from '../ledger/index.ts';
import type { SandboxHost } from '../sandbox/index.ts';
import type { Case, CaseRef } from '../vault/vault.ts';
import type { CodeRunInput } from '../workflows/code-run.ts';
import { runCodeOnce } from './code-run.ts';
import { createSessionActivities } from './sandbox-session.ts';

/** What the activities of a sandbox worker touch. */
export interface SandboxDependencies {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly openCase: (ref: CaseRef) => Promise<Case>;
  readonly vaultRing: KeyRing;
  readonly sandboxes: SandboxHost;
  /** Task queue of this host alone, for sandboxes that stay open between calls. */
  readonly hostQueue: string;
}

/** The activities that need an engine for sandboxes: on the worker that has one, never in the API. */
export const createSandboxActivities = (deps: SandboxDependencies) => ({
  runCodeOnce: async (input: CodeRunInput): Promise<void> => runCodeOnce(deps, input),
  ...createSessionActivities(deps),
});

export type SandboxActivities = ReturnType<typeof createSandboxActivities>;
