import { getUsage } from '../../../contract/operations/usage.ts';
import { readUsage } from '../../../store/usage/usage.ts';
import { route } from '../../services/route.ts';

export const getUsageRoute = route(getUsage, async ({ query, caller }, { db }) => ({
  status: 200,
  body: await readUsage(db, { teamId: caller.teamId, days: query.days }),
}));
