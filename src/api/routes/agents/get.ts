import { getAgentTask } from '../../../contract/operations/agents.ts';
import { runNow } from '../../agent-runs/wait.ts';
import { route } from '../../services/route.ts';
import { showTask } from './run.ts';

export const getAgentTaskRoute = route(getAgentTask, async ({ caller, params }, services) => {
  const ref = { teamId: caller.teamId, ledgerRef: params.ref };
  return { status: 200, body: await showTask(services, await runNow(services, ref, 'task')) };
});
