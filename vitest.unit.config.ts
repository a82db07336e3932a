import { defineConfig } from 'vitest/config';
import { NATIVE_IMPORT } from './test/setup/native-import.ts';
import { LongestFirst } from './test/setup/sequencer.ts';

/** The tests that need no services: what `npm run verify` runs. */
export default defineConfig({
  test: {
    name: 'unit',
    globalSetup: ['test/setup/bundle.ts'],
    setupFiles: ['test/setup/properties.ts', 'test/setup/ends.ts'],
    include: ['test/unit/**/*.test.ts', 'test/replay/**/*.test.ts'],
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Loading the modules again for each file costs more than most of these tests.
    isolate: false,
    experimental: NATIVE_IMPORT,
    reporters: ['dot'],
  },
});
