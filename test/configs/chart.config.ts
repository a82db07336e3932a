import { defineConfig } from 'vitest/config';

/** The Helm chart, rendered by Helm and validated against Kubernetes' schemas: npm run test:chart. A first time builds Helm. */
export default defineConfig({
  test: {
    globalSetup: ['test/chart/setup.ts'],
    include: ['test/chart/*.chart.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['default', './test/setup/reporter.ts'],
  },
});
