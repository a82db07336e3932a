import { z } from 'zod';
import { analysisBody, analysisRef, analysisSchema, MAX_ANALYSIS_BODY } from '../analysis.ts';
import { agentRunListQuery, agentRunListSchema, asyncHeader } from '../agent-run.ts';
import { fileId } from '../given-file.ts';
import { streamQuery } from '../events.ts';
import { operation } from '../operation.ts';
import {
  FILE_REPLIES,
  FOLLOW_DESCRIPTION,
  FOLLOW_REPLIES,
  linksTo,
  START_PROBLEMS,
  startReplies,
} from './code-agent-runs.ts';
import { streamHeaders } from './live.ts';

const tag = 'Data analysis';
const document = 'services';

const links = linksTo('Analysis');

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
  problems: START_PROBLEMS,
  replies: startReplies('The answer, with charts and tables', analysisSchema, links),
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
  replies: FILE_REPLIES,
});

export const followAnalysis = operation({
  id: 'followAnalysis',
  method: 'get',
  path: '/v1/analyze/{ref}/events',
  document,
  tag,
  summary: 'Follow an analysis',
  description: FOLLOW_DESCRIPTION,
  access: 'analyze',
  params: z.object({ ref: analysisRef }),
  query: streamQuery,
  headers: streamHeaders,
  replies: FOLLOW_REPLIES,
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
