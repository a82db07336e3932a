import type { StepOf, TeamVertical, TeamVerticalStep } from '../../contract/team-vertical.ts';
import { type FieldTypes, fieldTypes } from './shape.ts';

/**
 * The members of the service's own records that a look-up returns. Money is in paise, days are counted since
 * 1970-01-01.
 */
const RECORDS: Readonly<Record<NonNullable<StepOf<'look_up'>['records']>, FieldTypes>> = {
  policies: {
    number: 'string',
    status: 'string',
    cover_from: 'int',
    cover_to: 'int',
    since: 'int',
    sum_insured: 'int',
    used: 'int',
  },
  accounts: { number: 'string', status: 'string', failed_logins: 'int', email_masked: 'string' },
};

/**
 * Types of a step's result, for later steps.
 * @param values types of the cells of `compute`
 */
export const resultTypes = (step: TeamVerticalStep, values: FieldTypes): FieldTypes => {
  switch (step.do) {
    case 'check_members':
      return { ...values, ok: 'bool', missing: 'list<string>', unreadable: 'list<string>' };
    case 'scan':
      return { flags: 'list<string>' };
    case 'look_up':
      return {
        found: 'bool',
        ...(step.records === undefined
          ? step.fields === undefined
            ? {}
            : fieldTypes(step.fields)
          : RECORDS[step.records]),
        ...Object.fromEntries(Object.keys(step.compare ?? {}).map((name) => [`${name}_match`, 'string'])),
        ...(step.resets !== undefined && { recent_resets: 'int' }),
      };
    case 'compute':
      return values;
    case 'rules':
      return {
        clear: 'bool',
        codes: 'list<string>',
        ...(step.rule_set !== undefined && { rule_set: 'string' }),
        ...(step.decides !== undefined && { decision: 'string' }),
      };
    case 'run_python':
    case 'model':
      return { ...fieldTypes(step.fields), ok: 'bool' };
    case 'call_outside':
      return { allowed: 'bool', host: 'string', rule: 'string' };
    case 'review':
      return { asked: 'bool', approved: 'bool' };
    case 'decide':
      return { decision: 'string' };
    case 'write':
    default:
      return {
        written: 'bool',
        ...(step.access !== undefined && { alerted: 'string' }),
        ...(step.ticket !== undefined && { ticket_id: 'string', submissions: 'int' }),
      };
  }
};

/** Types of the values that every step can read: the case, the constants and the run. */
export const baseTypes = ({ case: given, params }: TeamVertical): Readonly<Record<string, FieldTypes>> => ({
  case: fieldTypes(given),
  params: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? 'int' : typeof value === 'boolean' ? 'bool' : 'string',
    ]),
  ),
  run: { day: 'int', mode: 'string', codes: 'list<string>' },
});
