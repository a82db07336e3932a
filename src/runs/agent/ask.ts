import type { Transaction } from 'kysely';
import { askedAgentTools, type RunAsk } from '../../governance/reviews/asks.ts';
import type { Database } from '../../store/db/schema.ts';
import { policyOf } from '../../store/reviews/policies.ts';
import type { AgentRunKind } from './stored-result.ts';

/** Returns the tools about whose calls the team's rules want a person asked in agent tasks or analyses; undefined for none. */
export const askOfAgent = async (
  tx: Transaction<Database>,
  teamId: string,
  kind: AgentRunKind,
): Promise<RunAsk | undefined> => {
  const { policy, version } = await policyOf(tx, teamId);
  const tools = askedAgentTools(policy, kind);
  return tools.length === 0 ? undefined : { version, tools };
};
