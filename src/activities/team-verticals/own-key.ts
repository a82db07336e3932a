import type { CompiledStep } from '../../governance/team-verticals/compile.ts';
import { evaluated } from '../../governance/team-verticals/done.ts';
import { keyText } from '../../governance/text/plain.ts';
import { type Digest, digestOf, type RecordDigest } from '../../store/records/digest.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import type { StepRun } from './step-run.ts';

/**
 * Returns the key under which a case counts once. A case without its own number differs from every other
 * case.
 */
export const ownKeyOf = async (
  { db, digestRing }: Pick<ActivityDependencies, 'digestRing'> & { readonly db: ActivityDependencies['db'] },
  { input: { run }, found }: StepRun,
  cell: CompiledStep['key'],
): Promise<{ readonly digest: Digest; readonly ticketKey: RecordDigest }> => {
  const text = evaluated(cell, found.scope);
  const key = typeof text === 'string' ? keyText(text) : '';
  const digest = await digestOf(db, digestRing, run.team_id);
  return { digest, ticketKey: digest.of('ticket', `${run.version.id} ${key || run.run_id}`) };
};
