import { defineConfig } from 'vitest/config';

/** The compose file that users get, started whole: npm run test:compose. Takes minutes, and a first time much longer. */
export default defineConfig({
  test: {
    globalSetup: ['test/deployment/setup.ts'],
    include: ['test/deployment/*.compose.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
    expect: { poll: { timeout: 240_000 } },
    reporters: ['default', './test/setup/reporter.ts'],
  },
});
