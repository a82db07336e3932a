import { z } from 'zod';
import { receiptSchema } from './checkpoint.ts';
import type { Operation } from './operation.ts';

/** Operations whose response has a ledger_ref and, on request, a receipt for its rows. */
const ASKED: ReadonlySet<string> = new Set([
  'scanText',
  'decideAct',
  'recordAct',
  'extractDocument',
  'runCode',
  'getSandbox',
  'runInSandbox',
  'deleteSandbox',
  'runAgentTask',
  'getAgentTask',
  'analyze',
  'getAnalysis',
  'getOperatorRun',
  'eraseCase',
  'deleteDocument',
  'importPolicies',
  'importHospitals',
  'importAccounts',
  'importCallers',
  'importProducts',
  'importMembers',
  'importCounters',
  'deletePolicy',
  'deleteHospital',
  'deleteAccount',
  'deleteCaller',
  'deleteProduct',
  'deleteMember',
  'deleteCounter',
  'deleteOwnRecord',
]);

/** The query parameter that asks for a receipt. */
export const receiptQuery = {
  receipt: z
    .enum(['true', 'false'])
    .optional()
    .meta({
      description:
        'With `true`, the response includes a receipt for its ledger rows. If no checkpoint covers them yet, ' +
        'one is signed, which takes a moment.',
    }),
};

const member = {
  receipt: receiptSchema
    .nullable()
    .optional()
    .meta({
      description:
        'Only with `receipt=true`. null if there are no rows, if the work is still in progress, or if no ' +
        'checkpoint could be signed; in that case, request `GET /v1/govern/ledger/{ref}/proof` later',
    }),
};

export const carriesReceipt = ({ id }: Pick<Operation, 'id'>): boolean => ASKED.has(id);

/** Caches the extended schemas, because several operations share a response schema. */
const extended = new WeakMap<z.ZodObject, z.ZodObject>();

/**
 * Adds a `receipt` query parameter and response member to an operation that can carry a receipt; returns any other operation
 * unchanged.
 */
export const withReceipt = (spec: Operation): Operation => {
  const reply = spec.replies[200];
  if (!carriesReceipt(spec) || !(reply?.schema instanceof z.ZodObject)) return spec;
  return {
    ...spec,
    query: (spec.query ?? z.strictObject({})).extend(receiptQuery),
    replies: { ...spec.replies, 200: { ...reply, schema: extend(reply.schema) } },
  };
};

const extend = (schema: z.ZodObject): z.ZodObject => {
  const known = extended.get(schema);
  if (known !== undefined) return known;
  const { id } = schema.meta() ?? {};
  const wider = schema.extend(member).meta(id === undefined ? {} : { id: `${id}WithReceipt` });
  extended.set(schema, wider);
  return wider;
};
