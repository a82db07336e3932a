import { z } from 'zod';
import { analysisBody, analysisRef, analysisSchema, MAX_ANALYSIS_BODY } from '../analysis.ts';
import { agentRunListQuery, agentRunListSchema, asyncHeader } from '../agent-run.ts';
import { fileId } from '../given-file.ts';
import { streamQuery } from '../events.ts';
import { operation } from '../operation.ts';
import { streamHeaders, streamReply } from './live.ts';

const tag = 'Data analysis';
const document = 'services';

const links = {
  GetAnalysis: { operationId: 'getAnalysis', parameters: { ref: '$response.body#/ledger_ref' } },
  CancelAnalysis: { operationId: 'cancelAnalysis', parameters: { ref: '$response.body#/ledger_ref' } },
  GetLedger: { operationId: 'getLedger', parameters: { ref: '$response.body#/ledger_ref' } },
};

export const analyze = operation({
  id: 'analyze',
  method: 'post',
  path: '/v1/analyze',
  document,
  tag,
  summary: 'Answer a question about a dataset',
  description:
    "The dataset is read in a sandbox without a network. A model sees the dataset's masked profile, runs " +
    'Python on the dataset and continues from the output. The answer states how ambiguous data was read, ' +
    'and lists each number that no code run printed. The response is sent when the analysis is done, or ' +
    'immediately with `Prefer: respond-async`.',
  access: 'analyze',
  body: { schema: analysisBody, limit: MAX_ANALYSIS_BODY },
  idempotent: true,
  headers: asyncHeader,
  problems: [
    'suspended',
    'no-model-provider',
    'model-not-allowed',
    'model-failed',
    'sandboxes-busy',
    'run-interrupted',
    'dependency-away',
  ],
  replies: {
    200: { description: 'The answer, with charts and tables', schema: analysisSchema, links },
    202: {
      description: 'Accepted, or waiting for a person (`waiting_for`); poll the address in `Location`',
      schema: analysisSchema,
      headers: ['Location', 'Idempotency-Replayed'],
      links,
    },
  },
});

export const getAnalysis = operation({
  id: 'getAnalysis',
  method: 'get',
  path: '/v1/analyze/{ref}',
  document,
  tag,
  summary: 'Read an analysis',
  access: 'analyze',
  params: z.object({ ref: analysisRef }),
  replies: { 200: { description: "The analysis's current state", schema: analysisSchema } },
});

export const cancelAnalysis = operation({
  id: 'cancelAnalysis',
  method: 'post',
  path: '/v1/analyze/{ref}/cancel',
  document,
  tag,
  summary: 'Cancel an analysis',
  description:
    'Stops running code, destroys its sandbox, and ends the analysis as `error` with code `cancelled`. ' +
    'Does not change an analysis that has ended. The request has no body.',
  access: 'analyze',
  params: z.object({ ref: analysisRef }),
  replies: {
    202: { description: "Cancellation requested; the analysis's current state", schema: analysisSchema },
  },
});

export const getAnalysisFile = operation({
  id: 'getAnalysisFile',
  method: 'get',
  path: '/v1/analyze/{ref}/files/{id}',
  document,
  tag,
  summary: "Download an analysis's file",
  description:
    'The bytes of a file that came with the analysis, or that its code left. They are not masked, so the ledger records who ' +
    'read them (`vault.read`).',
  access: 'analyze',
  params: z.object({ ref: analysisRef, id: fileId }),
  replies: {
    200: { description: 'The bytes', type: 'application/octet-stream' },
  },
});

export const followAnalysis = operation({
  id: 'followAnalysis',
  method: 'get',
  path: '/v1/analyze/{ref}/events',
  document,
  tag,
  summary: 'Follow an analysis',
  description:
    'Server-sent events, as for a live run: the text of the model as it is written, its calls and their results, retries and ' +
    'ledger rows. Starts at the first event, or after the one that `Last-Event-ID` names, and ends with the run; the answer ' +
    'with its checks is then at the address of the run.',
  access: 'analyze',
  params: z.object({ ref: analysisRef }),
  query: streamQuery,
  headers: streamHeaders,
  replies: {
    200: streamReply,
    204: { description: '`Last-Event-ID` names the last event, so nothing follows' },
  },
});

export const listAnalyses = operation({
  id: 'listAnalyses',
  method: 'get',
  path: '/v1/analyze',
  document,
  tag,
  summary: 'List analyses, newest first',
  access: 'analyze',
  query: agentRunListQuery,
  replies: { 200: { description: 'One page', schema: agentRunListSchema } },
});
