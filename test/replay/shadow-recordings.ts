import { KYC } from '../../src/governance/rule-sets/built-in/kyc.ts';
import { ruleSetHash } from '../../src/governance/rule-sets/canonical.ts';
import type { Db } from '../../src/store/db/client.ts';
import { createRuleSet } from '../../src/store/rule-sets/rule-sets.ts';
import { createShadow } from '../../src/store/rule-sets/shadows.ts';
import { someKey } from '../helpers/actors.ts';
import { proposeRules } from '../helpers/rule-sets.ts';

/** Runs a version of kyc-rules in shadow, so that it also decides the next claims. */
export const runInShadow = async (db: Db, teamId: string): Promise<void> => {
  const set = { ...KYC, version: KYC.version + 1 };
  await proposeRules(db, teamId, set);
  await db.transaction().execute(async (tx) =>
    createShadow(tx, {
      teamId,
      ruleSetId: await createRuleSet(tx, { teamId, name: set.id }),
      vertical: 'kyc',
      pin: { id: set.id, version: set.version, sha256: ruleSetHash(set), owner: 'team' },
      endsAt: new Date(Date.now() + 3_600_000),
      maxRuns: 10,
      startedBy: someKey,
    }),
  );
};
