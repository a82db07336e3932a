import type pg from 'pg';
import type { KeyRing } from '../../store/crypto/key-ring.ts';

export type Pool = Pick<pg.Pool, 'query'>;

export interface LostKeyParts {
  readonly pool: Pool;
  /** The key ring that wraps the keys of sealed values. */
  readonly vaultRing: KeyRing;
}
