import type pg from 'pg';
import { AuditMemory } from '../../ledger/audit/memory.ts';
import { teamsToSign } from '../../ledger/due.ts';
import { type Signing, signCheckpoint, type SigningParts } from '../../ledger/sign.ts';
import type { Witness } from '../../ledger/witnesses/witness.ts';
import { type ReportShipment, shipDue, shipLatest } from '../../ledger/witnesses/ship.ts';

export interface CheckpointDependencies extends SigningParts {
  readonly pool: pg.Pool;
  readonly witnesses: readonly Witness[];
  /** Publishes the keys that will sign from now on. */
  readonly publishKeys: () => Promise<void>;
  readonly reportRefusal: (refusal: { readonly teamId: string; readonly reason: string }) => void;
  readonly reportShipment: ReportShipment;
}

/** One pass over teams in id order. `next` is where the next pass continues; null at the end. */
export interface SigningPass {
  readonly signed: number;
  readonly refused: number;
  readonly next: string | null;
}

const TEAMS_A_PASS = 100;

/**
 * Interval in hours at which this worker asks every witness about every team, regardless of the records of earlier deliveries.
 */
const ASK_ALL_HOURS = 1;

/**
 * Creates the activities for checkpoints. Each may be repeated, because checkpoints that are already signed or delivered do not
 * change.
 */
export const createCheckpointActivities = (deps: CheckpointDependencies) => {
  let published = false;
  const memory = new AuditMemory(ASK_ALL_HOURS);

  /** Signs a team's chain. Publishes the keys first, so that a key is public before anything is signed with it. */
  const sign = async (teamId: string): Promise<Signing> => {
    if (!published) await deps.publishKeys();
    published = true;
    const signing = await signCheckpoint(deps, teamId);
    if (signing.outcome === 'refused') deps.reportRefusal({ teamId, reason: signing.reason });
    return signing;
  };

  return {
    /** Signs the current rows in a team's chain. */
    signTeamCheckpoint: async ({ team_id }: { readonly team_id: string }): Promise<Signing> => sign(team_id),

    /** Signs the chains that have grown or shrunk since their last checkpoint. */
    signDueCheckpoints: async ({ after }: { readonly after: string }): Promise<SigningPass> => {
      const teams = await teamsToSign(deps.pool, { after, limit: TEAMS_A_PASS });
      const counts = { signed: 0, refused: 0 };
      for (const teamId of teams) {
        const { outcome } = await sign(teamId);
        if (outcome === 'signed' || outcome === 'refused') counts[outcome] += 1;
      }
      return { ...counts, next: teams.length < TEAMS_A_PASS ? null : (teams.at(-1) ?? null) };
    },

    /** Sends a team's latest checkpoint to every witness, once. The next pass retries failed deliveries. */
    shipTeamCheckpoint: async ({ team_id }: { readonly team_id: string }): Promise<void> => {
      await Promise.all(
        deps.witnesses.map(async (witness) => shipLatest(deps.pool, witness, team_id, deps.reportShipment)),
      );
    },

    /** Sends the checkpoints that are due to every witness. */
    shipDueCheckpoints: async (): Promise<void> => {
      await Promise.all(
        deps.witnesses.map(async (witness) => {
          const all = memory.isDue(witness.name);
          await shipDue(deps.pool, witness, deps.reportShipment, all);
          if (all) memory.looked(witness.name);
        }),
      );
    },
  };
};

export type CheckpointActivities = ReturnType<typeof createCheckpointActivities>;
