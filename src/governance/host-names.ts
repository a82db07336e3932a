/** Finds identifiers in host names. Code that smuggles data out joins them to other characters there. */
import { luhnValid } from './identifiers/luhn.ts';
import { verhoeffValid } from './identifiers/verhoeff.ts';
import { alsoKnown, NOTHING_KNOWN } from './known.ts';
import { maskText } from './mask.ts';
import { type KnownValue, knownValues } from './repeats/values.ts';

const PAN = /[A-Z]{3}[ABCFGHJLPT][A-Z][-._]?\d{4}[-._]?[A-Z]/gi;
const GSTIN = /\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]/gi;
/** Digit groups as in an Aadhaar or card number. Shorter groups occur in IP addresses, versions and dates. */
const GROUPS = /\d{4,}(?:[-._]\d{4,})*/g;

/** Returns the type of a number with this length and check digit. */
const typeOf = (digits: string): 'aadhaar' | 'card' | undefined => {
  if (digits.length === 12 && /^[2-9]/.test(digits) && verhoeffValid(digits)) return 'aadhaar';
  return digits.length === 16 && luhnValid(digits) ? 'card' : undefined;
};

const numbersIn = (chain: string): readonly KnownValue[] => {
  const groups = chain.split(/[-._]/);
  return groups.flatMap((_, first) => {
    const found: KnownValue[] = [];
    let digits = '';
    for (let next = first; next < groups.length && digits.length < 16; next++) {
      digits += groups[next]!;
      const type = typeOf(digits);
      if (type !== undefined) found.push(...knownValues(type, digits));
    }
    return found;
  });
};

/**
 * Returns the identifiers in host names: twelve digits with an Aadhaar check digit, sixteen with that of a card, and the forms of
 * PAN and GSTIN, with or without other letters beside them.
 */
export const knownInHosts = (hosts: readonly string[]): readonly KnownValue[] =>
  hosts.flatMap((host) => [
    ...[...host.matchAll(GSTIN)].flatMap(([value]) => knownValues('gstin', value)),
    ...[...host.matchAll(PAN)].flatMap(([value]) => knownValues('pan', value)),
    ...[...host.matchAll(GROUPS)].flatMap(([chain]) => numbersIn(chain)),
  ]);

/** Masks the identifiers in a host name. Other unusual names stay readable, because they show who owns the host. */
export const maskHost = (host: string): string =>
  maskText(host, alsoKnown(NOTHING_KNOWN, knownInHosts([host])));
