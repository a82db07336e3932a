import { parseDay, type Day } from '../dates.ts';
import type { RuleSet } from '../../contract/rule-set.ts';

/** The dates of a case among which a rule set's `basis` chooses. */
export interface BasisDays {
  readonly admission: Day | undefined;
  readonly policy_start: Day | undefined;
  readonly run_day: Day | undefined;
}

/** Returns the days of a document whose versions are in force by the day of the run, whatever the case. */
export const onRunDay = (day: Day): BasisDays => ({
  run_day: day,
  admission: undefined,
  policy_start: undefined,
});

/**
 * Returns the version that applies to a case: the latest one in force on the day that its `basis` names. If
 * two versions are in force from the same day, the higher one applies.
 * @returns undefined if the case does not state the day, or no version was in force on it
 */
export const versionInForce = <Version extends Pick<RuleSet, 'version' | 'basis' | 'effective_from'>>(
  versions: readonly Version[],
  days: BasisDays,
): Version | undefined =>
  versions
    .flatMap((each) => {
      const from = parseDay(each.effective_from);
      const day = days[each.basis];
      return from === undefined || day === undefined || day < from ? [] : [{ each, from }];
    })
    .toSorted((a, b) => b.from - a.from || b.each.version - a.each.version)[0]?.each;
