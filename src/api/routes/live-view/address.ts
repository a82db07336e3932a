import { controlOperatorRun, watchOperatorRun } from '../../../contract/operations/live-view.ts';
import type { Caller } from '../../../store/keys/authenticate.ts';
import type { ViewRight } from '../../../desktop/live-view/view-request.ts';
import { streamUrlExpiry, streamUrlOf } from '../../live-view/stream-url.ts';
import { ProblemError } from '../../http/problem.ts';
import { type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';

const address = async (
  services: Services,
  caller: Caller,
  runId: string,
  mode: ViewRight,
): Promise<Reply> => {
  const known = await services.db
    .selectFrom('operator_runs')
    .select('status')
    .where('id', '=', runId)
    .where('team_id', '=', caller.teamId)
    .executeTakeFirst();
  if (known === undefined) throw new ProblemError('not-found');
  if (known.status === 'done') throw new ProblemError('run-ended');
  const expires_at = streamUrlExpiry();
  return {
    status: 200,
    body: { stream_url: streamUrlOf(services, { runId, caller, mode }), expires_at },
  };
};

export const watchOperatorRunRoute = route(watchOperatorRun, async ({ params, caller }, services) =>
  address(services, caller, params.run_id, 'view'),
);

export const controlOperatorRunRoute = route(controlOperatorRun, async ({ params, caller }, services) =>
  address(services, caller, params.run_id, 'control'),
);
