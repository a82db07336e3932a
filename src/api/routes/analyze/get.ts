import { getAnalysis } from '../../../contract/operations/analysis.ts';
import { runNow } from '../../agent-runs/wait.ts';
import { route } from '../../services/route.ts';
import { showAnalysis } from './run.ts';

export const getAnalysisRoute = route(getAnalysis, async ({ caller, params }, services) => {
  const ref = { teamId: caller.teamId, ledgerRef: params.ref };
  return { status: 200, body: await showAnalysis(services, await runNow(services, ref, 'analysis')) };
});
