import { describe, expect, it } from 'vitest';
import { checkAgentPolicy } from '../../../../src/governance/agent-policies/check.ts';
import { compileRules } from '../../../../src/governance/agent-policies/compile.ts';
import { evaluate, prepareRules } from '../../../../src/governance/agent-policies/evaluate.ts';
import { NO_FACTS } from '../../../../src/store/agent-acts/facts.ts';
import { REFUNDS } from '../../../helpers/agent-policies.ts';

const rule = (n: number) => `@id("r${n}") permit(principal, action, resource);`;

const faultsOf = (change: object): readonly { at: string; fault: string }[] => {
  const checked = checkAgentPolicy({ ...REFUNDS, ...change });
  return 'id' in checked ? [] : checked;
};

let sets = 0;
const verdictOf = (cedar: string, act: { readonly input?: object; readonly session?: object } = {}) => {
  const compiled = compileRules(cedar);
  if ('faults' in compiled) throw new Error(JSON.stringify(compiled.faults));
  const rules = prepareRules(`set ${(sets += 1)}`, [{ id: 'p', rules: compiled.rules }]);
  const input = (act.input ?? {}) as Record<string, unknown>;
  const session = { ...NO_FACTS, ...act.session };
  return evaluate(rules, { agent: 'bot', action: 'pay', resource: 'x', input, session });
};

describe('The check of a policy', () => {
  it('accepts a policy whose tests pass', () => expect(faultsOf({})).toEqual([]));

  it.each([
    ['permit(principal, action, resource', /line 1/],
    ['permit(principal == User::"a", action, resource);', /principal is a Agent here, not a User/],
    ['permit(principal == ?principal, action, resource);', /slot/],
    [
      '@id("a") permit(principal, action, resource); @id("a") forbid(principal, action, resource);',
      /same @id/,
    ],
    ['@id("Anna Rao") permit(principal, action, resource);', /@id of rule 1/],
    ['@id("p_abcpk1234l") permit(principal, action, resource);', /@id of rule 1/],
  ])('names the fault in %s', (cedar, fault) => {
    expect(faultsOf({ cedar })[0]!.fault).toMatch(fault);
  });

  it('reports the actual result of a failing test', () => {
    const [fault] = faultsOf({ tests: [{ ...REFUNDS.tests[1]!, expect: 'allow' }] });
    expect(fault).toMatchObject({ at: 'tests.0' });
    expect(fault!.fault).toMatch(/expected allow, but it is ask \(needs_approval\) by refunds\/large/);
  });
});

describe('A verdict', () => {
  it('is deny where no rule permits', () =>
    expect(verdictOf('permit(principal, action == Action::"read", resource);')).toMatchObject({
      decision: 'deny',
      reason: 'not_permitted',
    }));

  it('is deny where a rule forbids, even after an approval', () =>
    expect(
      verdictOf(
        'permit(principal, action, resource) when { context.approved }; forbid(principal, action, resource);',
      ),
    ).toMatchObject({ decision: 'deny', reason: 'forbidden' }));

  it('is deny if a rule that forbids cannot be evaluated', () =>
    expect(
      verdictOf(
        'permit(principal, action, resource); @id("f") forbid(principal, action, resource) when { context.input.none > 1 };',
      ),
    ).toEqual({ decision: 'deny', reason: 'policy_failed', policies: ['p/f'] }));

  it('reads fractions as decimals, and leaves out names of entities', () => {
    const cedar = `permit(principal, action, resource)
      when { context.input.rate.lessThan(decimal("2.5")) && !(context.input has __entity) && !(context.input has none) };`;
    const input = { rate: 2.25, none: null, __entity: { type: 'Agent', id: 'admin' } };
    expect(verdictOf(cedar, { input }).decision).toBe('allow');
  });

  it('names at most 50 rules', () => {
    const cedar = Array.from({ length: 60 }, (_, n) => rule(n)).join('\n');
    expect(verdictOf(cedar)).toMatchObject({ decision: 'allow' });
    expect(verdictOf(cedar).policies).toHaveLength(50);
  });

  it('depends on what happened in the session', () => {
    const cedar = 'permit(principal, action, resource) when { context.session.approved.contains("plan") };';
    expect(verdictOf(cedar).decision).toBe('deny');
    expect(verdictOf(cedar, { session: { approved: ['plan'] } }).decision).toBe('allow');
  });
});
