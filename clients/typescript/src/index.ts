import { Acts } from './acts.ts';
import { type Caller, type ClientOptions, createCaller } from './client.ts';
import { Documents } from './documents.ts';
import { Runs } from './runs.ts';
import { Work } from './work.ts';

/** A client of one service. Runs, documents, work and acts have methods of their own; `call` reaches every operation. */
export interface Client extends Caller {
  readonly runs: Runs;
  readonly documents: Documents;
  readonly work: Work;
  readonly acts: Acts;
}

/**
 * Creates a client.
 * @example const client = createClient({ url: 'https://pramaan.example.in', key: process.env.PRAMAAN_KEY });
 */
export const createClient = (options: ClientOptions): Client => {
  const caller = createCaller(options);
  return {
    ...caller,
    runs: new Runs(caller),
    documents: new Documents(caller),
    work: new Work(caller),
    acts: new Acts(caller),
  };
};

export type { RawBody } from './body.ts';
export type { CallOptions, Given, OperationId, Reply, StreamOptions } from './call.ts';
export type { Caller, ClientOptions } from './client.ts';
export {
  ForgedError,
  isProblem,
  PramaanError,
  type ProblemCode,
  ProblemError,
  TimedOutError,
  UnreachableError,
} from './errors.ts';
export type { StreamMessage } from './events.ts';
export type * from './generated/types.ts';
export { type VerifiedExport, verifyExport } from './proofs/export.ts';
export { checkReceipt, type ReceiptCheck, type RowCheck, verifyReceipt } from './proofs/receipt.ts';
export type { StartOptions, WaitOptions } from './wait.ts';
export { verifyWebhook, type WebhookEvent } from './webhook.ts';
