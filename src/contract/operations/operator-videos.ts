import { z } from 'zod';
import { operation } from '../operation.ts';
import { operatorRunId } from '../operator.ts';
import { operatorVideoSchema } from '../operator-video.ts';

const tag = 'Operators';
const document = 'services';
const params = z.object({ run_id: operatorRunId });

export const makeOperatorVideo = operation({
  id: 'makeOperatorVideo',
  method: 'post',
  path: '/v1/operators/runs/{run_id}/video',
  document,
  tag,
  summary: 'Have a video of a finished run made',
  description:
    'A desktop without network makes it from the stored pictures; poll until its status is `ready`. A video that exists, or is ' +
    'being made, is not made again. The request has no body.',
  access: 'operators:write',
  params,
  problems: ['run-not-ended', 'suspended'],
  replies: { 202: { description: 'The video', schema: operatorVideoSchema } },
});

export const getOperatorVideo = operation({
  id: 'getOperatorVideo',
  method: 'get',
  path: '/v1/operators/runs/{run_id}/video',
  document,
  tag,
  summary: 'Read whether the video of a run is ready',
  access: 'operators:read',
  params,
  replies: { 200: { description: 'The video', schema: operatorVideoSchema } },
});

export const getOperatorVideoFile = operation({
  id: 'getOperatorVideoFile',
  method: 'get',
  path: '/v1/operators/runs/{run_id}/video.webm',
  document,
  tag,
  summary: 'Download the video of a run',
  description: 'The ledger records who read it, because it shows whatever the desktop showed.',
  access: 'operators:read',
  params,
  replies: { 200: { description: 'WebM with VP8', type: 'video/webm' } },
});
