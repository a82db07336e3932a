import type { Gate } from '../../live/order.ts';
import type { LiveStep } from './tools.ts';

/**
 * Checks a call against the order of a document's steps: every step needs all earlier ones, because it may
 * read their results. A step that is done returns its result again until the case is decided; the steps after
 * the decision carry it out.
 * @param done number of steps that are done
 * @param n number of the called step
 */
export const stepGate = (steps: readonly LiveStep[], done: number, n: number): Gate => {
  const { name } = steps[n - 1]!;
  if (n > done + 1) {
    const missing = steps.slice(done, n - 1).map((step) => step.name);
    return {
      allowed: false,
      rule: 'order',
      words: `${name} was refused: it needs ${missing.join(', ')} first.`,
    };
  }
  const decided = steps.slice(0, done).findIndex((step) => step.kind === 'decide') + 1;
  if (n <= decided) {
    const next = steps[done]?.name;
    return {
      allowed: false,
      rule: 'decided',
      words: `${name} was refused: the case is decided. Call ${next}.`,
    };
  }
  return { allowed: true };
};
