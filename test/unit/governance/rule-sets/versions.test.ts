import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KYC } from '../../../../src/governance/rule-sets/built-in/kyc.ts';
import { STANDARD_HEALTH } from '../../../../src/governance/rule-sets/built-in/standard-health.ts';
import { SUPPORT } from '../../../../src/governance/rule-sets/built-in/support.ts';
import { diffRuleSets } from '../../../../src/governance/rule-sets/diff.ts';
import {
  Backtest,
  type BacktestedRun,
  type Redecided,
} from '../../../../src/governance/rule-sets/verticals/backtest.ts';
import { decideFacts } from '../../../../src/governance/rule-sets/verticals/decide.ts';
import { verticalFaults } from '../../../../src/governance/rule-sets/verticals/faults.ts';
import { decideIncidentUnder } from '../../../../src/governance/rule-sets/verticals/it.ts';
import {
  addressReasonsUnder,
  policyReasonsUnder,
  verificationReasonsUnder,
} from '../../../../src/governance/rule-sets/verticals/voice.ts';
import { IT } from '../../../../src/governance/rule-sets/built-in/it.ts';
import { VOICE } from '../../../../src/governance/rule-sets/built-in/voice.ts';
import { readCall } from '../../../../src/governance/rules/voice/call.ts';
import { compiled } from '../../../helpers/adjudication.ts';

const atOf = (faults: readonly { readonly at: string }[]) => faults.map(({ at }) => at);

describe('A version in place of a built-in rule set', () => {
  it('reads the inputs that runs state, has a higher number and the same day', () => {
    expect(verticalFaults({ ...SUPPORT, version: 4 })).toEqual([]);
    expect(atOf(verticalFaults(SUPPORT))).toEqual(['version']);
    expect(
      atOf(
        verticalFaults({
          ...SUPPORT,
          version: 4,
          basis: 'admission',
          inputs: { ...SUPPORT.inputs, mood: 'string', intent: 'int' },
          terms: STANDARD_HEALTH.terms,
        }),
      ),
    ).toEqual(['terms', 'basis', 'inputs.intent', 'inputs.mood']);
    expect(verticalFaults({ ...STANDARD_HEALTH, version: 2, inputs: { mood: 'string' } })).toEqual([]);
    expect(verticalFaults({ ...KYC, id: 'motor', version: 1, inputs: { mood: 'string' } })).toEqual([]);
  });

  it('cannot call an incident resolved that is not over', () => {
    const lax = compiled({ ...IT, tables: [] });
    const finding = {
      hostOk: true,
      hostGiven: true,
      symptomGiven: true,
      severity: 'P3',
      cause: null,
      confidence: 0,
      contradicted: false,
      triedBefore: false,
      unreadable: [],
      rounded: [],
    } as const;
    expect(decideIncidentUnder(lax, finding, [], false).decision).toBe('escalate');
    expect(decideIncidentUnder(lax, finding, [], true).decision).toBe('resolved');
  });

  it('cannot serve a stranger, or change an address that is kept elsewhere or does not fit', () => {
    const lax = compiled({ ...VOICE, tables: [] });
    expect(verificationReasonsUnder(lax, 'code_wrong')).toHaveLength(1);
    expect(verificationReasonsUnder(lax, 'verified')).toEqual([]);
    expect(policyReasonsUnder(lax, 'not_the_callers')).toHaveLength(1);
    expect(policyReasonsUnder(lax, 'own')).toEqual([]);
    const address = (text: string, isElsewhere: boolean) =>
      addressReasonsUnder(lax, readCall({ address: text }), {
        verification: 'verified',
        match: 'own',
        before: [],
        isElsewhere,
      });
    expect(address('12 Rose Lane, Pune, Maharashtra 411001', false)).toEqual([]);
    expect(address('12 Rose Lane, Pune, Maharashtra 411001', true)).toHaveLength(1);
    expect(address('x', false)).toHaveLength(1);
  });

  it('returns no more findings than fit into a row, however much its cells write', () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({
      id: `r${index}`,
      when: ["intent != ''"],
      // oxlint-disable-next-line unicorn/no-thenable -- see src/contract/rule-set.ts
      then: { code: `LONG-${100 + index}`, detail: "join(many, ', ')" },
    }));
    const set = {
      ...SUPPORT,
      lists: { many: Array.from({ length: 100 }, () => 'x'.repeat(200)) },
      tables: [{ id: 'long', hit: 'collect' as const, rows }],
    };
    const { reasons } = decideFacts(compiled(set), { intent: 'other' });
    expect(reasons.length).toBeGreaterThan(0);
    expect(JSON.stringify(reasons).length).toBeLessThan(16_000);
  });
});

describe('A comparison of two versions', () => {
  it('names each part that differs, wherever it stands', () => {
    const [first, ...others] = SUPPORT.tables;
    const [row, ...rows] = first!.rows;
    const changed = {
      ...SUPPORT,
      version: 4,
      params: { most_resets: 2, reset_days: 30, new_one: true },
      tables: [...others, { ...first!, rows: [...rows, { ...row!, when: ['size(unreadable) > 1'] }] }],
    };
    expect(diffRuleSets(SUPPORT, changed)).toEqual([
      { at: 'params/most_resets', before: 5, after: 2 },
      { at: 'params/new_one', before: undefined, after: true },
      {
        at: 'tables/unreadable/rows/members/when/0',
        before: 'size(unreadable) > 0',
        after: 'size(unreadable) > 1',
      },
    ]);
    expect(diffRuleSets(SUPPORT, { ...SUPPORT, version: 9 })).toEqual([]);
  });
});

const redecided = (decision: string, amount: bigint): Redecided => ({
  decision,
  reasons: decision === 'approve' ? [] : [{ code: 'X-1', detail: 'x' }],
  amount,
  hits: () => [],
});

const runOf = ({
  before,
  after,
  amount,
}: {
  before: string;
  after: string;
  amount: bigint;
}): BacktestedRun => ({
  runId: `run_${amount}`,
  isAsRecorded: true,
  before: redecided(before, amount),
  after: redecided(after, amount),
  mask: (value) => value,
});

const decisions = fc.constantFrom('approve', 'escalate');
const runs = fc.array(fc.record({ before: decisions, after: decisions, amount: fc.bigInt(0n, 10n ** 12n) }), {
  maxLength: 80,
});

describe('A backtest', () => {
  it('counts every run once, even if it continues from stored numbers, and keeps the largest differences', () => {
    fc.assert(
      fc.property(runs, fc.nat(80), (given, at) => {
        const whole = new Backtest();
        for (const run of given) whole.add(runOf(run));
        const first = new Backtest();
        for (const run of given.slice(0, at)) first.add(runOf(run));
        const second = new Backtest(JSON.parse(JSON.stringify(first.numbers())) as never);
        for (const run of given.slice(at)) second.add(runOf(run));
        const numbers = second.numbers();
        expect(numbers).toEqual(whole.numbers());
        expect(Object.values(numbers.matrix).reduce((sum, each) => sum + each, 0)).toBe(given.length);
        const largest = given
          .filter(({ before, after }) => before !== after)
          .map(({ amount }) => amount)
          .toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0))
          .slice(0, 20);
        expect(numbers.differences.map(({ amount }) => BigInt(amount!))).toEqual(largest);
      }),
    );
  });

  it('of named runs keeps each, even without a difference or with more reasons than a difference shows', () => {
    const reasons = Array.from({ length: 25 }, (_, n) => ({ code: `X-${n}`, detail: 'x' }));
    const same = runOf({ before: 'approve', after: 'approve', amount: 1n });
    const other = runOf({ before: 'approve', after: 'escalate', amount: 2n });
    const first = new Backtest(undefined, { keepsEach: true });
    first.add(same);
    const second = new Backtest(JSON.parse(JSON.stringify(first.numbers())) as never, { keepsEach: true });
    second.add({ ...other, after: { ...other.after, reasons } });
    const { each, differences } = second.numbers();
    expect(each!.map(({ run_id: id, before, after }) => [id, before.decision, after.decision])).toEqual([
      ['run_1', 'approve', 'approve'],
      ['run_2', 'approve', 'escalate'],
    ]);
    expect(each![1]!.after.reasons).toEqual(reasons);
    expect(differences.map(({ run_id: id, after }) => [id, after.reasons.length])).toEqual([['run_2', 20]]);
    expect(new Backtest().numbers()).not.toHaveProperty('each');
  });
});
