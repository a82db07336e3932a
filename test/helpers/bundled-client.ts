import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Builds the TypeScript client into one script that sets `pramaan`. Fails if the client imports a module of
 * Node.
 */
export const bundleClient = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../clients/typescript/src/index.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'neutral',
    format: 'iife',
    globalName: 'pramaan',
  });
  return outputFiles[0]!.text;
};
