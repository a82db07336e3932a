import { listAgentTasks } from '../../../contract/operations/agents.ts';
import { listPage } from '../../agent-runs/list.ts';
import { route } from '../../services/route.ts';

export const listAgentTasksRoute = route(listAgentTasks, async ({ caller, query }, services) => ({
  status: 200,
  body: await listPage(services, caller.teamId, 'task', query),
}));
