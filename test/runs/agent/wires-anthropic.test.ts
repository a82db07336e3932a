import { expect, it } from 'vitest';
import { expectAnswered, useWiredTasks } from './wired-tasks.ts';

const { wires, run } = await useWiredTasks('anthropic');

it(
  'a task runs its code and answers on every recorded wire of this protocol',
  { timeout: 240_000 },
  async () => {
    expect(wires.length).toBeGreaterThan(0);
    for (const wire of wires) expectAnswered(wire, await run(wire));
  },
);
