import { defineConfig } from 'vitest/config';
import { NATIVE_IMPORT } from '../setup/native-import.ts';

/** A whole cluster whose parts are killed in turn: npm run test:cluster. It prints how long each took to recover. */
export default defineConfig({
  test: {
    globalSetup: ['test/setup/bundle.ts'],
    setupFiles: ['test/setup/ends.ts'],
    include: ['test/cluster/*.cluster.ts'],
    testTimeout: 600_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 300_000, interval: 250 } },
    isolate: false,
    experimental: NATIVE_IMPORT,
    reporters: ['default', './test/setup/reporter.ts'],
  },
});
