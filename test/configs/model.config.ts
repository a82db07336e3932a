import { defineConfig } from 'vitest/config';

/** A real model does real work: npm run test:model. Fetches 1 GB at its first run, then takes minutes. */
export default defineConfig({
  test: {
    globalSetup: ['test/real-model/setup.ts', 'test/setup/services.ts'],
    include: ['test/real-model/**/*.model.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
    reporters: ['default', './test/setup/reporter.ts'],
  },
});
