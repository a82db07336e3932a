import { describe, expect, it } from 'vitest';
import type { TeamVertical } from '../../../../src/contract/team-vertical.ts';
import { compileVertical, isCompiledVertical } from '../../../../src/governance/team-verticals/compile.ts';
import { before, type StepDone } from '../../../../src/governance/team-verticals/done.ts';
import {
  applyTables,
  checkMembers,
  compute,
  decide,
} from '../../../../src/governance/team-verticals/perform.ts';
import { lookedUp } from '../../../../src/governance/team-verticals/prepare.ts';
import { prepare } from '../../../../src/ledger/prepare-entry.ts';
import { bySomeKey } from '../../../helpers/actors.ts';
import { INVOICE } from '../../../helpers/team-verticals.ts';

const compiledOf = (change: Partial<TeamVertical>) => {
  const compiled = compileVertical({ ...INVOICE, ...change });
  if (!isCompiledVertical(compiled)) throw new Error(JSON.stringify(compiled));
  return compiled;
};

/** Prepares a step's row, which throws if the ledger cannot store it. */
const fits = ({ summary, detail }: StepDone): void => {
  prepare({
    teamId: 'team_a',
    ledgerRef: 'wf-1',
    step: 1,
    action: 'case.check',
    governance: 'none',
    summary,
    detail: { ...detail },
    actor: bySomeKey,
  });
};

const row = (n: number) => ({
  id: `row_${n}`,
  when: ['true'],
  // oxlint-disable-next-line unicorn/no-thenable -- a row of a decision table
  then: { code: `CODE-${n}`, detail: 'case.note + case.note' },
});

const text = (length: number): string => 'क'.repeat(length);

describe('The row of a step has room for', () => {
  it('a case of which nothing can be read', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [`a_member_with_a_long_name_${n}`, { type: 'integer' as const }]),
    );
    const rows = { type: 'object' as const, properties, required: Object.keys(properties) };
    const compiled = compiledOf({
      case: {
        type: 'object',
        properties: { lines: { type: 'array', items: rows, maxItems: 1_000 } },
        required: [],
      },
      steps: INVOICE.steps.slice(0, 1),
    });
    const lines = Array.from({ length: 1_000 }, (_, n) => ({
      a_member_with_a_long_name_0: n % 2 === 0 ? 'x' : 1,
    }));
    const run = { case: { lines }, day: 20_000, mode: 'simulated' } as const;
    const done = checkMembers(compiled, run, compiled.steps[0]!, before(compiled, run, []));
    fits(done);
    expect(done.detail).toMatchObject({ missing_count: 9_000, unreadable_count: 500 });
    expect(done.reasons[0]!.detail).toMatch(/, lines\.2\.a_member_with_a_long_name_2, and 8980 more$/);
    // Cells cannot read a list of 9,000 elements.
    expect(done.value).toMatchObject({ ok: false });
    expect(Object.keys(done.value)).toEqual(['ok', 'unreadable']);
  });

  it('a large record, whose texts and left-out members it names', () => {
    const step = { id: 'order', do: 'look_up', effect: 'read', key: '"a"', collection: 'orders' } as const;
    const lines = Array.from({ length: 1_000 }, (_, n) => ({ amount: BigInt(n), paid: 1_000_000n }));
    const found = { paid: false, terms: text(10_000), lines, parts: [{ item: 'TONER' }], total: 5n };
    const done = lookedUp(step, found, { unreadable: Array.from({ length: 900 }, (_, n) => `m${n}`) });
    fits(done);
    expect(done.detail).toMatchObject({
      record: { paid: false, total: 5 },
      left_out: ['lines'],
      texts: ['terms', 'parts'],
    });
    expect(done.reasons[0]!.detail).toMatch(/m19, and 880 more$/);
    expect(done.value).toMatchObject(found);
  });

  it('computed values and findings that quote much', () => {
    const values = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`v${n}`, 'case.note']));
    const rows = Array.from({ length: 200 }, (_, n) => row(n));
    const compiled = compiledOf({
      case: { type: 'object', properties: { note: { type: 'string' } }, required: [] },
      steps: [
        { do: 'compute', id: 'sums', effect: 'compute', values },
        {
          do: 'rules',
          id: 'judge',
          effect: 'judge',
          tables: [{ id: 'all', title: 'All', hit: 'collect', rows }],
        },
        { do: 'decide', id: 'decide', effect: 'decide', clear: 'approve' },
      ],
    } as never);
    const run = { case: { note: text(2_000) }, day: 20_000, mode: 'simulated' } as const;
    const found = before(compiled, run, []);
    const sums = compute(compiled.steps[0]!, found);
    fits(sums);
    expect(sums.detail['left_out']).toContain('v49');
    const judged = applyTables(compiled.steps[1]!, found);
    fits(judged);
    expect(judged.reasons).toHaveLength(200);
    expect(judged.detail).toMatchObject({ rows_count: 200, reasons_count: 200 });
    const decided = decide(
      compiled,
      compiled.document.steps[2] as never,
      before(compiled, run, [sums, judged]),
    );
    fits(decided);
    expect(decided.summary).toMatch(/CODE-19, and 180 more/);
  });
});
