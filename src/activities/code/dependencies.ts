import type pg from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import type { SandboxHost } from '../../sandbox/index.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Db } from '../../store/db/client.ts';
import type { SealedValue, VaultRef } from '../../store/vault/vault.ts';
import type { SuspensionWatch } from '../../store/switches/watch.ts';
import type { SandboxAdmission } from './sandbox-admission.ts';

/** Dependencies of a sandbox worker's activities. */
export interface SandboxDependencies {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly ledger: Ledger;
  readonly openValue: (ref: VaultRef) => Promise<SealedValue>;
  readonly vaultRing: KeyRing;
  readonly suspensions: SuspensionWatch;
  readonly sandboxes: SandboxHost;
  readonly open: SandboxAdmission;
  /** This host's name. */
  readonly host: string;
  /** Returns a single host's task queue, for sandboxes that are kept open between calls. */
  readonly queueOf: (host: string) => string;
}
