import type pg from 'pg';
import { AuditMemory } from '../../ledger/audit/memory.ts';
import { teamsToSign } from '../../ledger/due.ts';
import { type Signing, signCheckpoint, type SigningParts } from '../../ledger/sign.ts';
import type { Witness } from '../../ledger/witnesses/witness.ts';
import { type ReportShipment, shipDue, shipLatest } from '../../ledger/witnesses/ship.ts';

export interface CheckpointDependencies extends SigningParts {
  readonly pool: pg.Pool;
  readonly witnesses: readonly Witness[];
  /** Makes the keys known that sign from now on. */
  readonly publishKeys: () => Promise<void>;
  readonly reportRefusal: (refusal: { readonly teamId: string; readonly reason: string }) => void;
  readonly reportShipment: ReportShipment;
}

/** One pass over teams in the order of their ids; `next` goes on after it, null at the end. */
export interface SigningPass {
  readonly signed: number;
  readonly refused: number;
  readonly next: string | null;
}

const TEAMS_A_PASS = 100;

/** How often this worker asks every witness about every team, whatever the marks of earlier deliveries say. */
const ASK_ALL_HOURS = 1;

/** The activities of checkpoints. Each can be done again: what is signed or delivered already stays as it is. */
export const createCheckpointActivities = (deps: CheckpointDependencies) => {
  let published = false;
  const memory = new AuditMemory(ASK_ALL_HOURS);

  /** A key is public before anything is signed with it. */
  const sign = async (teamId: string): Promise<Signing> => {
    if (!published) await deps.publishKeys();
    published = true;
    const signing = await signCheckpoint(deps, teamId);
    if (signing.outcome === 'refused') deps.reportRefusal({ teamId, reason: signing.reason });
    return signing;
  };

  return {
    /** Signs the rows that a team's chain has now. */
    signTeamCheckpoint: async ({ team_id }: { readonly team_id: string }): Promise<Signing> => sign(team_id),

    /** Signs the chains that have grown, or shrunk, since their last checkpoint. */
    signDueCheckpoints: async ({ after }: { readonly after: string }): Promise<SigningPass> => {
      const teams = await teamsToSign(deps.pool, { after, limit: TEAMS_A_PASS });
      const counts = { signed: 0, refused: 0 };
      for (const teamId of teams) {
        const { outcome } = await sign(teamId);
        if (outcome === 'signed' || outcome === 'refused') counts[outcome] += 1;
      }
      return { ...counts, next: teams.length < TEAMS_A_PASS ? null : (teams.at(-1) ?? null) };
    },

    /** Tells every witness of a team's latest checkpoint, once. What fails is tried again by the next pass. */
    shipTeamCheckpoint: async ({ team_id }: { readonly team_id: string }): Promise<void> => {
      await Promise.all(
        deps.witnesses.map(async (witness) => shipLatest(deps.pool, witness, team_id, deps.reportShipment)),
      );
    },

    /** Tells every witness of the checkpoints that are due. */
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
