import { z } from 'zod';
import { analysisBody, analysisSchema, MAX_ANALYSIS_BODY } from '../analysis.ts';
import { asyncHeader } from '../agent-run.ts';
import { operation } from '../operation.ts';

const tag = 'Data analysis';
const document = 'services';

export const analysisRef = z
  .string()
  .regex(/^analyze-[0-9a-f]{1,40}$/)
  .meta({ examples: ['analyze-019ac5b2f0007a3bb5c0d2f1e4a69788'] });

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
  problems: ['no-model-provider', 'model-failed', 'sandboxes-busy', 'run-interrupted', 'dependency-away'],
  replies: {
    200: { description: 'The answer, with charts and tables', schema: analysisSchema, links },
    202: {
      description: 'Accepted; poll the address in `Location`',
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
