import { type UpdateObject, sql } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { Tx, StoredVersion } from './versions.ts';
import type { Database } from '../db/schema.ts';

/** Somebody who moves a version: who they are, and the id of the person behind a key. */
export interface Mover {
  readonly actor: Actor;
  readonly subject: string;
}

const move = async (
  tx: Tx,
  { rule_set_id, version }: Pick<StoredVersion, 'rule_set_id' | 'version'>,
  change: UpdateObject<Database, 'rule_set_versions'>,
): Promise<void> => {
  await tx
    .updateTable('rule_set_versions')
    .set(change)
    .where('rule_set_id', '=', rule_set_id)
    .where('version', '=', version)
    .execute();
};

const now = sql<Date>`clock_timestamp()`;

export const markProposed = async (tx: Tx, of: StoredVersion, { actor, subject }: Mover): Promise<void> =>
  move(tx, of, {
    state: 'proposed',
    proposed_by: JSON.stringify(actor),
    proposer: subject,
    proposed_at: now,
  });

export const markApproved = async (tx: Tx, of: StoredVersion, { actor, subject }: Mover): Promise<void> =>
  move(tx, of, {
    state: 'approved',
    approved_by: JSON.stringify(actor),
    approver: subject,
    approved_at: now,
  });

export const markActive = async (tx: Tx, of: StoredVersion, from: string, { actor }: Mover): Promise<void> =>
  move(tx, of, {
    state: 'active',
    activated_by: JSON.stringify(actor),
    activated_at: now,
    active_from: from,
  });

export const markRetired = async (tx: Tx, of: StoredVersion, { actor }: Mover): Promise<void> =>
  move(tx, of, { state: 'retired', retired_by: JSON.stringify(actor), retired_at: now });
