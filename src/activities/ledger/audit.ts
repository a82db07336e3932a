import type { Client } from '@temporalio/client';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { type Alert, type AlertHook, recordAlert } from '../../ledger/audit/alert.ts';
import { catalogChanges } from '../../ledger/audit/catalog-changes.ts';
import { alertOf, checkTeam } from '../../ledger/audit/check.ts';
import { teamsToCheck } from '../../ledger/audit/checked-teams.ts';
import { AuditMemory } from '../../ledger/audit/memory.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { byService, type Ledger } from '../../ledger/index.ts';
import { reconcileHistories, reconcileRefs } from './history.ts';
import { eraseCase, overdueCases } from '../../runs/erase.ts';

export interface LedgerAuditDependencies {
  readonly pool: pg.Pool;
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
  readonly vaultRing: KeyRing;
  readonly client: Client;
  readonly taskQueues: readonly string[];
  /** Interval in hours for reading every chain in full. */
  readonly fullHours: number;
  readonly retentionDays: number;
  /** Hooks that are called with every alert. If one of them throws, the error is reported and the others still run. */
  readonly hooks: readonly AlertHook[];
  readonly report: (
    event: { readonly alert: Alert } | { readonly failed: string; readonly error: unknown },
  ) => void;
}

/** One pass over teams in id order. `next` is where the next pass continues; null at the end. */
export interface AuditPass {
  readonly checked: number;
  readonly broken: number;
  readonly next: string | null;
}

/** Memory key for checking all closed workflows. */
const HISTORIES = 'histories';

const TEAMS_A_PASS = 50;
const CASES_A_PASS = 500;

/** Creates the activities that watch the ledger. Each may be repeated, because nothing is reported twice on the same day. */
export const createLedgerAuditActivities = (deps: LedgerAuditDependencies) => {
  const { pool, db, ledger, client, report } = deps;
  const memory = new AuditMemory(deps.fullHours);
  // A full check looks back for twice the interval, and so covers the whole time since the previous one.
  const sinceHours = 2 * deps.fullHours;

  const raise = async (alert: Alert): Promise<void> => {
    report({ alert });
    const notified = [recordAlert(deps, alert), ...deps.hooks.map(async (hook) => hook(alert))];
    for (const outcome of await Promise.allSettled(notified)) {
      if (outcome.status === 'rejected')
        report({ failed: 'alert could not be delivered', error: outcome.reason });
    }
  };

  let knownChanges = '';
  /** Checks the ledger's database objects first, because a replaced verifier would approve everything. */
  const checkCatalog = async (): Promise<void> => {
    const changes = (await catalogChanges(pool)) ?? [];
    const names = changes.map(({ name, change }) => `${name} (${change})`);
    const isNews = names.join() !== knownChanges;
    knownChanges = names.join();
    if (names.length === 0 || !isNews) return;
    const reason = `catalog: differs from the release: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`;
    await raise({
      team_id: null,
      kind: 'catalog',
      first_broken: null,
      reason,
      found_at: new Date().toISOString(),
    });
  };

  return {
    /** Checks some teams' chains from their last verified checkpoint, and looks for rows of unknown origin. */
    auditLedgers: async ({ after }: { readonly after: string }): Promise<AuditPass> => {
      if (after === '') await checkCatalog();
      const teams = await teamsToCheck(db, { after, limit: TEAMS_A_PASS, fullHours: deps.fullHours });
      let broken = 0;
      for (const { team_id: teamId, full: isMarkOld } of teams) {
        const all = memory.isDue(teamId);
        const { check, alert } = await checkTeam(deps, teamId, { full: isMarkOld || all });
        if (!check.ok) broken += 1;
        // Either source may miss the finding: this worker may be new, or somebody may have recorded it as already reported.
        if (memory.isNews(check) || alert !== undefined) await raise(alertOf(check));
        const unknown = await reconcileRefs({ pool, db, client }, teamId, all ? sinceHours : undefined);
        for (const one of unknown) await raise(one);
        if (all) memory.looked(teamId);
      }
      return {
        checked: teams.length,
        broken,
        next: teams.length < TEAMS_A_PASS ? null : teams.at(-1)!.team_id,
      };
    },

    /** Compares the workflows that closed since the last pass with their runs' rows. */
    reconcileWorkflows: async (): Promise<number> => {
      const all = memory.isDue(HISTORIES);
      const { workflows, alerts } = await reconcileHistories({
        pool,
        db,
        client,
        taskQueues: deps.taskQueues,
        ...(all && { sinceHours }),
      });
      for (const alert of alerts) await raise(alert);
      if (all) memory.looked(HISTORIES);
      return workflows;
    },

    /**
     * Erases sealed values and messages whose retention period is over.
     * @returns how many refs were erased, and whether there may be more
     */
    eraseOverdueCases: async (): Promise<{ readonly erased: number; readonly more: boolean }> => {
      const overdue = await overdueCases(db, { days: deps.retentionDays, limit: CASES_A_PASS });
      for (const { team_id: teamId, ref } of overdue) {
        const actor = byService('retention', { job: 'retention' });
        const reason = `kept for ${deps.retentionDays} days`;
        await eraseCase(db, ledger, { teamId, ref, reason, actor });
      }
      return { erased: overdue.length, more: overdue.length === CASES_A_PASS };
    },
  };
};

export type LedgerAuditActivities = ReturnType<typeof createLedgerAuditActivities>;
