import { defineConfig } from 'vitest/config';

/** Key providers that a unit test cannot have, Vault and a software HSM: npm run test:keys. A first time builds Vault. */
export default defineConfig({
  test: {
    globalSetup: ['test/key-providers/setup.ts'],
    include: ['test/key-providers/*.keys.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['default', './test/setup/reporter.ts'],
  },
});
