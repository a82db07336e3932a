import { expect, it } from 'vitest';
import type { RunBody } from '../../../src/contract/run.ts';
import { checkTeamVertical } from '../../../src/governance/team-verticals/check.ts';
import { isCompiledVertical } from '../../../src/governance/team-verticals/compile.ts';
import { activateVertical, MEDIAN } from '../../helpers/team-verticals.ts';
import { useService } from '../../helpers/use-service.ts';

const service = await useService({ sandboxes: true });

const run = async (value: object): Promise<RunBody> => {
  const response = await service.request('POST', '/v1/workforce/verticals/median/runs', { case: value });
  expect(response.status).toBe(202);
  return service.finished(((await response.json()) as RunBody).id);
};

const codes = (one: RunBody): readonly string[] => one.reasons.map(({ code }) => code);

it('a step runs code in a sandbox that refuses the network, its answer is read by its fields, and a failure never approves', async () => {
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
  expect([dear.decision, codes(dear)]).toEqual(['escalate', ['MED-DEAR']]);
  expect([odd.decision, codes(odd)]).toEqual(['escalate', ['CODE-UNREADABLE', 'RULE-UNKNOWN']]);
  expect([net.decision, codes(net)]).toEqual(['escalate', ['CODE-FAILED', 'RULE-UNKNOWN']]);
  const refused = await service.ledgerOf(net.id);
  expect(refused.entries[1]).toMatchObject({
    action: 'sandbox.run',
    detail: { ok: false, timed_out: false, egress_attempts: 1 },
  });
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
    egress_attempts: 0,
    code_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
});
