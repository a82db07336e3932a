import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import { KeyRing, type NamedKey } from '../crypto/key-ring.ts';
import { SealingCodec } from './codec.ts';

/** The bundle of the workflows needs the converter too, by its path. */
export const failureConverterPath = fileURLToPath(new URL('./failure-converter.ts', import.meta.url));

/** What client and worker put between their values and the engine; both must use the same. */
export const createDataConverter = (keys: readonly NamedKey[]): DataConverter => ({
  payloadCodecs: [new SealingCodec(new KeyRing(keys, 'temporal-payload'))],
  failureConverterPath,
});
