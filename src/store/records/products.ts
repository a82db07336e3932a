import type { Db } from './digest.ts';

/** Returns the id of the rule set with a product's terms; undefined if no product has the code. */
export const ruleSetOfProduct = async (db: Db, teamId: string, code: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('products')
    .select('rule_set')
    .where('team_id', '=', teamId)
    .where('code', '=', code)
    .executeTakeFirst();
  return row?.rule_set;
};
