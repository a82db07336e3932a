import { keyName } from '../contract/key.ts';
import { defaultScopes, scopes as allScopes } from '../contract/scopes.ts';
import type { Scope } from '../contract/scopes.ts';
import { issueKey, listKeys, revokeKey } from '../store/keys/store.ts';
import { maskText } from '../governance/mask.ts';
import { keyIssued, keyRevoked } from '../ledger/index.ts';
import type { KeyRecord } from '../store/keys/store.ts';
import { ensureTeam } from '../store/keys/team.ts';
import { ProvisionError } from '../provision/problem.ts';
import { COMMAND_LINE, requireTeam, withDatabase } from './connection.ts';
import type { Where } from './connection.ts';
import { EXIT, table } from './outcome.ts';
import type { Outcome } from './outcome.ts';

export interface NewKey {
  readonly team: string;
  readonly name: string;
  /** Comma-separated scopes; defaults to all except those that must be asked for by name (`contract/scopes.ts`). */
  readonly scopes?: string;
  readonly expiresInDays?: string;
}

const DAY_MS = 86_400_000;
const TEAM_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Issues a key, and creates the team if no team has that name. The key cannot be shown again later. */
export const createKey = async (where: Where, wanted: NewKey): Promise<Outcome> => {
  const scopes = parseScopes(wanted.scopes);
  const expiresAt = parseDays(wanted.expiresInDays);
  if (!TEAM_NAME.test(wanted.team)) {
    throw new ProvisionError(
      'This is not a valid team name.',
      'Use at most 63 lower-case letters, digits and hyphens, such as: acme',
    );
  }
  const name = keyName.safeParse(wanted.name);
  if (!name.success)
    throw new ProvisionError(
      'This is not a valid key name.',
      'Use 1 to 100 visible characters, such as: claims-portal',
    );
  return withDatabase(where, async ({ db, ledger }) => {
    const team = wanted.team.startsWith('team_')
      ? await requireTeam(db, wanted.team)
      : await ensureTeam(db, { name: wanted.team });
    const { record, key } = await db.transaction().execute(async (tx) => {
      const issued = await issueKey(tx, { teamId: team.id, name: wanted.name, scopes, expiresAt });
      await ledger.appendIn(tx, keyIssued({ teamId: team.id, actor: COMMAND_LINE }, issued.record));
      return issued;
    });
    return {
      code: EXIT.ok,
      json: { team, ...render(record), key },
      text: `${key}\n  id ${record.id}, team ${team.name}, scopes ${record.scopes.join(' ')}\n  It cannot be shown again. The team has no records until you write some; only npm start's demo team has demo records.`,
    };
  });
};

/** Lists all of a team's keys, newest first. */
export const showKeys = async (where: Where, teamName: string): Promise<Outcome> =>
  withDatabase(where, async ({ db }) => {
    const team = await requireTeam(db, teamName);
    const keys = await listKeys(db, team.id);
    const rows = keys.map((key) => [
      key.id,
      `${key.prefix}…`,
      state(key),
      shown(key.name),
      key.scopes.join(' '),
    ]);
    return {
      code: EXIT.ok,
      json: { team, keys: keys.map(render) },
      text:
        keys.length === 0
          ? `Team ${team.name} has no keys.`
          : table([['id', 'key', 'state', 'name', 'scopes'], ...rows]),
    };
  });

/** Revokes a key by its id. The key stops working within a second. */
export const endKey = async (where: Where, teamName: string, keyId: string): Promise<Outcome> =>
  withDatabase(where, async ({ db, ledger }) => {
    const team = await requireTeam(db, teamName);
    const record = await db.transaction().execute(async (tx) => {
      const ended = await revokeKey(tx, { teamId: team.id, keyId });
      const act = { teamId: team.id, actor: COMMAND_LINE };
      if (ended?.isFirst === true) await ledger.appendIn(tx, keyRevoked(act, ended.key));
      return ended?.key;
    });
    if (record === undefined) {
      return {
        code: EXIT.foundWrong,
        json: { error: `team ${team.name} has no key ${keyId}` },
        text: `Team ${team.name} has no key ${keyId}. keys list --team ${team.name} shows its keys.`,
      };
    }
    return {
      code: EXIT.ok,
      json: { team, ...render(record) },
      text: `${record.id} (${shown(record.name)}) is revoked.`,
    };
  });

const parseScopes = (text: string | undefined): readonly Scope[] => {
  if (text === undefined) return defaultScopes;
  const wanted = text.split(',').map((scope) => scope.trim());
  const known = allScopes.filter((scope) => wanted.includes(scope));
  if (known.length === new Set(wanted).size) return known;
  throw new ProvisionError(
    'A scope in --scopes does not exist.',
    `Choose from: ${allScopes.join(', ')} (comma-separated)`,
  );
};

const parseDays = (text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,3}$/.test(text)) return new Date(Date.now() + Number(text) * DAY_MS);
  throw new ProvisionError(
    '--expires-in-days is out of range.',
    'Use a whole number of days from 1 to 9999.',
  );
};

const state = ({ revoked_at, expires_at }: KeyRecord): string => {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && expires_at.getTime() <= Date.now() ? 'expired' : 'works';
};

const render = (key: KeyRecord): Record<string, unknown> => ({
  ...key,
  name: shown(key.name),
  state: state(key),
});

/**
 * Masks a name. Quotes a name that only older versions accepted, because it may contain characters that a terminal would
 * interpret.
 */
const shown = (name: string): string => {
  const masked = maskText(name);
  return keyName.safeParse(name).success ? masked : JSON.stringify(masked).replaceAll(/[^ -~]/gu, '?');
};
