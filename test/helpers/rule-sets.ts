import { SUPPORT } from '../../src/governance/rule-sets/built-in/support.ts';
import type { RuleSet } from '../../src/contract/rule-set.ts';
import { canonicalRuleSet } from '../../src/governance/rule-sets/canonical.ts';
import { createShadow } from '../../src/store/rule-sets/shadows.ts';
import { createBacktest } from '../../src/store/rule-sets/backtests.ts';
import type { Db } from '../../src/store/db/client.ts';
import { findVersion } from '../../src/store/rule-sets/versions.ts';
import { someKey } from './actors.ts';
import type { TestApi } from './api.ts';
import { activateDocument, proposeIn } from './versions.ts';

/** Creates a team's rule set their-rules@1 with a backtest and a shadow. @returns the backtest's id */
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
    await createShadow(tx, {
      teamId,
      ruleSetId: stored.rule_set_id,
      vertical: 'support',
      pin,
      endsAt: new Date('2099-01-01'),
      maxRuns: 1,
      startedBy: someKey,
    });
    return backtest!.id;
  });
};

/** Writes a version and proposes it. */
export const proposeRules = async (db: Db, teamId: string, set: RuleSet): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await proposeIn(tx, teamId, 'rules', set);
  });

/** Takes a rule set through all moves up to an active version, as two people do. */
export const activateRules = async (db: Db, teamId: string, set: RuleSet): Promise<void> =>
  activateDocument(db, teamId, 'rules', set);
