import { expect, it } from 'vitest';
import type { RunBody } from '../../../src/contract/run.ts';
import { type TeamVertical, teamVerticalSchema } from '../../../src/contract/team-vertical.ts';
import { checkTeamVertical } from '../../../src/governance/team-verticals/check.ts';
import { isCompiledVertical } from '../../../src/governance/team-verticals/compile.ts';
import { activateVertical } from '../../helpers/team-verticals.ts';
import { useService } from '../../helpers/use-service.ts';

const service = await useService({ sandboxes: true });

/** Decides by a median, which cells cannot compute. */
const MEDIAN: TeamVertical = teamVerticalSchema.parse({
  id: 'median',
  version: 1,
  title: 'Median',
  description: 'Compares a price with the median of its offers.',
  effective_from: '2026-01-01',
  case: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      price: { type: 'string', format: 'rupees' },
      offers: { type: 'array', items: { type: 'string', format: 'rupees' } },
      note: { type: 'string' },
    },
    required: ['id', 'price', 'offers'],
  },
  sample: { id: 'M-1', price: '10.00', offers: ['9.00', '12.00', '11.00'] },
  decisions: ['accept', 'escalate'],
  steps: [
    { do: 'check_members', id: 'check', effect: 'check' },
    {
      do: 'run_python',
      id: 'middle',
      effect: 'compute the median of the offers',
      given: { offers: 'case.offers', id: 'case.id' },
      code: `import json, socket, statistics
given = json.load(open('/tmp/given.json'))
if given['id'] == 'M-NET':
    socket.create_connection(('203.0.113.7', 80), timeout=2)
{'median': int(statistics.median(given['offers'])), 'who': given['id']} if given['id'] != 'M-ODD' else {'median': 'many'}`,
      fields: {
        type: 'object',
        properties: { median: { type: 'integer' }, who: { type: 'string' } },
        required: ['median'],
      },
      timeout_s: 5,
    },
    {
      do: 'rules',
      id: 'judge',
      effect: 'compare',
      tables: [
        {
          id: 'price',
          hit: 'collect',
          rows: [
            {
              id: 'dear',
              when: ['case.price > middle.median'],
              then: { code: 'MED-DEAR', detail: '"above the median"' },
            },
          ],
        },
      ],
    },
    { do: 'decide', id: 'decide', effect: 'decide', clear: 'accept' },
  ],
  tests: [
    {
      name: 'a fair price',
      case: { id: 'M-1', price: '10.00', offers: ['11.00'] },
      results: { middle: { median: 1100 } },
      expect: { decision: 'accept', codes: [] },
    },
    {
      name: 'code that fails',
      case: { id: 'M-1', price: '10.00', offers: ['11.00'] },
      expect: { decision: 'escalate', codes: ['CODE-FAILED', 'RULE-UNKNOWN'] },
    },
  ],
});

const run = async (value: object): Promise<RunBody> => {
  const response = await service.request('POST', '/v1/workforce/verticals/median/runs', { case: value });
  expect(response.status).toBe(202);
  return service.finished(((await response.json()) as RunBody).id);
};

it('a step runs code in a sandbox without a network, its answer is read by its fields, and a failure never approves', async () => {
  const checked = checkTeamVertical(MEDIAN);
  expect(isCompiledVertical(checked) || checked).toBe(true);
  await activateVertical(service.database.db, service.teamId, MEDIAN);
  const [fair, dear, odd, net, missing] = await Promise.all([
    run(MEDIAN.sample),
    run({ ...MEDIAN.sample, price: '11.01' }),
    run({ ...MEDIAN.sample, id: 'M-ODD' }),
    run({ ...MEDIAN.sample, id: 'M-NET' }),
    run({ id: 'M-2', price: '10.00' }),
  ]);
  expect([fair.decision, fair.reasons]).toEqual(['accept', []]);
  const codes = (one: RunBody): readonly string[] => one.reasons.map(({ code }) => code);
  expect([dear.decision, codes(dear)]).toEqual(['escalate', ['MED-DEAR']]);
  expect([odd.decision, codes(odd)]).toEqual(['escalate', ['CODE-UNREADABLE', 'RULE-UNKNOWN']]);
  expect([net.decision, codes(net)]).toEqual(['escalate', ['CODE-FAILED', 'RULE-UNKNOWN']]);
  expect([missing.decision, codes(missing)]).toEqual([
    'escalate',
    ['CASE-MISSING', 'STEP-UNKNOWN', 'RULE-UNKNOWN'],
  ]);
  const { entries } = await service.ledgerOf(fair.id);
  expect(entries.map(({ action }) => action)).toEqual([
    'case.check',
    'sandbox.run',
    'rules.apply',
    'agent.decision',
  ]);
  expect(entries[1]!.detail).toMatchObject({
    step: 'middle',
    ok: true,
    exit_code: 0,
    record: { median: 1100 },
    texts: ['who'],
    code_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
});
