import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import { KeyRing, type NamedKey } from '../store/crypto/key-ring.ts';
import { type CodecOptions, SealingCodec } from './codec.ts';

/** Exported because the bundle of the workflows needs the converter too, by its path. */
export const failureConverterPath = fileURLToPath(new URL('./failure-converter.ts', import.meta.url));

/** Converts values between a client or worker and Temporal; both seal payloads in the same way. */
export const createDataConverter = (
  keys: readonly NamedKey[],
  options: CodecOptions = {},
): DataConverter => ({
  payloadCodecs: [new SealingCodec(new KeyRing(keys, 'temporal-payload'), options)],
  failureConverterPath,
});
