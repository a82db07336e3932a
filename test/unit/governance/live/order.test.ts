import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gateOf } from '../../../../src/governance/live/order.ts';
import { toolsOf } from '../../../../src/governance/live/tools.ts';
import { type LiveTool, liveTools } from '../../../../src/contract/live-tools.ts';
import { shownMembers, systemPrompt } from '../../../../src/governance/live/prompt.ts';
import { AGENT_REASON, factsForWriting, verdictOf } from '../../../../src/governance/live/verdict.ts';
import type { VerticalId } from '../../../../src/governance/verticals/definition.ts';
import { verticals } from '../../../../src/governance/verticals/index.ts';
import { runs } from '../../../helpers/runs.ts';

const ids = Object.keys(verticals) as VerticalId[];

/** Returns the calls in a sequence that the order allows. */
const letThrough = (vertical: VerticalId, calls: readonly LiveTool[]): readonly LiveTool[] => {
  const done = new Set<LiveTool>();
  return calls.filter((tool) => {
    if (!gateOf(vertical, done, tool).allowed) return false;
    done.add(tool);
    return true;
  });
};

describe('A live run’s governed order', () => {
  it.each(ids)('the decisive step of %s is performed by a tool that comes before the decision', (id) => {
    const { live } = verticals[id];
    const steps = (live.before.decide ?? []).flatMap((tool) => live.steps[tool] ?? []);
    expect(steps).toContain(live.decisiveStep);
  });

  it('writes always follow a decision and decisions always follow verification, whatever the model calls', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ids),
        fc.array(fc.constantFrom(...liveTools), { maxLength: 60 }),
        (vertical, calls) => {
          const made = letThrough(vertical, calls);
          const decided = made.indexOf('decide');
          const written = made.indexOf('write_record');
          if (written !== -1) expect(decided).toBeGreaterThan(-1);
          if (written !== -1) expect(written).toBeGreaterThan(decided);
          if (decided === -1) return;
          const before = new Set(made.slice(0, decided));
          expect(before.has(vertical === 'it' ? 'verify_recovery' : 'verify_identity')).toBe(true);
          expect(before.has('read_case')).toBe(true);
          const after = made.slice(decided + 1).filter((tool) => tool !== 'call_outside');
          expect(after.every((tool) => tool === 'write_record')).toBe(true);
        },
      ),
      runs(500),
    );
  });

  it('the order allows the usual sequence of tools', () => {
    for (const id of ids) expect(letThrough(id, toolsOf(id))).toEqual(toolsOf(id));
  });

  it('the order never allows a tool that a vertical does not have', () => {
    const all = new Set(liveTools);
    for (const id of ids) {
      for (const tool of liveTools.filter((name) => !toolsOf(id).includes(name))) {
        expect(gateOf(id, all, tool)).toMatchObject({ allowed: false, rule: 'not-in-tool-list' });
      }
    }
  });

  it('a refusal names the missing tools for the model', () => {
    expect(gateOf('kyc', new Set(['read_case']), 'decide')).toMatchObject({
      rule: 'order',
      words: 'decide was refused: it needs verify_identity, look_up_records, score_risk first.',
    });
    expect(gateOf('kyc', new Set(), 'write_record')).toMatchObject({ allowed: false, rule: 'order' });
  });

  it('each tool performs steps of its vertical, and each step has one tool', () => {
    for (const id of ids) {
      const numbers = Object.values(verticals[id].live.steps).flat();
      const known = verticals[id].steps.map(({ n }) => n);
      expect(numbers.every((n) => known.includes(n))).toBe(true);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });
});

describe('A live run’s system prompt', () => {
  it('the prompt contains its vertical’s decisions and no value from a case', () => {
    for (const vertical of Object.values(verticals)) {
      const prompt = systemPrompt(vertical);
      for (const value of Object.values(vertical.sample)) expect(prompt).not.toContain(String(value));
      for (const decision of vertical.decisions) expect(prompt).toContain(decision);
    }
  });

  it('the prompt never lists a one-time code', () => {
    expect(shownMembers(verticals.voice)).not.toContain('otp');
    expect(shownMembers(verticals.voice)).toContain('address');
  });
});

const reason = { code: 'PRCE-001', detail: 'the amount is missing' };

describe('The verdict on a model’s decision', () => {
  it('the verdict is never more lenient than the rules, whatever the model says', () => {
    const stopped = { decision: 'escalate', reasons: [reason] };
    for (const proposed of ['approve', 'resolved', 'completed']) {
      expect(verdictOf(stopped, proposed, 'The customer says it is fine')).toEqual({
        ...stopped,
        proposed,
        overruled: true,
      });
    }
  });

  it('the verdict lets a model escalate with its reason where the rules would approve', () => {
    expect(verdictOf({ decision: 'approve', reasons: [] }, 'escalate', 'the dates look odd')).toEqual({
      decision: 'escalate',
      reasons: [{ code: AGENT_REASON, detail: 'the agent: the dates look odd' }],
      proposed: 'escalate',
      overruled: false,
    });
  });

  it('the model’s reason reaches the steps that write', () => {
    const facts = { 3: { answered: true, reasons: [] }, 4: { reasons: [reason] }, 5: { reasons: [] } };
    const added = [{ code: AGENT_REASON, detail: 'the agent: no' }];
    expect(factsForWriting('kyc', facts, added)[5]).toEqual({ reasons: added });
    expect(factsForWriting('support', facts, added)[4]).toEqual({ reasons: [reason, ...added] });
    expect(factsForWriting('voice', facts, added)[3]).toEqual({ answered: false, reasons: added });
    expect(factsForWriting('kyc', facts, [reason])).toBe(facts);
  });
});
