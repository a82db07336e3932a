import { defineConfig } from 'vitest/config';

/** A key provider that a unit test cannot have, a software HSM: npm run test:keys. */
export default defineConfig({
  test: {
    globalSetup: ['test/key-providers/setup.ts'],
    include: ['test/key-providers/*.keys.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['default', './test/setup/reporter.ts'],
  },
});
