import type { Db } from '../../store/db/client.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { SealedValue, VaultRef } from '../../store/vault/vault.ts';

/** The activities' dependencies, created once by the worker. */
export interface ActivityDependencies {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly openValue: (ref: VaultRef) => Promise<SealedValue>;
  readonly egressAllow: readonly string[];
}
