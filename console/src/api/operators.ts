import { useQuery } from '@tanstack/preact-query';
import type { controlOperatorRun, watchOperatorRun } from '../../../src/contract/operations/live-view.ts';
import type {
  approveOperatorAction,
  cancelOperatorRun,
  getOperatorRun,
  getOperatorScreenshot,
  listOperatorQuestions,
  listOperatorRuns,
  startOperatorRun,
} from '../../../src/contract/operations/operators.ts';
import type {
  getOperatorVideo,
  getOperatorVideoFile,
  makeOperatorVideo,
} from '../../../src/contract/operations/operator-videos.ts';
import { bytesOf } from './bytes.ts';
import { operation } from './call.ts';
import { type FiltersOf, useList } from './lists.ts';
import { whilePresent } from './presence.ts';

/** Operations on operators, who work on desktops. */
export const operators = {
  start: operation<typeof startOperatorRun>('post', '/v1/operators/run'),
  list: operation<typeof listOperatorRuns>('get', '/v1/operators/runs'),
  get: operation<typeof getOperatorRun>('get', '/v1/operators/runs/{run_id}'),
  screenshot: bytesOf<typeof getOperatorScreenshot>('/v1/operators/runs/{run_id}/screenshots/{n}'),
  questions: operation<typeof listOperatorQuestions>('get', '/v1/operators/runs/{run_id}/questions'),
  makeVideo: operation<typeof makeOperatorVideo>('post', '/v1/operators/runs/{run_id}/video'),
  video: operation<typeof getOperatorVideo>('get', '/v1/operators/runs/{run_id}/video'),
  videoFile: bytesOf<typeof getOperatorVideoFile>('/v1/operators/runs/{run_id}/video.webm'),
  cancel: operation<typeof cancelOperatorRun>('post', '/v1/operators/runs/{run_id}/cancel'),
  answer: operation<typeof approveOperatorAction>('post', '/v1/operators/runs/{run_id}/approval'),
  watch: operation<typeof watchOperatorRun>('post', '/v1/operators/runs/{run_id}/view'),
  control: operation<typeof controlOperatorRun>('post', '/v1/operators/runs/{run_id}/control'),
};

const EVERY_MS = 2_000;

/** Reads an operator run, and again every two seconds while it is running. */
export const useOperator = (id: string) =>
  useQuery({
    queryKey: ['operator', id],
    queryFn: async ({ signal }) => operators.get({ params: { run_id: id }, signal }),
    refetchInterval: ({ state }) => state.data?.status !== 'done' && whilePresent(EVERY_MS)(),
  });

export const useOperators = (filters: FiltersOf<typeof listOperatorRuns>) =>
  useList('operators', filters, operators.list);
