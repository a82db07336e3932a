import { allowListOf } from '../../store/egress-lists/egress-lists.ts';
import type { EgressPolicy } from '../../governance/egress.ts';
import type { Services } from '../services/services.ts';

/** Returns the hosts that links in a model's text may point to: the hosts that the team's agents may reach. */
export const linkPolicyOf = async (
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  teamId: string,
): Promise<EgressPolicy> => ({ allow: await allowListOf(db, teamId, settings.egressAllow) });
