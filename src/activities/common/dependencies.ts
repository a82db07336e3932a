import type { Connectors } from '../../connectors/look-up.ts';
import type { Db } from '../../store/db/client.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { SealedValue, VaultRef } from '../../store/vault/vault.ts';

/** The activities' dependencies, created once by the worker. */
export interface ActivityDependencies {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly vaultRing: KeyRing;
  readonly openValue: (ref: VaultRef) => Promise<SealedValue>;
  /** Looks records up in the institutions' own systems. */
  readonly connectors: Pick<Connectors, 'lookUp'>;
  /** Keys of the digests that stand for identifiers in the records. */
  readonly digestRing: KeyRing;
  readonly egressAllow: readonly string[];
}
