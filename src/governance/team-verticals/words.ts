/** Functions of cells for texts: comparison, and the wording of rows and messages. */
import { maskValue } from '../mask.ts';
import { mobileOf } from '../identifiers/phone.ts';
import { isPan, panHolder } from '../identifiers/pan.ts';
import { flagIn } from '../members.ts';
import { recordable } from '../recordable.ts';
import { checkPin, isAddress } from '../rules/voice/address.ts';
import { isHostName } from '../rules/it/incident.ts';
import { intentOf } from '../rules/support/intent.ts';
import { clip } from '../text/clip.ts';
import { nameKey, plainText } from '../text/plain.ts';
import { normalise } from '../text/reading.ts';

const MASKED = ['pan', 'aadhaar', 'email', 'phone'] as const;

const masked = (kind: string, text: string): string => {
  const known = MASKED.find((each) => each === kind);
  if (known === undefined) throw new RangeError('there is no such mask');
  return maskValue(known, text);
};

/** Returns a text that is unknown unless a condition is true. A row then shows null. */
const only = (holds: boolean, text: string): string => {
  if (!holds) throw new RangeError('its condition does not hold');
  return text;
};

export const WORD_FUNCTIONS: Readonly<Record<string, (...args: never[]) => unknown>> = {
  'upper(string): string': (text: string) => text.toUpperCase(),
  'lower(string): string': (text: string) => text.toLowerCase(),
  'unspaced(string): string': (text: string) => text.replaceAll(/\s/g, ''),
  'compact(string): string': (text: string) => text.replaceAll(/[\s-]/g, ''),
  'length(string): int': (text: string) => BigInt(text.length),
  'words(string): string': (name: string) => name.replaceAll('_', ' '),
  'counted(int, string): string': (number: bigint, noun: string) =>
    `${number} ${noun}${number === 1n ? '' : 's'}`,
  'listed(list<string>): string': (names: readonly string[]) =>
    names.length === 0 ? '' : ` (${names.join(', ')})`,
  'masked(string, string): string': masked,
  'only(bool, string): string': only,
  'isHolder(string): bool': (pan: string) => isPan(pan) && panHolder(pan) !== undefined,
  'mobile(string): string': mobileOf,
  'saysYes(string): bool': (text: string) => flagIn(plainText(text)) === true,
  'saysNo(string): bool': (text: string) => flagIn(plainText(text)) === false,
  'isAddress(string): bool': isAddress,
  'addressPin(string): string': checkPin,
  'nameKey(string): string': nameKey,
  'onOneLine(string): string': (text: string) => text.replaceAll(/\s+/g, ' '),
  'clipped(string, int): string': (text: string, most: bigint) => clip(text, Number(most)),
  'isHostName(string): bool': isHostName,
  'isShowable(string): bool': (text: string) => recordable(text, text.length) === text,
  'ticketIntent(string): string': (issue: string) => intentOf(normalise(issue)),
};
