import type { z } from 'zod';
import { streamReply } from './live.ts';

/** Problems of a request that starts an agent task or an analysis. */
export const START_PROBLEMS = [
  'suspended',
  'no-model-provider',
  'model-not-allowed',
  'model-failed',
  'sandboxes-busy',
  'run-interrupted',
  'dependency-away',
] as const;

/** Returns the replies to a request that starts an agent task or an analysis. */
export const startReplies = <S extends z.ZodType, L extends object>(done: string, schema: S, links: L) =>
  ({
    200: { description: done, schema, links },
    202: {
      description: 'Accepted, or waiting for a person (`waiting_for`); poll the address in `Location`',
      schema,
      headers: ['Location', 'Idempotency-Replayed'],
      links,
    },
  }) as const;

/** Returns the links from the result to the operations that read and cancel its run, and to its ledger rows. */
export const linksTo = (noun: 'AgentTask' | 'Analysis') => {
  const parameters = { ref: '$response.body#/ledger_ref' };
  return {
    [`Get${noun}`]: { operationId: `get${noun}`, parameters },
    [`Cancel${noun}`]: { operationId: `cancel${noun}`, parameters },
    GetLedger: { operationId: 'getLedger', parameters },
  };
};

export const FOLLOW_DESCRIPTION =
  'Server-sent events, as for a live run: the text of the model as it is written, its calls and their results, retries and ' +
  'ledger rows. Starts at the first event, or after the one that `Last-Event-ID` names, and ends with the run; the answer ' +
  'with its checks is then at the address of the run.';

export const FOLLOW_REPLIES = {
  200: streamReply,
  204: { description: '`Last-Event-ID` names the last event, so nothing follows' },
} as const;

export const FILE_REPLIES = {
  200: { description: 'The bytes', type: 'application/octet-stream' },
} as const;
