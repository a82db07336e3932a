import { sql, type Transaction } from 'kysely';
import type { StepDone } from '../../governance/team-verticals/done.ts';
import type { Database } from '../../store/db/schema.ts';
import type { StepRun } from './step-run.ts';

/** Performs a step that changes records. What a trial changes is undone before its row is appended. */
export const undoneInTrial = async (
  tx: Transaction<Database>,
  { input }: Pick<StepRun, 'input'>,
  perform: () => Promise<StepDone>,
): Promise<StepDone> => {
  if (input.run.version.trial !== true) return perform();
  await sql`SAVEPOINT trial`.execute(tx);
  const done = await perform();
  await sql`ROLLBACK TO SAVEPOINT trial`.execute(tx);
  return { ...done, summary: `Undone, because this is a trial. ${done.summary}` };
};
