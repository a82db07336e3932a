import type { Transaction } from 'kysely';
import type { TeamVertical } from '../../contract/team-vertical.ts';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import type { Actor } from '../../contract/actor.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import type { SealedValue } from '../../store/vault/vault.ts';
import type { LinkedDocument } from '../document/case-documents.ts';
import { insertRun } from '../vertical/create.ts';
import type { StoredVerticalVersion } from '../vertical/workflow.ts';
import type { TeamVerticalRunInput } from './workflow.ts';

export interface NewTeamVerticalRun {
  readonly teamId: string;
  /** The version in force, or one that is tried. The run pins it. */
  readonly applied: {
    readonly document: TeamVertical;
    readonly pin: PinnedRuleSet;
    readonly trial?: boolean;
  };
  readonly case: SealedValue;
  readonly askedBy: Actor;
  /** The run whose case this one copies. */
  readonly caseOf?: string | undefined;
  /** The case's documents, which the caller has looked up. */
  readonly documents?: readonly LinkedDocument[];
}

/** Returns what a run stores of its pinned version. */
export const storedVersion = ({
  document,
  pin,
  trial,
}: NewTeamVerticalRun['applied']): StoredVerticalVersion => {
  const { id, version, sha256 } = pin;
  const steps = document.steps.map((step) => step.do);
  return { id, version, sha256, steps, ...(trial === true && { trial }) };
};

/**
 * Stores a run of a team's vertical and its sealed case in the caller's transaction.
 * @returns its workflow's input
 */
export const createTeamVerticalRun = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { teamId, applied, case: given, askedBy, caseOf, documents = [] }: NewTeamVerticalRun,
): Promise<TeamVerticalRunInput> => {
  const stored = storedVersion(applied);
  const own = { teamId, vertical: stored.id, case: given, askedBy, caseOf, documents } as const;
  const run = { ...own, mode: 'simulated', version: stored } as const;
  const created = await insertRun(tx, ring, run);
  return {
    run_id: created.run_id,
    team_id: teamId,
    ledger_ref: created.ledger_ref,
    created_at: created.created_at,
    asked_by: askedBy,
    ...(documents.length > 0 && { documents: documents.length }),
    version: stored,
  };
};
