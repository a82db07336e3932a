import { SUPPORT } from '../../src/governance/rule-sets/built-in/support.ts';
import type { Transaction } from 'kysely';
import type { RuleSet } from '../../src/contract/rule-set.ts';
import { dayInIndia, formatDay } from '../../src/governance/dates.ts';
import { canonicalRuleSet, ruleSetHash } from '../../src/governance/rule-sets/canonical.ts';
import { createShadow } from '../../src/store/rule-sets/shadows.ts';
import { createBacktest } from '../../src/store/rule-sets/backtests.ts';
import type { Db } from '../../src/store/db/client.ts';
import type { Database } from '../../src/store/db/schema.ts';
import { findVersion, storeDraft, type StoredVersion } from '../../src/store/rule-sets/versions.ts';
import { createRuleSet } from '../../src/store/rule-sets/rule-sets.ts';
import { markActive, markApproved, markProposed } from '../../src/store/rule-sets/version-moves.ts';
import { someKey } from './actors.ts';
import type { TestApi } from './api.ts';

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

const author = { actor: { kind: 'person', id: 'person_1', name: 'A. S.' }, subject: 'person_1' } as const;
const approver = { actor: { kind: 'person', id: 'person_2', name: 'B. S.' }, subject: 'person_2' } as const;

/** Writes a version and proposes it. */
export const proposeRules = async (db: Db, teamId: string, set: RuleSet): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await proposeIn(tx, teamId, set);
  });

const proposeIn = async (tx: Transaction<Database>, teamId: string, set: RuleSet): Promise<StoredVersion> => {
  const of = { teamId, name: set.id };
  const ruleSetId = await createRuleSet(tx, of);
  const draft = { set, document: canonicalRuleSet(set), sha256: ruleSetHash(set) };
  await storeDraft(tx, { teamId, ruleSetId }, draft, author);
  const stored = (await findVersion(tx, of, set.version))!;
  await markProposed(tx, stored, author);
  return stored;
};

/** Takes a rule set through all moves up to an active version, as two people do. */
export const activateRules = async (db: Db, teamId: string, set: RuleSet): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const stored = await proposeIn(tx, teamId, set);
    await markApproved(tx, stored, approver);
    await markActive(tx, stored, formatDay(dayInIndia(new Date())), approver);
  });
