import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import { KeyRing, type NamedKey } from '../crypto/key-ring.ts';
import { SealingCodec } from './codec.ts';

/** What client and worker put between their values and the engine; both must use the same. */
export const createDataConverter = (keys: readonly NamedKey[]): DataConverter => ({
  payloadCodecs: [new SealingCodec(new KeyRing(keys, 'temporal-payload'))],
  failureConverterPath: fileURLToPath(new URL('./failure-converter.ts', import.meta.url)),
});
