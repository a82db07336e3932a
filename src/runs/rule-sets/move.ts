import { actedBy, type JsonObject, type Ledger } from '../../ledger/index.ts';
import { lockPolicies } from '../../store/rule-sets/agent-policies.ts';
import { type RuleSetOfTeam, lockRuleSet } from '../../store/rule-sets/rule-sets.ts';
import type { Mover } from '../../store/rule-sets/version-moves.ts';
import { type StoredVersion, findVersion } from '../../store/rule-sets/versions.ts';
import type { Tx } from './moves.ts';
import { type RuleSetAction, ruleSetRow } from './rows.ts';

/** Why a version does not move; `detail` is for the caller. */
export interface RefusedMove {
  readonly refused:
    'not-found' | 'rule-set-state' | 'another-person-needed' | 'invalid-day' | 'bounds-not-met';
  readonly detail: string;
}

/** Somebody who moves a version, with the request for the row. */
export interface Moving extends Mover {
  readonly requestId: string;
  readonly keyId: string;
}

export interface VersionOfTeam extends RuleSetOfTeam {
  readonly version: number;
}

type Work = (stored: StoredVersion) => Promise<RefusedMove | Omit<Moved, 'stored'>>;
interface Moved {
  readonly action: RuleSetAction;
  readonly summary: string;
  readonly detail?: JsonObject;
}

export const rowActorOf = ({ actor, requestId, keyId }: Moving) =>
  actedBy(actor, { ...(actor.kind === 'key' && { key_id: keyId }), request_id: requestId });

/** Moves a version on from a state, and appends the row last, because the team's chain is locked from there on. */
export const move = async (
  tx: Tx,
  ledger: Ledger,
  of: VersionOfTeam,
  mover: Moving,
  from: StoredVersion['state'],
  work: Work,
): Promise<RefusedMove | undefined> => {
  const ruleSetId = await lockRuleSet(tx, of);
  if (of.kind === 'policy') await lockPolicies(tx, of.teamId, 'change');
  const stored = await findVersion(tx, of, of.version);
  if (ruleSetId === undefined || stored === undefined) return { refused: 'not-found', detail: '' };
  if (stored.state !== from)
    return {
      refused: 'rule-set-state',
      detail: `The version is ${stored.state}; this takes one that is ${from}.`,
    };
  const moved = await work(stored);
  if ('refused' in moved) return moved;
  const { sha256 } = stored;
  await ledger.appendIn(tx, ruleSetRow({ ...of, ruleSetId, sha256, actor: rowActorOf(mover), ...moved }));
  return undefined;
};
