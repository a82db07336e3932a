import { z } from 'zod';
import { operation } from '../operation.ts';
import {
  accountSchema,
  callerSchema,
  claimSchema,
  counterSchema,
  deletedSchema,
  hospitalSchema,
  importQuery,
  importReportSchema,
  memberSchema,
  messageSchema,
  payoutReportBody,
  payoutSchema,
  policySchema,
  productSchema,
  recordFilters,
  recordKey,
  recordListQuery,
  recordListSchema,
  resultId,
  ticketSchema,
  writeBodies,
} from '../records.ts';

const tag = 'Records';
const document = 'services';

interface Named {
  readonly kind: string;
  /** One record's name, as in `readPolicy`. */
  readonly one: string;
  readonly record: z.ZodObject;
  readonly filters: z.ZodRawShape;
}

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

const list = ({ kind, one, record, filters }: Named, order: string) =>
  operation({
    id: `list${capital(kind)}`,
    method: 'get',
    path: `/v1/records/${kind}`,
    document,
    tag,
    summary: `List ${kind}, ${order}`,
    access: 'records:read',
    query: recordListQuery(filters),
    replies: { 200: { description: 'One page', schema: recordListSchema(record, `${capital(one)}List`) } },
  });

const exportCsv = ({ kind, filters }: Named) =>
  operation({
    id: `export${capital(kind)}`,
    method: 'get',
    path: `/v1/records/${kind}/export`,
    document,
    tag,
    summary: `Export ${kind} as CSV`,
    description: 'UTF-8 with a byte order mark, so that spreadsheets show Indian scripts.',
    access: 'records:read',
    query: z.strictObject(filters),
    replies: {
      200: {
        description: 'A header, and a line for each record',
        type: 'text/csv',
        schema: z.string(),
        headers: ['Content-Disposition'],
      },
    },
  });

const read = ({ kind, one, record }: Named, params: z.ZodObject, name: string) =>
  operation({
    id: `read${capital(one)}`,
    method: 'get',
    path: `/v1/records/${kind}/{${name}}`,
    document,
    tag,
    summary: `Read one of the ${kind}`,
    access: 'records:read',
    params,
    replies: { 200: { description: 'The record', schema: record } },
  });

const keyParams = z.object({ key: recordKey });

const written = (named: Named, body: z.ZodObject, key: string) => ({
  list: list(named, 'by key'),
  export: exportCsv(named),
  read: read(named, keyParams, 'key'),
  write: operation({
    id: `write${capital(named.one)}`,
    method: 'put',
    path: `/v1/records/${named.kind}/{key}`,
    document,
    tag,
    summary: `Write one of the ${named.kind}`,
    description: `The key is ${key}. Replaces the record if there is one; writing it twice changes nothing.`,
    access: 'records:write',
    params: keyParams,
    body: { schema: body, limit: 65_536 },
    replies: { 200: { description: 'The stored record', schema: named.record } },
  }),
  remove: operation({
    id: `delete${capital(named.one)}`,
    method: 'delete',
    path: `/v1/records/${named.kind}/{key}`,
    document,
    tag,
    summary: `Delete one of the ${named.kind}`,
    access: 'records:write',
    params: keyParams,
    replies: { 200: { description: 'The record is deleted', schema: deletedSchema } },
    problems: ['record-in-use'],
  }),
  importFile: operation({
    id: `import${capital(named.kind)}`,
    method: 'post',
    path: `/v1/records/${named.kind}/import`,
    document,
    tag,
    summary: `Import ${named.kind} from a file`,
    description:
      'Reads CSV or JSON Lines of up to 1,000,000 rows as a stream, and inserts or updates by key. If a row has an error, nothing ' +
      'is written, unless `partial=true`.',
    access: 'records:write',
    query: importQuery,
    stream: { types: ['text/csv', 'application/x-ndjson'], limit: 1_073_741_824 },
    idempotent: true,
    replies: {
      200: {
        description: 'What was written, or, for a dry run, what would be written',
        schema: importReportSchema,
        headers: ['Idempotency-Replayed'],
      },
    },
    problems: ['import-refused'],
  }),
});

/** Operations on the records that the institution writes. */
export const writtenRecordOperations = {
  policies: written(
    { kind: 'policies', one: 'policy', record: policySchema, filters: recordFilters.policies },
    writeBodies.policies,
    "the policy's number",
  ),
  hospitals: written(
    { kind: 'hospitals', one: 'hospital', record: hospitalSchema, filters: recordFilters.hospitals },
    writeBodies.hospitals,
    "the hospital's name in any spelling",
  ),
  accounts: written(
    { kind: 'accounts', one: 'account', record: accountSchema, filters: recordFilters.accounts },
    writeBodies.accounts,
    "the account's number",
  ),
  callers: written(
    { kind: 'callers', one: 'caller', record: callerSchema, filters: recordFilters.callers },
    writeBodies.callers,
    "the caller's phone number, or the id that a list shows; an import keeps phone numbers out of addresses",
  ),
  products: written(
    { kind: 'products', one: 'product', record: productSchema, filters: recordFilters.products },
    writeBodies.products,
    "the product's code",
  ),
  members: written(
    { kind: 'members', one: 'member', record: memberSchema, filters: recordFilters.members },
    writeBodies.members,
    "the member's number",
  ),
  counters: written(
    { kind: 'counters', one: 'counter', record: counterSchema, filters: recordFilters.counters },
    writeBodies.counters,
    'policy, first day of the policy year, limit and, if the limit is its own, member: `HI-2001~2026-04-01~cataract:right~M-1`',
  ),
} as const;

const result = (named: Named) => ({
  list: list(named, 'newest first'),
  export: exportCsv(named),
  read: read(named, z.object({ id: resultId }), 'id'),
});

/** Operations on the records that runs write. */
export const resultRecordOperations = {
  claims: result({ kind: 'claims', one: 'claim', record: claimSchema, filters: recordFilters.claims }),
  payouts: result({ kind: 'payouts', one: 'payout', record: payoutSchema, filters: recordFilters.payouts }),
  tickets: result({ kind: 'tickets', one: 'ticket', record: ticketSchema, filters: recordFilters.tickets }),
  messages: result({
    kind: 'messages',
    one: 'message',
    record: messageSchema,
    filters: recordFilters.messages,
  }),
} as const;

export const reportPayout = operation({
  id: 'reportPayout',
  method: 'post',
  path: '/v1/records/payouts/{id}/status',
  document,
  tag,
  summary: 'Report that a payout was paid, or that it failed',
  description:
    "For the institution's core system. A paid payout counts as used on its policy, and a failed one gives its reserve back. " +
    'Repeating a report changes nothing.',
  access: 'records:write',
  params: z.object({ id: resultId }),
  body: { schema: payoutReportBody, limit: 16_384 },
  idempotent: true,
  replies: {
    200: { description: 'The payout', schema: payoutSchema, headers: ['Idempotency-Replayed'] },
  },
  problems: ['payout-not-queued'],
});

/** All of them, in the order in which the document lists them: fixed words come before keys in addresses. */
export const recordOperations = [
  ...Object.values(writtenRecordOperations).flatMap((each) => [
    each.list,
    each.importFile,
    each.export,
    each.read,
    each.write,
    each.remove,
  ]),
  ...Object.values(resultRecordOperations).flatMap((each) => [each.list, each.export, each.read]),
  reportPayout,
];
