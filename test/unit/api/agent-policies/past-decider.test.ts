import { afterAll, expect, it } from 'vitest';
import { PastDecider } from '../../../../src/api/agent-policies/past-decider.ts';
import { NO_FACTS } from '../../../../src/store/agent-acts/facts.ts';

const past = new PastDecider();
afterAll(async () => past.close());

const act = (t: string) => ({ agent: 'bot', action: 'pay', resource: 'x', input: { t }, session: NO_FACTS });
const rules = (name: string, like: string) => ({
  name,
  policies: [
    { id: 'p', cedar: `permit(principal, action, resource) when { context.input.t like "${like}" };` },
  ],
});

it('decides any number of past acts, in their order', async () => {
  const acts = Array.from({ length: 120 }, (_, n) => act(n % 2 === 0 ? 'ab' : 'b'));
  const verdicts = await past.decide('team', rules('quick', 'a*'), acts);
  expect(verdicts.map(({ decision }) => decision)).toEqual(
    acts.map(({ input }) => (input.t === 'ab' ? 'allow' : 'deny')),
  );
});

it('fails, instead of denying, where the rules take too long', async () => {
  const slow = rules('slow', `*${'a'.repeat(30_000)}b`);
  await expect(past.decide('team', slow, [act('a'.repeat(120_000))])).rejects.toMatchObject({ why: 'time' });
});
