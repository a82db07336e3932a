import { nameKey } from '../text/plain.ts';
import { MAX_ADDRESS } from '../rules/voice/address.ts';
import { diseases, slabs } from './cover-cells.ts';
import {
  aadhaar,
  amount,
  amountAboveZero,
  date,
  email,
  mobile,
  nameLike,
  oneOf,
  pan,
  recordNumber,
  smallNumber,
  textUpTo,
  yesOrNo,
} from './cells.ts';
import type { RecordShape, RowValues } from './shape.ts';

const policies: RecordShape = {
  fields: [
    { name: 'number', required: true, read: recordNumber, aliases: ['policy', 'policy_number', 'policy_no'] },
    { name: 'status', required: true, read: oneOf(['active', 'lapsed', 'cancelled']) },
    { name: 'cover_from', required: true, read: date, aliases: ['start_date', 'from'] },
    { name: 'cover_to', required: true, read: date, aliases: ['end_date', 'to'] },
    { name: 'since', required: false, read: date, aliases: ['member_since', 'first_day'] },
    { name: 'sum_insured', required: true, read: amountAboveZero },
    { name: 'used', required: false, read: amount, aliases: ['used_amount'] },
    { name: 'room_rent_limit', required: false, read: amountAboveZero, aliases: ['room_rent'] },
    { name: 'product', required: false, read: recordNumber, aliases: ['product_code', 'plan'] },
    { name: 'kind', required: false, read: oneOf(['individual', 'floater'], { family_floater: 'floater' }) },
    { name: 'bonus', required: false, read: amount, aliases: ['cumulative_bonus'] },
    { name: 'slabs', required: false, read: slabs, aliases: ['cover_slabs'] },
  ],
  check: ({ cover_from, cover_to, sum_insured, used, bonus, slabs: list }) => {
    if (cover_to! < cover_from!) return { column: 'cover_to', reason: 'is before cover_from' };
    const whole = BigInt(sum_insured!);
    if (used != null && BigInt(used) > whole + BigInt(bonus ?? 0))
      return { column: 'used', reason: `is more than sum_insured${bonus == null ? '' : ' and bonus'}` };
    if (list == null) return undefined;
    const last = (JSON.parse(list) as readonly { readonly paise: number }[]).at(-1)!;
    return BigInt(last.paise) === whole
      ? undefined
      : { column: 'slabs', reason: 'the last one is not sum_insured' };
  },
};

const products: RecordShape = {
  fields: [
    { name: 'code', required: true, read: recordNumber, aliases: ['product', 'product_code'] },
    { name: 'title', required: true, read: textUpTo(120), aliases: ['name', 'product_name'] },
    {
      name: 'rule_set',
      required: true,
      read: nameLike(/^[a-z][a-z0-9-]{1,39}$/, 'the id of a rule set such as standard-health'),
    },
  ],
};

const members: RecordShape = {
  fields: [
    { name: 'number', required: true, read: recordNumber, aliases: ['member', 'member_number', 'member_id'] },
    { name: 'policy', required: true, read: recordNumber, aliases: ['policy_number', 'policy_no'] },
    { name: 'pan', required: false, read: pan, aliases: ['pan_number', 'pan_no'] },
    { name: 'aadhaar', required: false, read: aadhaar, aliases: ['aadhaar_number', 'aadhaar_no'] },
    { name: 'birth', required: false, read: date, aliases: ['date_of_birth', 'dob'] },
    { name: 'joined', required: true, read: date, aliases: ['date_of_joining', 'member_since'] },
    { name: 'pre_existing', required: false, read: diseases, aliases: ['pre_existing_diseases', 'ped'] },
  ],
  check: ({ pan: panOf, aadhaar: aadhaarOf, birth, joined }) => {
    if (panOf == null && aadhaarOf == null)
      return { column: 'aadhaar', reason: 'is missing, and pan, too: a member needs one of them' };
    return birth != null && joined! < birth ? { column: 'joined', reason: 'is before birth' } : undefined;
  },
};

/** A limit's id, with its part: `cataract:right`. */
const benefit = nameLike(
  /^[a-z][a-z0-9_]{0,39}(?::[a-z][a-z -]{0,29}(?: \d{1,2})?)?$/,
  'the id of a limit such as "modern_treatment" or "cataract:right"',
);

const counters: RecordShape = {
  fields: [
    { name: 'policy', required: true, read: recordNumber, aliases: ['policy_number', 'policy_no'] },
    { name: 'year', required: true, read: date, aliases: ['policy_year', 'year_from'] },
    { name: 'benefit', required: true, read: benefit, aliases: ['limit'] },
    { name: 'member', required: false, read: recordNumber, aliases: ['member_number'] },
    { name: 'used', required: true, read: amount, aliases: ['used_amount'] },
  ],
};

/** Returns the cells of a counter's key (`HI-2001~2026-04-01~cataract:right~M-1`); undefined if it has another form. */
export const counterCells = (key: string): Readonly<Record<string, string>> | undefined => {
  const [policy, year, limit, member, ...more] = key.split('~');
  if (policy === undefined || year === undefined || limit === undefined || more.length > 0) return undefined;
  return { policy, year, benefit: limit, ...(member !== undefined && { member }) };
};

/** Returns a counter's key for its values. */
export const counterKeyOf = (values: RowValues): string =>
  [values['policy'], values['year'], values['benefit'], values['member']]
    .filter((part) => part != null)
    .join('~');

const hospitals: RecordShape = {
  fields: [
    { name: 'name', required: true, read: textUpTo(200), aliases: ['hospital', 'hospital_name'] },
    { name: 'in_network', required: true, read: yesOrNo, aliases: ['network'] },
  ],
  check: ({ name }) =>
    nameKey(name!) === '' ? { column: 'name', reason: 'expected a name with letters or digits' } : undefined,
};

const accounts: RecordShape = {
  fields: [
    {
      name: 'number',
      required: true,
      read: recordNumber,
      aliases: ['account', 'account_number', 'account_no'],
    },
    { name: 'pan', required: true, read: pan, aliases: ['pan_number', 'pan_no'] },
    { name: 'email', required: true, read: email, aliases: ['email_id', 'email_address', 'e_mail'] },
    { name: 'status', required: true, read: oneOf(['active', 'locked', 'fraud_hold', 'closed']) },
    { name: 'failed_logins', required: false, read: smallNumber },
  ],
};

const callers: RecordShape = {
  fields: [
    { name: 'phone', required: true, read: mobile, aliases: ['mobile', 'mobile_number', 'phone_number'] },
    { name: 'policy', required: true, read: recordNumber, aliases: ['policy_number', 'policy_no'] },
    { name: 'address', required: true, read: textUpTo(MAX_ADDRESS) },
  ],
};

/** The records that an institution writes. */
export const recordShapes = {
  policies,
  hospitals,
  accounts,
  callers,
  products,
  members,
  counters,
} as const satisfies Readonly<Record<string, RecordShape>>;

export type WrittenKind = keyof typeof recordShapes;
