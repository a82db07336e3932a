import { cancelAgentTask } from '../../../contract/operations/agents.ts';
import { cancelAgentRun } from '../../agent-runs/cancel.ts';
import { route } from '../../services/route.ts';
import { showTask } from './run.ts';

export const cancelAgentTaskRoute = route(cancelAgentTask, async ({ caller, params }, services) => {
  const ref = { teamId: caller.teamId, ledgerRef: params.ref };
  const run = await cancelAgentRun(services, ref, 'task', caller.actor);
  return { status: 202, body: await showTask(services, run) };
});
