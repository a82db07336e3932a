import type { getLedger, scanText } from '../../../src/contract/operations/govern.ts';
import type {
  cancelAgentTask,
  getAgentTask,
  getAgentTaskFile,
  listAgentTasks,
  runAgentTask,
} from '../../../src/contract/operations/agents.ts';
import type {
  analyze,
  cancelAnalysis,
  getAnalysis,
  getAnalysisFile,
  listAnalyses,
} from '../../../src/contract/operations/analysis.ts';
import type { runCode } from '../../../src/contract/operations/code.ts';
import type { listVerticals } from '../../../src/contract/operations/discovery.ts';
import type { extractDocument } from '../../../src/contract/operations/documents.ts';
import type { runLive } from '../../../src/contract/operations/live.ts';
import type { listModels } from '../../../src/contract/operations/models.ts';
import type { commentReview } from '../../../src/contract/operations/reviews.ts';
import type { getRunDocuments, startRun } from '../../../src/contract/operations/runs.ts';
import type {
  getTeamVerticalVersion,
  listTeamVerticals,
} from '../../../src/contract/operations/team-verticals.ts';
import type { createDocument, getDocumentPage } from '../../../src/contract/operations/stored-documents.ts';
import { bytesOf } from './bytes.ts';
import { operation } from './call.ts';

/** Operations that start work, and read its usage and the files that it left. */
export const work = {
  listVerticals: operation<typeof listVerticals>('get', '/v1/workforce/verticals'),
  listTeamVerticals: operation<typeof listTeamVerticals>('get', '/v1/verticals'),
  getTeamVerticalVersion: operation<typeof getTeamVerticalVersion>(
    'get',
    '/v1/verticals/{id}/versions/{version}',
  ),
  listModels: operation<typeof listModels>('get', '/v1/models'),
  createDocument: operation<typeof createDocument>('post', '/v1/documents'),
  startRun: operation<typeof startRun>('post', '/v1/workforce/verticals/{id}/runs'),
  getRunDocuments: operation<typeof getRunDocuments>('get', '/v1/workforce/runs/{id}/documents'),
  scanText: operation<typeof scanText>('post', '/v1/govern/scan'),
  extractDocument: operation<typeof extractDocument>('post', '/v1/documents/extract'),
  runCode: operation<typeof runCode>('post', '/v1/run'),
  runAgentTask: operation<typeof runAgentTask>('post', '/v1/agents/tasks'),
  getAgentTask: operation<typeof getAgentTask>('get', '/v1/agents/tasks/{ref}'),
  cancelAgentTask: operation<typeof cancelAgentTask>('post', '/v1/agents/tasks/{ref}/cancel'),
  listAgentTasks: operation<typeof listAgentTasks>('get', '/v1/agents/tasks'),
  analyze: operation<typeof analyze>('post', '/v1/analyze'),
  getAnalysis: operation<typeof getAnalysis>('get', '/v1/analyze/{ref}'),
  cancelAnalysis: operation<typeof cancelAnalysis>('post', '/v1/analyze/{ref}/cancel'),
  listAnalyses: operation<typeof listAnalyses>('get', '/v1/analyze'),
  getLedger: operation<typeof getLedger>('get', '/v1/govern/ledger/{ref}'),
  commentReview: operation<typeof commentReview>('post', '/v1/reviews/{id}/comment'),
};

/** Operations whose replies are bytes. */
export const files = {
  page: bytesOf<typeof getDocumentPage>('/v1/documents/{id}/pages/{n}.png'),
  ofTask: bytesOf<typeof getAgentTaskFile>('/v1/agents/tasks/{ref}/files/{id}'),
  ofAnalysis: bytesOf<typeof getAnalysisFile>('/v1/analyze/{ref}/files/{id}'),
};

/** Address and method of a live run, whose reply is a stream. */
export const LIVE_RUN = { method: 'post', path: '/v1/workforce/run' } as const satisfies Pick<
  typeof runLive,
  'method' | 'path'
>;
