import { newId } from '../ids.ts';
import { actorIn } from './actor.ts';
import { CanonicalWriter } from './canonical.ts';
import { type UnsignedEntry, type PreparedEntry, type Content, saidIn } from './entry.ts';
import { LedgerEntryError } from './errors.ts';

/** Maximum sizes of the canonical form, in UTF-8 bytes. */
const MAX_BYTES = { actor: 4096, detail: 65536, governance: 1024, summary: 8192 } as const;
const MAX_LENGTH = { teamId: 100, ledgerRef: 200, action: 100, idemKey: 300 } as const;
const MAX_STEP = 2147483647;
/**
 * Printable ASCII except `"` and `\`. The stored form relies on the fact that such text needs no escapes in
 * JSON.
 */
const PLAIN = /^[ !#-[\]-~]+$/;
const SCOPE = /^[a-z][a-z0-9_:-]{0,99}$/;
/**
 * Validates an entry and writes its content in canonical form. Replaces NUL and lone surrogates with U+FFFD, and records how many
 * in `replaced`.
 * @throws LedgerEntryError naming the field that cannot be stored
 */
export const prepare = (entry: UnsignedEntry): PreparedEntry => {
  const { teamId, ledgerRef, step, action } = entry;
  const idemKey = entry.idemKey ?? `${ledgerRef}/${step}`;
  checkName('teamId', teamId);
  checkName('ledgerRef', ledgerRef);
  checkName('action', action);
  checkName('idemKey', idemKey);
  if (!Number.isInteger(step) || step < 0 || step > MAX_STEP) {
    throw new LedgerEntryError(`step is not a whole number from 0 to ${MAX_STEP}`);
  }
  const scopes = scopesOf(entry);
  return { teamId, id: newId('act'), ledgerRef, step, action, idemKey, scopes, ...writeContent(entry) };
};

/** Returns an entry's scopes as the database reads them. Every entry with scopes is covered by `all`. */
const scopesOf = ({ suspendable }: UnsignedEntry): string => {
  if (suspendable === undefined) return '';
  for (const scope of suspendable) {
    if (!SCOPE.test(scope)) throw new LedgerEntryError('suspendable names a scope that is not plain text');
  }
  return suspendable.length === 0 ? 'all' : suspendable.join();
};

const checkName = (name: keyof typeof MAX_LENGTH, value: string): void => {
  if (!PLAIN.test(value) || value.length > MAX_LENGTH[name]) {
    throw new LedgerEntryError(
      `${name} is empty, longer than ${MAX_LENGTH[name]}, or not plain printable ASCII`,
    );
  }
};

const writeContent = (entry: UnsignedEntry): Pick<PreparedEntry, 'actor' | 'content' | 'said'> => {
  const writer = new CanonicalWriter();
  const write = (name: keyof typeof MAX_BYTES): string => {
    const value = entry[name];
    if (value === undefined) return '';
    const text = writer.write(value, name);
    if (Buffer.byteLength(text) > MAX_BYTES[name]) {
      throw new LedgerEntryError(`${name} is larger than ${MAX_BYTES[name]} bytes`);
    }
    return `"${name}":${text}`;
  };
  const [actor, detail, governance, summary] = [
    write('actor'),
    write('detail'),
    write('governance'),
    write('summary'),
  ];
  const replaced = writer.replaced > 0 ? `"replaced":${writer.replaced}` : '';
  const content = `{${[actor, detail, governance, replaced, summary].filter((member) => member !== '').join()}}`;
  const stored = writer.replaced > 0 ? (JSON.parse(content) as Content) : entry;
  return { content, said: saidIn(stored), actor: actorIn(stored.actor) };
};
