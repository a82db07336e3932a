import { nameKey } from '../../text/plain.ts';

/** First two digits of each state's or territory's PIN codes (India Post, postal circles), by the spellings of its name. */
const STATES: readonly (readonly [RegExp, RegExp])[] = [
  [/\bnew delhi\b|\bdelhi\b/, /^11/],
  [/\bharyana\b/, /^1[23]/],
  [/\bpunjab\b/, /^1[4-6]/],
  [/\bchandigarh\b/, /^1[46]/],
  [/\bhimachal pradesh\b/, /^17/],
  [/\bjammu\b|\bkashmir\b|\bladakh\b/, /^1[89]/],
  [/\buttar pradesh\b/, /^2[0-8]/],
  [/\buttarakhand\b/, /^2[4-6]/],
  [/\brajasthan\b/, /^3[0-4]/],
  [/\bgujarat\b/, /^3[6-9]/],
  [/\bmaharashtra\b/, /^4[0-4]/],
  [/\bgoa\b/, /^403/],
  [/\bmadhya pradesh\b/, /^4[5-8]/],
  [/\bchhattisgarh\b/, /^49/],
  [/\btelangana\b/, /^50/],
  [/\bandhra pradesh\b/, /^5[0-3]/],
  [/\bkarnataka\b/, /^5[6-9]/],
  [/\btamil nadu\b/, /^6[0-4]/],
  [/\bpuducherry\b|\bpondicherry\b/, /^(?:605|607|609|533|673)/],
  [/\bkerala\b/, /^6[7-9]/],
  [/\bwest bengal\b/, /^7[0-4]/],
  [/\bsikkim\b/, /^737/],
  [/\bandaman\b/, /^744/],
  [/\bodisha\b|\borissa\b/, /^7[5-7]/],
  [/\bassam\b/, /^78/],
  [/\bmeghalaya\b|\bmanipur\b|\bmizoram\b|\bnagaland\b|\btripura\b|\barunachal pradesh\b/, /^79/],
  [/\bbihar\b/, /^8[0-5]/],
  [/\bjharkhand\b/, /^8[1-35]/],
];

/** Maximum length of an address in UTF-16 units. */
export const MAX_ADDRESS = 300;

/** `fits` means that there is a PIN code, and that it agrees with the state if one is named. */
export type PinState = 'fits' | 'missing' | 'wrong_state';

/** Checks an address's PIN code, which is its last six-digit group, because the PIN code comes at the end. */
export const checkPin = (address: string): PinState => {
  const codes = [...address.matchAll(/(?<!\d)([1-9]\d{2}) ?(\d{3})(?!\d)/g)];
  const last = codes.at(-1);
  if (last === undefined) return 'missing';
  const pin = last[1]! + last[2]!;
  const text = nameKey(address);
  const named = STATES.filter(([name]) => name.test(text));
  return named.length === 0 || named.some(([, prefix]) => prefix.test(pin)) ? 'fits' : 'wrong_state';
};

/** Returns whether an address is suitable for the records: long enough to name a place, and short enough to be an address. */
export const isAddress = (address: string): boolean =>
  address.length <= MAX_ADDRESS && nameKey(address).split(' ').length >= 3;
