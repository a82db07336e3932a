import { defineConfig } from 'vitest/config';
import { NATIVE_IMPORT } from './test/setup/native-import.ts';
import { LongestFirst } from './test/setup/sequencer.ts';

export default defineConfig({
  test: {
    projects: [
      'vitest.unit.config.ts',
      {
        test: {
          name: 'services',
          globalSetup: ['test/setup/services.ts'],
          setupFiles: ['test/setup/properties.ts', 'test/setup/ends.ts'],
          include: ['test/**/*.test.ts'],
          exclude: ['test/unit/**', 'test/replay/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // What is waited for comes late on a busy machine.
          expect: { poll: { timeout: 60_000 } },
          maxConcurrency: 4,
          // Loading the modules again for each file would take an eighth of the run.
          isolate: false,
          experimental: NATIVE_IMPORT,
        },
      },
    ],
    // Files share one Postgres and one Temporal server on few cores; a third file at a time makes desktops too slow.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'json-summary'] },
    reporters: ['default', './test/setup/reporter.ts'],
  },
});
