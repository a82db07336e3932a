import { cancelAnalysis } from '../../../contract/operations/analysis.ts';
import { cancelAgentRun } from '../../agent-runs/cancel.ts';
import { route } from '../../services/route.ts';
import { showAnalysis } from './run.ts';

export const cancelAnalysisRoute = route(cancelAnalysis, async ({ caller, params }, services) => {
  const ref = { teamId: caller.teamId, ledgerRef: params.ref };
  const run = await cancelAgentRun(services, ref, 'analysis', caller.actor);
  return { status: 202, body: await showAnalysis(services, run) };
});
