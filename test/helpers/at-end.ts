import { afterAll } from 'vitest';

type End = () => unknown;

let isCollecting = true;
const later: End[] = [];

/**
 * Runs `end` after the tests of a file. Unlike `afterAll`, which vitest ignores in hooks and tests, it can be
 * called anywhere. While the file is collected it is `afterAll`; functions added later run after all such
 * hooks, in reverse order.
 */
export const atEnd = (end: End): void => {
  if (!isCollecting) later.push(end);
  else
    afterAll(async () => {
      await end();
    });
};

/** test/setup/ends.ts calls these when a file is loaded, before its first hook, and after its last one. */
export const file = {
  opens: () => void (isCollecting = true),
  begins: () => void (isCollecting = false),
  ends: async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const end of later.splice(0).toReversed()) {
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, 'Several ends of this file failed.');
  },
} as const;
