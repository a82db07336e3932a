import type {
  resultRecordOperations,
  writtenRecordOperations,
} from '../../../../src/contract/operations/records.ts';
import { operation } from '../../api/call.ts';

export type WrittenKind = keyof typeof writtenRecordOperations;
export type RecordKind = WrittenKind | keyof typeof resultRecordOperations;

export type AnyRecord = Readonly<Record<string, unknown>>;

interface Shown {
  /** Member that identifies a record in an address. */
  readonly key: string;
  readonly columns: readonly string[];
  /** Filters with their values. */
  readonly filters?: Readonly<Record<string, readonly string[]>>;
}

/** The columns in the list of each kind. The compiler reports a missing kind. */
export const KINDS: Readonly<Record<RecordKind, Shown>> = {
  policies: {
    key: 'number',
    columns: ['number', 'status', 'cover_from', 'cover_to', 'sum_insured', 'used'],
    filters: { status: ['active', 'lapsed', 'cancelled'] },
  },
  payouts: {
    key: 'id',
    columns: ['claim_id', 'policy', 'amount', 'status', 'queued_at'],
    filters: { status: ['queued', 'held', 'withdrawn', 'paid', 'failed'] },
  },
  claims: {
    key: 'id',
    columns: ['claim_id', 'policy', 'amount', 'decision', 'filed_at'],
    filters: { decision: ['approve', 'escalate'] },
  },
  messages: {
    key: 'id',
    columns: ['to', 'kind', 'body', 'state', 'queued_at'],
    filters: { state: ['queued', 'sent', 'failed'] },
  },
  tickets: {
    key: 'id',
    columns: ['ticket_id', 'category', 'status', 'decision', 'opened_at'],
    filters: { status: ['closed', 'with_person'] },
  },
  hospitals: { key: 'key', columns: ['name', 'in_network'], filters: { in_network: ['true', 'false'] } },
  accounts: {
    key: 'number',
    columns: ['number', 'email', 'status'],
    filters: { status: ['active', 'locked', 'fraud_hold', 'closed'] },
  },
  callers: { key: 'id', columns: ['phone', 'policy', 'address'] },
  products: { key: 'code', columns: ['code', 'title', 'rule_set'] },
  members: { key: 'number', columns: ['number', 'policy', 'joined'] },
  counters: { key: 'key', columns: ['policy', 'year', 'benefit', 'used'] },
};

export const RECORD_KINDS = Object.keys(KINDS) as readonly RecordKind[];

/** The columns of a file of each kind, as docs/records.md has them. */
export const FILE_COLUMNS: Readonly<Record<WrittenKind, readonly string[]>> = {
  policies: [
    'number',
    'status',
    'cover_from',
    'cover_to',
    'since',
    'sum_insured',
    'used',
    'room_rent_limit',
    'product',
    'kind',
    'bonus',
    'slabs',
  ],
  hospitals: ['name', 'in_network'],
  accounts: ['number', 'pan', 'email', 'status', 'failed_logins'],
  callers: ['phone', 'policy', 'address'],
  products: ['code', 'title', 'rule_set'],
  members: ['number', 'policy', 'pan', 'aadhaar', 'birth', 'joined', 'pre_existing'],
  counters: ['policy', 'year', 'benefit', 'member', 'used'],
};

type Operations = (typeof writtenRecordOperations)['policies'];

/** The operations of a kind. All kinds have the same ones, each at its own addresses. */
export const operationsOf = (kind: RecordKind) => ({
  list: operation<Operations['list']>('get', `/v1/records/${kind}`),
  read: operation<Operations['read']>('get', `/v1/records/${kind}/{key}`),
  importFile: operation<Operations['importFile']>('post', `/v1/records/${kind}/import`),
});
