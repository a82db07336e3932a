import { defineConfig } from 'vitest/config';
import { NATIVE_IMPORT } from '../setup/native-import.ts';

/** Two releases of the workers side by side: npm run test:releases. */
export default defineConfig({
  test: {
    globalSetup: ['test/setup/services.ts'],
    setupFiles: ['test/setup/properties.ts', 'test/setup/ends.ts'],
    include: ['test/temporal/*.drill.ts'],
    testTimeout: 400_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 120_000 } },
    isolate: false,
    experimental: NATIVE_IMPORT,
    reporters: ['default', './test/setup/reporter.ts'],
  },
});
