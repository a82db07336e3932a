import { hkdfSync } from 'node:crypto';
import type { NamedKey } from '../store/crypto/key-ring.ts';
import { createSigner, type Signer } from './proofs/signer.ts';

/**
 * Creates the checkpoint signers from the configured signing keys. If none are configured, derives one from each encryption key
 * (HKDF, RFC 5869), so that an installation signs from its first day.
 */
export const createSigners = (settings: {
  readonly LEDGER_SIGNING_KEYS?: readonly NamedKey[] | undefined;
  readonly ENCRYPTION_KEYS: readonly NamedKey[];
}): readonly Signer[] => {
  const { LEDGER_SIGNING_KEYS: own, ENCRYPTION_KEYS: others } = settings;
  const seeds = own?.map(({ key }) => key) ?? others.map(({ key }) => derive(key));
  return seeds.map(createSigner);
};

const derive = (key: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'pramaan/ledger-signing', 32));
