import type { Transaction } from 'kysely';
import { asksOfAgent, type RunAsk } from '../../governance/reviews/asked-calls.ts';
import type { Database } from '../../store/db/schema.ts';
import { policyOf } from '../../store/reviews/policies.ts';
import type { AgentRunKind } from './stored-result.ts';

/** Returns the calls of an agent task or an analysis that wait for a person by the team's rules; undefined if none do. */
export const askOfAgent = async (
  tx: Transaction<Database>,
  teamId: string,
  kind: AgentRunKind,
): Promise<RunAsk | undefined> => {
  const { policy, version } = await policyOf(tx, teamId);
  const ask = asksOfAgent(policy, kind);
  return ask && { version, ...ask };
};
