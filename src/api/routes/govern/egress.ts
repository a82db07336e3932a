import { listEgress } from '../../../contract/operations/egress.ts';
import { teamEntries } from '../../../store/egress-lists/egress-lists.ts';
import { route } from '../../services/route.ts';

export const listEgressRoute = route(listEgress, async ({ caller }, { db, settings }) => ({
  status: 200,
  body: {
    installation: settings.egressAllow.toSorted(),
    team: [...(await teamEntries(db, caller.teamId))],
  },
}));
