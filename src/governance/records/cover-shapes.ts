import { aadhaar, amount, date, nameLike, pan, recordNumber, textUpTo } from './cells.ts';
import { diseases } from './cover-cells.ts';
import type { RecordShape, RowValues } from './shape.ts';

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

/** Records of products' covers, in addition to the policies. */
export const coverShapes = { products, members, counters } as const satisfies Readonly<
  Record<string, RecordShape>
>;
