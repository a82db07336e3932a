import { newLedgerRef } from '../ids.ts';
import type { RowActor } from './actor.ts';
import type { JsonObject } from './canonical.ts';
import type { NewEntry } from './entry.ts';

/** The team whose ledger gets the row, and who acted. */
export interface Act {
  readonly teamId: string;
  readonly actor: RowActor;
}

/** The parts of an API key that a row may contain. */
interface ActedKey {
  readonly id: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
}

/** @param replaces the key in whose place this one was issued */
export const keyIssued = (act: Act, key: ActedKey, replaces?: string): NewEntry =>
  keyRow(act, key, {
    step: 1,
    action: 'key.issued',
    summary: `An API key was issued${replaces === undefined ? '' : ' in place of another'}: ${key.prefix}`,
    detail: { scopes: key.scopes, ...(replaces !== undefined && { replaces }) },
  });

export const keyRevoked = (act: Act, key: ActedKey): NewEntry =>
  keyRow(act, key, {
    step: 2,
    action: 'key.revoked',
    summary: `An API key was revoked: ${key.prefix}`,
    detail: { scopes: key.scopes },
  });

/** A key's rows are found by its id. */
const keyRow = (
  { teamId, actor }: Act,
  { id }: ActedKey,
  row: Pick<NewEntry, 'step' | 'action' | 'summary' | 'detail'>,
): NewEntry => ({ teamId, actor, ledgerRef: id, governance: 'recorded', ...row });

/** A team's settings that administrators change while the service runs. */
export type TeamSetting = 'egress' | 'models' | 'reviews' | 'second-person' | 'signing-keys';

const SETTINGS: Readonly<Record<TeamSetting, string>> = {
  egress: "The list of hosts that the team's desktops may reach was changed.",
  models: 'The list of models that the team may use was changed.',
  reviews: "The team's rules for reviews were changed.",
  'second-person': 'Whether the team requires a second person to end a suspension was changed.',
  'signing-keys': 'The keys that sign checkpoints were changed.',
};

/** @param change what was changed, without secrets */
export const settingChanged = (act: Act, setting: TeamSetting, change: JsonObject): NewEntry =>
  single(act, 'setting', {
    action: 'setting.changed',
    summary: SETTINGS[setting],
    detail: { setting, ...change },
  });

/** Records that somebody opened a sealed value, before it is sent. */
export const vaultRead = (act: Act, summary: string, detail: JsonObject): NewEntry =>
  single(act, 'read', { action: 'vault.read', summary, detail });

/** Records an import of records, or what was written in its place. */
export const recordsImported = (act: Act, summary: string, detail: JsonObject): NewEntry =>
  single(act, 'import', { action: 'records.imported', summary, detail });

/** Records that a record was written or deleted. @param key the record's key, without identifiers */
export const recordChanged = (
  act: Act,
  change: 'written' | 'deleted',
  { kind, key }: { readonly kind: string; readonly key: string },
): NewEntry =>
  single(act, 'record', {
    action: `records.${change}`,
    summary: `A record of ${kind} was ${change}.`,
    detail: { kind, key },
  });

export const ledgerExported = (act: Act, detail: JsonObject): NewEntry =>
  single(act, 'export', { action: 'ledger.exported', summary: 'The ledger was exported.', detail });

/** Records that somebody opened payloads of Temporal, which belong to all teams, before they are sent. */
export const payloadsDecoded = (act: Act, count: number): NewEntry =>
  single(act, 'codec', {
    action: 'codec.decoded',
    summary: `${count} payloads of Temporal were opened.`,
    detail: { payloads: count },
  });

export const codecSignedIn = (act: Act): NewEntry =>
  single(act, 'codec', {
    action: 'codec.signed_in',
    summary: 'Somebody signed in to open payloads of Temporal.',
    detail: {},
  });

const single = (
  { teamId, actor }: Act,
  kind: Parameters<typeof newLedgerRef>[0],
  row: Pick<NewEntry, 'action' | 'summary' | 'detail'>,
): NewEntry => ({
  teamId,
  actor,
  ledgerRef: newLedgerRef(kind),
  step: 1,
  governance: 'recorded',
  ...row,
});
