import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import { KeyRing, type NamedKey } from '../store/crypto/key-ring.ts';
import { type CodecOptions, SealingCodec } from './codec.ts';

/** The bundle of the workflows needs the converter too, by its path. */
export const failureConverterPath = fileURLToPath(new URL('./failure-converter.ts', import.meta.url));

/** What stands between the values of a client or a worker and the engine; both seal in the same way. */
export const createDataConverter = (
  keys: readonly NamedKey[],
  options: CodecOptions = {},
): DataConverter => ({
  payloadCodecs: [new SealingCodec(new KeyRing(keys, 'temporal-payload'), options)],
  failureConverterPath,
});
