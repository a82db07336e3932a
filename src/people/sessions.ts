import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { maskText } from '../governance/mask.ts';
import { newId } from '../ids.ts';
import { cut } from '../ledger/canonical.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Database } from '../store/db/schema.ts';
import { personActor } from './caller.ts';
import type { PersonRecord } from './people.ts';
import { recordPersonAct } from './rows.ts';
import { hashToken, mintToken } from './token.ts';

export type Db = Kysely<Database>;

/** A session ends 12 hours after the sign-in, and earlier if it is not used for 30 minutes. */
export const SESSION_HOURS = 12;
export const IDLE = sql`interval '30 minutes'`;
const LIFETIME = sql`make_interval(hours => ${SESSION_HOURS})`;

/** How long a browser's description of itself may be. */
const CLIENT_LENGTH = 200;

/** An open session, with its person's name. */
export type SessionRecord = Omit<
  Selectable<Database['sessions']>,
  'token_hash' | 'refresh_key_id' | 'refresh_token' | 'checked_at'
> & { readonly name: string };

/** A refresh token as it is stored. */
export interface SealedRefreshToken {
  readonly refresh_key_id: string;
  readonly refresh_token: Buffer;
}

/** Seals a session's refresh token; undefined if there is none. */
export type SealRefreshToken = (sessionId: string) => SealedRefreshToken | undefined;

/** Open sessions of people who may still act. All look-ups use this query, so that each of them checks every condition. */
export const openSessions = (db: Db) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('people as p', 'p.id', 's.person_id')
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('s.last_used_at', '>', sql<Date>`now() - ${IDLE}`)
    .where('p.deactivated_at', 'is', null)
    .where(sql<boolean>`cardinality(p.roles) > 0`);

/** Opens a session for a person who has just signed in. @returns the cookie's value, which is stored only as a hash */
export const openSession = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  person: PersonRecord,
  {
    how,
    client,
    seal = () => undefined,
  }: {
    readonly how: 'provider' | 'link';
    readonly client: string;
    readonly seal?: SealRefreshToken;
  },
): Promise<{ readonly token: string; readonly sessionId: string }> => {
  const token = mintToken();
  const id = newId('session');
  await tx
    .insertInto('sessions')
    .values({
      id,
      ...seal(id),
      team_id: person.team_id,
      person_id: person.id,
      token_hash: hashToken(token),
      signed_in_with: how,
      client: maskText(cut(client, CLIENT_LENGTH)),
      expires_at: sql<Date>`now() + ${LIFETIME}` as unknown as Date,
    })
    .execute();
  await tx
    .updateTable('people')
    .set({ signed_in_at: sql<Date>`now()` })
    .where('id', '=', person.id)
    .execute();
  await recordPersonAct(ledger, tx, {
    teamId: person.team_id,
    personId: person.id,
    action: 'person.signed_in',
    detail: { session: id, with: how, roles: person.roles },
    actor: personActor(person),
  });
  return { token, sessionId: id };
};

/** Lists open sessions, newest first: a person's, or the whole team's. */
export const listSessions = async (
  db: Db,
  { teamId, personId }: { readonly teamId: string; readonly personId?: string | undefined },
): Promise<readonly SessionRecord[]> => {
  const query = openSessions(db)
    .where('s.team_id', '=', teamId)
    .select([
      's.id',
      's.team_id',
      's.person_id',
      's.signed_in_with',
      's.client',
      's.created_at',
      's.last_used_at',
      's.expires_at',
      's.ended_at',
      'p.name',
    ])
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(1_000);
  return (personId === undefined ? query : query.where('s.person_id', '=', personId)).execute();
};
