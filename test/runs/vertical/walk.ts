import { randomBytes } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import type { Db } from '../../../src/store/db/client.ts';
import {
  createStepActivities,
  type StepActivity,
  type StepDone,
  type StepFacts,
} from '../../../src/activities/verticals/steps.ts';
import type { StepInput } from '../../../src/activities/verticals/call-step.ts';
import { createConnectors } from '../../../src/connectors/create.ts';
import { verticals } from '../../../src/governance/verticals/index.ts';
import type { VerticalId } from '../../../src/governance/verticals/definition.ts';
import { ledgerRefOfRun, newId } from '../../../src/ids.ts';
import { ensureTeam } from '../../../src/store/keys/team.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { CONNECTOR_PURPOSE } from '../../../src/store/connectors/connectors.ts';
import { DIGEST_PURPOSE } from '../../../src/store/records/digest.ts';
import { createLedger } from '../../../src/ledger/index.ts';
import { freshDatabase, type TestDatabase } from '../../helpers/database.ts';

type Case = Readonly<Record<string, unknown>>;

interface Options {
  /** Time at which the run is requested; the current time by default. */
  readonly at?: string;
  readonly egressAllow?: readonly string[];
  readonly digestRing?: KeyRing;
  /** Called before each step, so that a test can change something between steps. */
  readonly before?: (step: number) => Promise<void>;
  /** Performs every step a second time, as a retry does when the first result was lost. */
  readonly twice?: boolean;
  /** Called before a step is performed a second time. */
  readonly again?: (step: number) => Promise<void>;
}

export interface Walked {
  readonly runId: string;
  readonly facts: Readonly<Record<string, StepFacts>>;
  readonly run: {
    readonly status: string;
    readonly decision: string | null;
    readonly reasons: readonly { readonly code: string; readonly detail: string }[];
    readonly risk: { readonly score: number; readonly band: string; readonly features: object } | null;
  };
  readonly codes: readonly string[];
}

export interface Office {
  readonly database: TestDatabase;
  readonly db: Db;
  readonly teamId: string;
  /** The ring that seals the secrets of the office's connectors. */
  readonly connectorRing: KeyRing;
  readonly work: (vertical: VerticalId, given: Case, options?: Options) => Promise<Walked>;
}

/** The ring with which an office's records are digested. */
export const DIGEST_RING = new KeyRing([{ id: 'k1', key: Buffer.alloc(32, 1) }], DIGEST_PURPOSE);

/** Opens a team with fresh demo records, and a way to run a case's steps through the activities, without Temporal. */
export const openOffice = async (): Promise<Office> => {
  const database = await freshDatabase();
  const { db, pool } = database;
  const team = await ensureTeam(db, { name: 'demo', demoRecords: DIGEST_RING });
  const ledger = createLedger({ pool });
  const keys = [{ id: 'k1', key: randomBytes(32) }];
  const connectors = createConnectors(db, { ENCRYPTION_KEYS: keys, CONNECTOR_PINNED: [] });
  const work = async (vertical: VerticalId, given: Case, options: Options = {}): Promise<Walked> => {
    const runId = newId('run');
    const run = {
      run_id: runId,
      team_id: team.id,
      vertical,
      ledger_ref: ledgerRefOfRun(runId),
      created_at: new Date(options.at ?? Date.now()).toISOString(),
    };
    await db
      .insertInto('runs')
      .values({
        id: runId,
        team_id: team.id,
        vertical,
        mode: 'simulated',
        status: 'running',
        ledger_ref: run.ledger_ref,
        case_id: null,
        decision: null,
      })
      .execute();
    const activities = createStepActivities({
      db,
      ledger,
      openValue: async () => given,
      connectors,
      vaultRing: new KeyRing(keys, 'case-vault'),
      digestRing: options.digestRing ?? DIGEST_RING,
      egressAllow: options.egressAllow ?? [],
    });
    const facts: Record<string, StepFacts> = {};
    for (const { n, action } of verticals[vertical].steps) {
      await options.before?.(n);
      for (let time = 0; time < (options.twice ? 2 : 1); time++) {
        if (time > 0) await options.again?.(n);
        const done = await new MockActivityEnvironment({ attempt: time + 1 }).run<
          [StepInput],
          StepDone,
          StepActivity
        >(activities[action]!, { run, n, facts });
        facts[n] = done.facts;
      }
    }
    const row = await db
      .selectFrom('runs')
      .select(['status', 'decision', 'reasons', 'risk'])
      .where('id', '=', runId)
      .executeTakeFirstOrThrow();
    return { runId, facts, run: row, codes: row.reasons.map(({ code }) => code) };
  };
  const connectorRing = new KeyRing(keys, CONNECTOR_PURPOSE);
  return { database, db, teamId: team.id, connectorRing, work };
};
