import { SUPPORT } from '../../src/governance/rule-sets/built-in/support.ts';
import { canonicalRuleSet } from '../../src/governance/rule-sets/canonical.ts';
import { createBacktest } from '../../src/store/rule-sets/backtests.ts';
import { findVersion } from '../../src/store/rule-sets/versions.ts';
import { someKey } from './actors.ts';
import type { TestApi } from './api.ts';

/** Creates a team's rule set their-rules@1 with a backtest. @returns the backtest's id */
export const createOwnRules = async (
  api: TestApi,
  { teamId, key }: { readonly teamId: string; readonly key: string },
): Promise<string> => {
  const document = { ...SUPPORT, id: 'their-rules', version: 1 };
  await api.send('PUT', '/v1/rule-sets/their-rules/versions/1', { key, body: document });
  const pin = { id: 'their-rules', version: 1, sha256: 'a'.repeat(64), owner: 'team' } as const;
  return api.database.db.transaction().execute(async (tx) => {
    const stored = (await findVersion(tx, { teamId, name: 'their-rules' }, 1))!;
    const backtest = await createBacktest(tx, {
      teamId,
      ruleSetId: stored.rule_set_id,
      vertical: 'support',
      pin,
      document: canonicalRuleSet(document),
      against: pin,
      againstDocument: canonicalRuleSet(document),
      from: null,
      to: null,
      limit: 1,
      askedBy: someKey,
    });
    return backtest!.id;
  });
};
