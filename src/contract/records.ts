import { z } from 'zod';
import { outcomeSchema } from './adjudication.ts';
import { pageQuery, reviewId, runId, time, timestamp } from './common.ts';
import { reviewOptions } from './review.ts';

/** Kinds of records that the institution writes. */
export const writtenKinds = [
  'policies',
  'hospitals',
  'accounts',
  'callers',
  'products',
  'members',
  'counters',
] as const;
/** Kinds of records that runs write. */
export const resultKinds = ['claims', 'payouts', 'tickets', 'messages'] as const;

const rupees = z
  .string()
  .regex(/^\d+\.\d{2}$/)
  .meta({ id: 'Rupees', description: 'Amount in rupees', examples: ['500000.00'] });

const day = z.iso.date().meta({ id: 'Day', description: 'A calendar day', examples: ['2026-04-01'] });

const reasons = z.array(z.object({ code: z.string(), detail: z.string() }));

export const policySchema = z
  .object({
    number: z.string(),
    status: z.enum(['active', 'lapsed', 'cancelled']),
    cover_from: day,
    cover_to: day,
    since: day.meta({ description: 'First day of unbroken cover; waiting periods count from here' }),
    sum_insured: rupees,
    used: rupees.meta({ description: 'Part of the sum insured that was paid' }),
    reserved: rupees.meta({ description: 'Part of the sum insured that queued payouts reserve' }),
    room_rent_limit: rupees.nullable().meta({ description: 'Per day; null for no limit' }),
    product: z.string().nullable().meta({
      description: 'Product under whose terms bills are adjudicated; null: claims are decided as a whole',
    }),
    kind: z
      .enum(['individual', 'floater'])
      .meta({ description: '`floater`: a family shares the sum insured' }),
    bonus: rupees.meta({ description: 'Cumulative bonus, in addition to the sum insured' }),
    slabs: z
      .array(z.object({ since: day, sum_insured: rupees }))
      .nullable()
      .meta({ description: 'The whole sum insured from each day on; null: `sum_insured` since `since`' }),
  })
  .meta({ id: 'Policy' });

export const hospitalSchema = z
  .object({
    key: z.string().meta({ description: 'The name as it is compared: lower case, without punctuation' }),
    name: z.string(),
    in_network: z.boolean(),
  })
  .meta({ id: 'Hospital' });

export const accountSchema = z
  .object({
    number: z.string(),
    pan: z.string().nullable().meta({ description: 'Masked; null if the account was stored without it' }),
    email: z.string().meta({ description: 'Masked' }),
    status: z.enum(['active', 'locked', 'fraud_hold', 'closed']),
    failed_logins: z.int(),
    updated_at: timestamp,
  })
  .meta({ id: 'Account' });

export const callerSchema = z
  .object({
    id: z.string().meta({ examples: ['caller_019ac5b2f0007a3bb5c0d2f1e4a69788'] }),
    phone: z.string().meta({ description: 'Masked' }),
    policy: z.string(),
    address: z.string().meta({ description: 'With identifiers masked' }),
    updated_at: timestamp,
  })
  .meta({ id: 'RegisteredCaller' });

export const productSchema = z
  .object({
    code: z.string(),
    title: z.string(),
    rule_set: z.string().meta({ description: "Id of the rule set with the product's terms" }),
  })
  .meta({ id: 'Product' });

export const memberSchema = z
  .object({
    number: z.string(),
    policy: z.string(),
    pan: z.string().nullable().meta({ description: 'Masked' }),
    aadhaar: z.string().nullable().meta({ description: 'Masked' }),
    birth: day.nullable(),
    joined: day.meta({
      description: "Cover and waiting periods of this member begin here, or later with the policy's",
    }),
    pre_existing: z.array(z.string()).meta({ description: 'ICD-10 categories', examples: [['E11']] }),
    updated_at: timestamp,
  })
  .meta({ id: 'Member' });

export const counterSchema = z
  .object({
    key: z.string().meta({ examples: ['HI-2001~2026-04-01~cataract:right'] }),
    policy: z.string(),
    year: day.meta({ description: 'First day of the policy year' }),
    benefit: z.string().meta({ description: 'A limit that counts by policy year, with its part' }),
    member: z.string().nullable().meta({ description: 'Whose limit it is; null for one of the policy' }),
    used: rupees,
    reserved: rupees.meta({ description: 'What queued payouts use in addition' }),
    updated_at: timestamp,
  })
  .meta({ id: 'Counter' });

/** How a person decided about a record. */
const recordedReview = z
  .object({
    id: reviewId,
    option: z.enum(reviewOptions),
    reason: z.string().nullable().meta({ description: 'What the customer is told' }),
    at: timestamp,
  })
  .nullable()
  .meta({ description: "A person's decision; null until there is one, and after a resubmission" });

export const claimSchema = z
  .object({
    id: z.string(),
    claim_id: z.string().meta({ description: "The claimant's number, with identifiers masked" }),
    run_id: runId.meta({ description: 'The run that filed the claim last' }),
    policy: z.string().nullable(),
    pan: z.string().nullable().meta({ description: 'Masked' }),
    aadhaar: z.string().nullable().meta({ description: 'Masked' }),
    diagnosis: z.string().nullable(),
    admission: day.nullable(),
    discharge: day.nullable(),
    amount: rupees.nullable(),
    accident: z.boolean(),
    decision: z.enum(['approve', 'escalate']),
    reasons,
    risk_score: z.int(),
    outcome: outcomeSchema.nullable().meta({ description: 'null if the claim was decided as a whole' }),
    approved: rupees.nullable().meta({ description: 'What the terms approve, or propose to a person' }),
    review: recordedReview,
    submissions: z.int().meta({ description: 'How often the claim was submitted' }),
    payout_id: z.string().nullable(),
    filed_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Claim' });

export const payoutStatuses = ['queued', 'held', 'withdrawn', 'paid', 'failed'] as const;

export const payoutSchema = z
  .object({
    id: z.string().meta({ examples: ['pay_019ac5b2f0007a3bb5c0d2f1e4a69788'] }),
    claim: z.string().meta({ description: 'Id of the claim' }),
    claim_id: z.string().meta({ description: "The claimant's number, with identifiers masked" }),
    run_id: runId,
    policy: z.string(),
    amount: rupees,
    status: z.enum(payoutStatuses),
    hold_reason: z.string().nullable().meta({ description: 'Why a person has to release it' }),
    attempt: z.int().meta({ description: 'How often the payout was queued' }),
    reference: z.string().nullable().meta({ description: "The core system's reference" }),
    queued_at: timestamp,
    settled_at: timestamp.nullable(),
    updated_at: timestamp,
  })
  .meta({ id: 'Payout' });

export const ticketSchema = z
  .object({
    id: z.string(),
    vertical: z
      .string()
      .meta({ description: '`it`, `support`, or a vertical of your own', examples: ['support'] }),
    ticket_id: z.string(),
    run_id: runId,
    category: z.string(),
    severity: z.string().nullable(),
    subject: z.string().nullable(),
    status: z.enum(['closed', 'with_person']),
    decision: z.enum(['resolved', 'escalate']),
    reasons,
    review: recordedReview,
    submissions: z.int(),
    opened_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Ticket' });

export const messageSchema = z
  .object({
    id: z.string(),
    run_id: runId,
    kind: z.enum(['device_alert', 'text_message']),
    to: z.string().meta({ description: 'Masked' }),
    body: z.string(),
    state: z.enum(['queued', 'sent', 'failed']).meta({ description: '`sent`: the gateway accepted it' }),
    code: z.string().nullable().meta({ description: 'Why the last attempt failed' }),
    attempts: z.int(),
    queued_at: timestamp,
    ended_at: timestamp.nullable(),
  })
  .meta({ id: 'Message' });

const yes = (description: string) => z.enum(['true', 'false']).optional().meta({ description });

const resultFilters = {
  run_id: runId.optional(),
  from: time.optional().meta({ description: 'Records of this time or later' }),
  to: time.optional().meta({ description: 'Records before this time' }),
};

const policy = z.string().min(1).max(40).optional();

/** Filters of the lists, by kind. */
export const recordFilters = {
  policies: { status: policySchema.shape.status.optional(), product: z.string().min(1).max(40).optional() },
  hospitals: { in_network: yes('Only hospitals in the network (`true`), or outside it (`false`)') },
  accounts: { status: accountSchema.shape.status.optional() },
  callers: { policy },
  products: { rule_set: z.string().min(1).max(40).optional() },
  members: { policy },
  counters: { policy },
  claims: { decision: claimSchema.shape.decision.optional(), policy, ...resultFilters },
  payouts: { status: payoutSchema.shape.status.optional(), policy, ...resultFilters },
  tickets: {
    vertical: ticketSchema.shape.vertical.optional(),
    status: ticketSchema.shape.status.optional(),
    ...resultFilters,
  },
  messages: {
    kind: messageSchema.shape.kind.optional(),
    state: messageSchema.shape.state.optional(),
    ...resultFilters,
  },
} as const;

export const recordListQuery = (filters: z.ZodRawShape) => z.strictObject({ ...filters, ...pageQuery });

export const recordListSchema = (record: z.ZodObject, id: string) =>
  z
    .object({
      records: z.array(record),
      next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
    })
    .meta({ id });

/** A cell of a record: the service reads `₹ 5,00,000`, `05/04/2026` and `yes` as an office writes them. */
const cell = z.union([z.string().max(2_000), z.number(), z.boolean()]);
const optionalCell = cell.nullable().optional();

export const writeBodies = {
  policies: z
    .strictObject({
      status: cell,
      cover_from: cell,
      cover_to: cell,
      since: optionalCell.meta({ description: 'Default: cover_from' }),
      sum_insured: cell,
      used: optionalCell.meta({ description: 'Default: as stored, because payouts change it' }),
      room_rent_limit: optionalCell.meta({ description: 'Default: no limit' }),
      product: optionalCell.meta({ description: 'Default: none' }),
      kind: optionalCell.meta({ description: 'Default: individual' }),
      bonus: optionalCell.meta({ description: 'Default: none' }),
      slabs: optionalCell.meta({
        description: 'Days with the sum insured from then on. Default: sum_insured since `since`',
        examples: ['2021-04-01: 3 lakh; 2024-04-01: 5 lakh'],
      }),
    })
    .meta({ id: 'WritePolicy' }),
  hospitals: z
    .strictObject({
      name: optionalCell.meta({ description: 'Default: the name in the address' }),
      in_network: cell,
    })
    .meta({ id: 'WriteHospital' }),
  accounts: z
    .strictObject({ pan: cell, email: cell, status: cell, failed_logins: optionalCell })
    .meta({ id: 'WriteAccount' }),
  callers: z.strictObject({ policy: cell, address: cell }).meta({ id: 'WriteCaller' }),
  products: z.strictObject({ title: cell, rule_set: cell }).meta({ id: 'WriteProduct' }),
  members: z
    .strictObject({
      policy: cell,
      pan: optionalCell,
      aadhaar: optionalCell,
      birth: optionalCell,
      joined: cell,
      pre_existing: optionalCell.meta({ description: 'ICD-10 categories', examples: ['E11, I10'] }),
    })
    .meta({ id: 'WriteMember', description: 'One of `pan` and `aadhaar` is required' }),
  counters: z.strictObject({ used: cell }).meta({ id: 'WriteCounter' }),
} as const;

/** A record's key in an address, in any spelling that the service reads. */
export const recordKey = z.string().min(1).max(200);
export const resultId = z.string().regex(/^[a-z]{3}_[0-9a-z]{1,40}$/);

export const importQuery = z.strictObject({
  dry_run: yes('With `true`, checks the file against the records and writes nothing'),
  partial: yes('With `true`, writes the rows that can be read and reports the others'),
  columns: z.string().max(8_000).optional().meta({
    description:
      'JSON object that maps headers of the file to columns: `{"पॉलिसी संख्या": "number", "शाखा": ""}`. An empty column leaves a header out.',
  }),
  delimiter: z.enum([',', ';', 'tab', '|']).optional().meta({ description: 'Default: found in the header' }),
});

export const importReportSchema = z
  .object({
    ledger_ref: z.string().nullable().meta({ description: 'null for a dry run and a refused import' }),
    kind: z.enum(writtenKinds),
    format: z.enum(['csv', 'jsonl']),
    dry_run: z.boolean(),
    partial: z.boolean(),
    sha256: z.string().meta({ description: 'Of the file as it was read' }),
    bytes: z.int(),
    rows: z.int(),
    inserted: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    refused: z.int().meta({ description: 'Rows with an error' }),
    errors: z
      .array(
        z.object({
          line: z.int(),
          column: z.string().nullable().meta({ description: 'null if the whole line is wrong' }),
          reason: z.string(),
        }),
      )
      .meta({ description: 'The first 100 errors, ordered by line' }),
    more_errors: z.int().meta({ description: 'Number of errors that are not listed' }),
  })
  .meta({ id: 'ImportReport' });

export const deletedSchema = z
  .object({ deleted: z.literal(true), ledger_ref: z.string() })
  .meta({ id: 'DeletedRecord' });

export const payoutReportBody = z
  .strictObject({
    status: z.enum(['paid', 'failed']),
    reference: z
      .string()
      .regex(/^[\x21-\x7e]{1,64}$/, 'expected 1 to 64 visible ASCII characters')
      .meta({ description: "The core system's reference of this attempt", examples: ['UTR-4471'] }),
  })
  .meta({ id: 'PayoutReport' });
