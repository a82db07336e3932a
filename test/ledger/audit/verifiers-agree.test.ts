import { describe, expect, it } from 'vitest';
import { disagreements } from './fuzz/run.ts';

/** Number of cases. `node scripts/fuzz-verifiers.ts 5000` tries more, with a different seed each time. */
const CASES = 400;
const SEED = 20_261_128;

describe('The service verifier and the Python verifier', () => {
  it(
    'the two verifiers agree on damaged exports, keys, checkpoints and receipts',
    { timeout: 60_000 },
    async () => {
      const { found, kinds } = await disagreements(CASES, SEED);
      expect(found).toEqual([]);
      // The failures must have many different reasons; otherwise the cases would prove little.
      expect(Object.keys(kinds).length).toBeGreaterThan(10);
    },
  );
});
