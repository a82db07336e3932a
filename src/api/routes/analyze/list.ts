import { listAnalyses } from '../../../contract/operations/analysis.ts';
import { listPage } from '../../agent-runs/list.ts';
import { route } from '../../services/route.ts';

export const listAnalysesRoute = route(listAnalyses, async ({ caller, query }, services) => ({
  status: 200,
  body: await listPage(services, caller.teamId, 'analysis', query),
}));
