import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { Role } from '../../contract/roles.ts';
import type { Scope } from '../../contract/scopes.ts';
import { maskText } from '../../governance/mask.ts';
import type { Database } from '../db/schema.ts';
import { hashKey, isKeyShaped } from './format.ts';
import { GatheredLookup } from './gathered-lookup.ts';

/** An authenticated caller: a key or a person, and its team. */
export interface Caller {
  /** Id of the key or the person. */
  readonly id: string;
  /** The same as `id`, under the name that it had before people could ask. */
  readonly keyId: string;
  readonly teamId: string;
  /** Empty for a person. */
  readonly keyPrefix: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Who acts, as ledger rows name them. */
  readonly actor: Actor;
  /** Only if a person asks. */
  readonly person?: {
    readonly roles: ReadonlySet<Role>;
    /** Undefined if the person asks with a token of the identity provider. */
    readonly sessionId: string | undefined;
  };
}

/** How long a known key is trusted without another query. A revocation may take this long to have an effect. */
const BELIEVE_MS = 1_000;
const REMEMBERED_KEYS = 10_000;

const usableKeys = (db: Kysely<Database>) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'name', 'team_id', 'prefix', 'scopes'])
    .select(sql<boolean>`coalesce(last_used_at > now() - interval '1 minute', false)`.as('used_lately'))
    .where('revoked_at', 'is', null)
    .where((where) =>
      where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]),
    );

type UsableKeys = ReturnType<typeof usableKeys>;

const existingKeys = async (db: Kysely<Database>, hashes: readonly Buffer[]): Promise<readonly Buffer[]> => {
  const rows = await usableKeys(db)
    .select('key_hash')
    .where(sql<boolean>`key_hash = any(${hashes}::bytea[])`)
    .execute();
  return rows.map(({ key_hash }) => key_hash);
};

/** Identifies the caller behind a key. Refuses malformed keys without a query, and caches a valid key's hash for one second. */
export class Authenticator {
  readonly #db: Kysely<Database>;
  readonly #known = new Map<string, { readonly caller: Caller; readonly until: number }>();

  readonly #existing: GatheredLookup;

  constructor(db: Kysely<Database>) {
    this.#db = db;
    this.#existing = new GatheredLookup(async (hashes) => existingKeys(db, hashes));
  }

  /**
   * Identifies the caller by the full key.
   * @param options `gathered` to share a database query with other keys, which means waiting for the previous such query to
   * finish
   * @returns undefined for a malformed, unknown, expired or revoked key, without saying which
   */
  async byKey(key: string, { gathered = false } = {}): Promise<Caller | undefined> {
    const name = hash('sha256', key, 'base64');
    const known = this.#known.get(name);
    if (known !== undefined && known.until > performance.now()) return known.caller;
    if (!isKeyShaped(key)) return undefined;
    if (gathered && !(await this.#existing.has(hashKey(key)))) return undefined;
    const caller = await this.#find((query) => query.where('key_hash', '=', hashKey(key)));
    if (caller === undefined) this.#known.delete(name);
    else this.#remember(name, caller);
    return caller;
  }

  /** Identifies the caller by the id of a previously presented key. Never uses the cache. */
  async byId(keyId: string): Promise<Caller | undefined> {
    return this.#find((query) => query.where('id', '=', keyId));
  }

  #remember(name: string, caller: Caller): void {
    if (this.#known.size >= REMEMBERED_KEYS) this.#known.clear();
    this.#known.set(name, { caller, until: performance.now() + BELIEVE_MS });
  }

  async #find(narrow: (query: UsableKeys) => UsableKeys): Promise<Caller | undefined> {
    const row = await narrow(usableKeys(this.#db)).executeTakeFirst();
    if (row === undefined) return undefined;
    if (!row.used_lately) await this.#markUsed(row.id);
    return {
      id: row.id,
      keyId: row.id,
      teamId: row.team_id,
      keyPrefix: row.prefix,
      scopes: new Set(row.scopes as Scope[]),
      actor: { kind: 'key', id: row.id, name: maskText(row.name) },
    };
  }

  /** Records a key's last use at most once a minute, regardless of the number of requests and processes. */
  async #markUsed(keyId: string): Promise<void> {
    await this.#db
      .updateTable('api_keys')
      .set({ last_used_at: sql<Date>`now()` })
      .where('id', '=', keyId)
      .where((where) =>
        where.or([
          where('last_used_at', 'is', null),
          where('last_used_at', '<', sql<Date>`now() - interval '1 minute'`),
        ]),
      )
      .execute();
  }
}
