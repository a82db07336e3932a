/**
 * A shadow's start and end, each in one transaction with its row. The rows of its decisions are in
 * shadow-row.ts.
 */
import type { Ledger, RowActor } from '../../ledger/index.ts';
import type { Actor } from '../../contract/actor.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';
import { lockRuleSet } from '../../store/rule-sets/rule-sets.ts';
import type { ShadowEnd } from '../../store/db/rule-sets-schema.ts';
import {
  createShadow,
  markShadowEnded,
  runningShadow,
  type StoredShadow,
} from '../../store/rule-sets/shadows.ts';
import { findVersion } from '../../store/rule-sets/versions.ts';
import { type Moving, type RefusedMove, rowActorOf, type VersionOfTeam } from './move.ts';
import type { Tx } from './moves.ts';
import { ruleSetRow } from './rows.ts';

export interface ShadowBounds {
  readonly vertical: VerticalId;
  readonly endsAt: Date;
  readonly maxRuns: number;
}

/** Lets a version that is proposed or approved decide finished runs beside the version in force. */
export const startShadow = async (
  tx: Tx,
  ledger: Ledger,
  { teamId, name, version }: VersionOfTeam,
  mover: Moving,
  { vertical, endsAt, maxRuns }: ShadowBounds,
): Promise<StoredShadow | RefusedMove> => {
  const ruleSetId = await lockRuleSet(tx, { teamId, name });
  const stored = await findVersion(tx, { teamId, name }, version);
  if (ruleSetId === undefined || stored === undefined) return { refused: 'not-found', detail: '' };
  if (stored.state !== 'proposed' && stored.state !== 'approved')
    return {
      refused: 'rule-set-state',
      detail: `The version is ${stored.state}; a shadow takes one that is proposed or approved.`,
    };
  const other = await runningShadow(tx, ruleSetId);
  if (other !== undefined)
    return { refused: 'rule-set-state', detail: `Version ${other.version} runs in shadow. Stop it first.` };
  const { sha256 } = stored;
  const pin = { id: name, version, sha256, owner: 'team' } as const;
  const startedBy = mover.actor;
  const shadow = await createShadow(tx, { teamId, ruleSetId, vertical, pin, endsAt, maxRuns, startedBy });
  await ledger.appendIn(
    tx,
    ruleSetRow({
      teamId,
      ruleSetId,
      name,
      version,
      sha256,
      action: 'rules.shadow_started',
      key: shadow.id,
      summary: `${name}@${version} runs in shadow, without an effect.`,
      detail: { shadow: shadow.id, ends_at: endsAt.toISOString(), max_runs: maxRuns },
      actor: rowActorOf(mover),
    }),
  );
  return shadow;
};

/** Stops the shadow of a version. */
export const stopShadow = async (
  tx: Tx,
  ledger: Ledger,
  { teamId, name, version }: VersionOfTeam,
  mover: Moving,
): Promise<StoredShadow | RefusedMove> => {
  const ruleSetId = await lockRuleSet(tx, { teamId, name });
  const stored = await findVersion(tx, { teamId, name }, version);
  if (ruleSetId === undefined || stored === undefined) return { refused: 'not-found', detail: '' };
  const shadow = await runningShadow(tx, ruleSetId);
  const ended =
    shadow?.version === version
      ? await endShadow(tx, ledger, shadow, { by: mover.actor, because: 'stopped', actor: rowActorOf(mover) })
      : undefined;
  return ended ?? { refused: 'rule-set-state', detail: 'The version does not run in shadow.' };
};

export interface Ending {
  readonly by: Actor;
  readonly because: ShadowEnd;
  readonly actor: RowActor;
}

/** Ends a shadow with its row. @returns undefined if it had ended before */
export const endShadow = async (
  tx: Tx,
  ledger: Ledger,
  { id }: Pick<StoredShadow, 'id'>,
  { by, because, actor }: Ending,
): Promise<StoredShadow | undefined> => {
  const ended = await markShadowEnded(tx, id, { by, because });
  if (ended === undefined) return undefined;
  const { team_id: teamId, rule_set_id: ruleSetId, pin, result } = ended;
  await ledger.appendIn(
    tx,
    ruleSetRow({
      teamId,
      ruleSetId,
      name: pin.id,
      version: pin.version,
      sha256: pin.sha256,
      action: 'rules.shadow_ended',
      key: id,
      summary: `${pin.id}@${pin.version} no longer runs in shadow: ${WHY[because]}.`,
      detail: {
        shadow: id,
        because,
        runs: result.runs,
        matrix: { ...result.matrix },
        approved_paise: { ...result.approved },
        skipped: { ...result.skipped },
      },
      actor,
    }),
  );
  return ended;
};

const WHY: Readonly<Record<ShadowEnd, string>> = {
  stopped: 'somebody stopped it',
  time: 'its time was over',
  count: 'it had decided as many runs as it should',
  activated: 'it was activated',
};
