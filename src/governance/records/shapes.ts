import { nameKey } from '../text/plain.ts';
import { MAX_ADDRESS } from '../rules/voice/address.ts';
import { slabs } from './cover-cells.ts';
import { coverShapes } from './cover-shapes.ts';
import {
  amount,
  amountAboveZero,
  date,
  email,
  mobile,
  oneOf,
  pan,
  recordNumber,
  smallNumber,
  textUpTo,
  yesOrNo,
} from './cells.ts';
import type { RecordShape } from './shape.ts';

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
  ...coverShapes,
} as const satisfies Readonly<Record<string, RecordShape>>;

export type WrittenKind = keyof typeof recordShapes;
