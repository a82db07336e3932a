import { defineConfig } from 'vitest/config';

/** Backups, and restores of a lost server to a moment: npm run test:recovery. It prints the measured loss and duration. */
export default defineConfig({
  test: {
    include: ['test/recovery/*.recovery.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', './test/setup/reporter.ts'],
  },
});
