import type { Transaction } from 'kysely';
import { type Actor, actorIn } from '../ledger/index.ts';
import { parseBody } from '../ledger/entry.ts';
import type { Database } from '../store/db/schema.ts';

/** Actions that record who issued a key, as this release and earlier ones name them. */
const ISSUES = ['key.issued', 'key.issue', 'key.rotate'];

/** Maximum number of keys that were issued with one another. */
const MAX_KEYS = 10;

/**
 * Returns the id of whoever stands behind an actor: for a key, the person who issued it, if the ledger knows one, even if that
 * person used another key. Keys of the command line stand for themselves.
 */
export const subjectOf = async (tx: Transaction<Database>, teamId: string, actor: Actor): Promise<string> => {
  let { id } = actor;
  let current: Actor = actor;
  for (let n = 0; current.kind === 'key' && n < MAX_KEYS; n += 1) {
    const issuer = await issuerOf(tx, teamId, current.id);
    if (issuer === null || issuer.kind === 'service') break;
    ({ id } = issuer);
    current = issuer;
  }
  return id;
};

const issuerOf = async (tx: Transaction<Database>, teamId: string, keyId: string): Promise<Actor | null> => {
  const row = await tx
    .selectFrom('agent_actions')
    .select('body')
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', keyId)
    .where('action', 'in', ISSUES)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { content } = parseBody(row.body);
  return actorIn((content as { readonly actor?: unknown }).actor);
};
