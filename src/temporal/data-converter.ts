import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import { KeyRing, type NamedKey } from '../store/crypto/key-ring.ts';
import { type CodecOptions, SealingCodec } from './codec.ts';

/** Exported because the workflow bundle also needs the converter's path. */
export const failureConverterPath = fileURLToPath(new URL('./failure-converter.ts', import.meta.url));

/** Creates the converter between values and Temporal's payloads. Clients and workers seal payloads in the same way. */
export const createDataConverter = (
  keys: readonly NamedKey[],
  options: CodecOptions = {},
): DataConverter => ({
  payloadCodecs: [new SealingCodec(new KeyRing(keys, 'temporal-payload'), options)],
  failureConverterPath,
});
