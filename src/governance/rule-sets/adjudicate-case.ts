import type { Cover } from '../adjudication/claim.ts';
import { readBill } from '../adjudication/read-bill.ts';
import type { Adjudication } from '../adjudication/result.ts';
import { parseDay } from '../dates.ts';
import { textOf, type Case } from '../members.ts';
import { adjudicateUnder } from './adjudicate-under.ts';
import type { CompiledRuleSet } from './compile.ts';
import { statedBy, unreadableInputs } from './stated.ts';

/**
 * Adjudicates a free-form case: reads its dates, its bill and the inputs of the rule set. If a given member
 * cannot be read, the case is referred without amounts. Never throws, whatever the members are.
 */
export const adjudicateCase = (
  compiled: CompiledRuleSet,
  given: Case,
  cover: Cover,
): Adjudication | Pick<Adjudication, 'findings'> => {
  const { lines, faults } = readBill(given['items']);
  const unreadable = unreadableInputs(compiled.set, given);
  const findings = [
    ...faults,
    ...(unreadable.length === 0
      ? []
      : [{ code: 'CASE-UNREADABLE', detail: `given but cannot be read: ${unreadable.join(', ')}` }]),
  ];
  if (findings.length > 0) return { findings };
  const claim = {
    admission: parseDay(textOf(given, 'admission', 'admission_date')),
    discharge: parseDay(textOf(given, 'discharge', 'discharge_date')),
    lines,
    cover,
  };
  return adjudicateUnder(compiled, claim, statedBy(compiled.set, given));
};
