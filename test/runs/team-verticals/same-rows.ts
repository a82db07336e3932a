import { MockActivityEnvironment } from '@temporalio/testing';
import { expect } from 'vitest';
import { createConnectors } from '../../../src/connectors/create.ts';
import { createTeamVerticalActivities } from '../../../src/activities/team-verticals/index.ts';
import type { TeamStepInput } from '../../../src/activities/team-verticals/step-run.ts';
import type { TeamVertical } from '../../../src/contract/team-vertical.ts';
import { canonicalRuleSet, ruleSetHash } from '../../../src/governance/rule-sets/canonical.ts';
import { ledgerRefOfRun } from '../../../src/ids.ts';
import { createLedger, type Entry } from '../../../src/ledger/index.ts';
import { createTeamVerticalRun } from '../../../src/runs/team-verticals/create.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { ensureTeam } from '../../../src/store/keys/team.ts';
import { createRuleSet } from '../../../src/store/rule-sets/rule-sets.ts';
import { storeDraft } from '../../../src/store/rule-sets/versions.ts';
import { openValue } from '../../../src/store/vault/vault.ts';
import { someKey } from '../../helpers/actors.ts';
import { DIGEST_RING, type Office } from '../vertical/walk.ts';

type Case = Readonly<Record<string, unknown>>;

interface Options {
  readonly at: string;
  readonly egressAllow?: readonly string[];
  readonly before?: (step: number) => Promise<void>;
}

/** Opens a second team in an office's database, with its own demo records, whose runs a document decides. */
export const openTeamOf = async ({ database }: Office, document: TeamVertical) => {
  const { db, pool } = database;
  const { id: teamId } = await ensureTeam(db, { name: 'documents', demoRecords: DIGEST_RING });
  const ledger = createLedger({ pool });
  const keys = [{ id: 'k1', key: Buffer.alloc(32, 7) }];
  const vaultRing = new KeyRing(keys, 'case-vault');
  const sha256 = ruleSetHash(document);
  await db.transaction().execute(async (tx) => {
    const ruleSetId = await createRuleSet(tx, { teamId, name: document.id, kind: 'vertical' });
    const draft = { set: document, document: canonicalRuleSet(document), sha256 };
    await storeDraft(tx, { teamId, ruleSetId }, draft, { actor: someKey, subject: 'key' });
  });
  const pin = { id: document.id, version: document.version, sha256, owner: 'team' } as const;
  /** Performs all steps of a case through the activities, without Temporal. */
  const work = async (given: Case, { at, egressAllow = [], before }: Options) => {
    const created = await db.transaction().execute(async (tx) =>
      createTeamVerticalRun(tx, vaultRing, {
        teamId,
        applied: { document, pin },
        case: given,
        askedBy: someKey,
      }),
    );
    const run = { ...created, created_at: at };
    const activities = createTeamVerticalActivities({
      db,
      ledger,
      vaultRing,
      digestRing: DIGEST_RING,
      openValue: async (ref) => openValue(db, vaultRing, ref),
      connectors: createConnectors(db, { ENCRYPTION_KEYS: keys, CONNECTOR_PINNED: [] }),
      egressAllow,
    });
    for (const [index, { do: kind }] of document.steps.entries()) {
      await before?.(index + 1);
      const perform = activities[`step.${kind}` as keyof typeof activities] as (
        input: TeamStepInput,
      ) => Promise<unknown>;
      await new MockActivityEnvironment().run(perform, { run, n: index + 1 });
    }
    return run.run_id;
  };
  return { teamId, ledger, work };
};

/** Returns what a run has written besides its rows, without ids. */
const effectsOf = async ({ db }: Pick<Office, 'db'>, id: string) => {
  const [run, tickets, messages, resets] = await Promise.all([
    db
      .selectFrom('runs')
      .select(['status', 'decision', 'reasons', 'risk', 'decided_under'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('tickets')
      .select([
        'ticket_id',
        'category',
        'severity',
        'subject',
        'status',
        'decision',
        'reasons',
        'trail',
        'submissions',
      ])
      .where('run_id', '=', id)
      .execute(),
    db.selectFrom('messages').select(['kind', 'to_masked', 'body']).where('run_id', '=', id).execute(),
    db.selectFrom('account_resets').select('account').where('run_id', '=', id).execute(),
  ]);
  const text = JSON.stringify({ run, tickets, messages, resets });
  return JSON.parse(text.replaceAll(id, 'RUN')) as { run: typeof run };
};

/** Returns the content of rows, without ids and without the document that a row names. */
const saidIn = (rows: readonly Entry[], runId: string): unknown =>
  rows.map(({ step, action, governance, summary, detail }) => {
    const { step: _step, vertical: _vertical, ...said } = detail;
    const text = JSON.stringify({ step, action, governance, summary, said });
    return JSON.parse(text.replaceAll(runId, 'RUN')) as unknown;
  });

/**
 * Expects that a document's run writes the rows and has the effects of the service's own run of the same case.
 * @returns the outcome of both, for counts of their kinds
 */
export const expectSame = async (
  office: Office,
  desk: Awaited<ReturnType<typeof openTeamOf>>,
  { runId, other, given }: { readonly runId: string; readonly other: string; readonly given: unknown },
): Promise<string> => {
  const shown = JSON.stringify(given)?.slice(0, 300);
  const rows = await desk.ledger.read(office.teamId, ledgerRefOfRun(runId));
  const otherRows = await desk.ledger.read(desk.teamId, ledgerRefOfRun(other));
  expect(saidIn(otherRows, other), shown).toEqual(saidIn(rows, runId));
  const [one, two] = await Promise.all([effectsOf(office, runId), effectsOf(office, other)]);
  expect(two, shown).toEqual(one);
  return `${one.run.decision} ${one.run.reasons.map(({ code }) => code).join(' ')}`;
};
