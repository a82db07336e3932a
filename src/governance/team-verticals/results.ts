import type { StepOf, TeamVertical, TeamVerticalStep } from '../../contract/team-vertical.ts';
import { readTypes } from './reads.ts';
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

/** Types of what rules about a step leave. */
const found = (finds: StepOf<'look_up'>['finds']): FieldTypes =>
  finds === undefined
    ? {}
    : {
        clear: 'bool',
        codes: 'list<string>',
        details: 'list<string>',
        rule_set: 'string',
        ...(finds.decides !== undefined && { decision: 'string' }),
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
        ...found(step.finds),
      };
    case 'verify_code':
      return {
        state: 'string',
        verified: 'bool',
        elsewhere: 'bool',
        policy: 'string',
        phone_masked: 'string',
        ...found(step.finds),
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
    case 'commands':
      return { ...values, listed: 'bool', commands: 'list<string>' };
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
        ...(step.confirm !== undefined && { details: 'list<string>' }),
        ...(step.access !== undefined && { alerted: 'string' }),
        ...(step.ticket !== undefined && { ticket_id: 'string', submissions: 'int' }),
      };
  }
};

/** Types of what every step can read: the case, what is read of its texts, the constants and the run. */
export const baseTypes = (document: TeamVertical): Readonly<Record<string, FieldTypes>> => ({
  case: fieldTypes(document.case),
  ...(document.reads !== undefined && { read: readTypes(document) }),
  params: Object.fromEntries(
    Object.entries(document.params).map(([name, value]) => [
      name,
      typeof value === 'number' ? 'int' : typeof value === 'boolean' ? 'bool' : 'string',
    ]),
  ),
  run: { day: 'int', mode: 'string', codes: 'list<string>' },
});
