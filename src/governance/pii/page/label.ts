/**
 * Meaning of a word. `other` is a contrary label: the number is an order, a meter, an amount. `masked` is a value masked with X.
 * `party` is a speaker ("Customer: 98…"), unless a `number` word follows it: then the number belongs to that party. `bank`
 * suggests an account, but cards also name a bank. `thing` is an everyday word ("row", "record") that is weak evidence against a
 * number. `slot` says only that a value follows ("value", "data"), and `values` says that an SQL row follows: in both cases the
 * label comes before the word.
 */
export const LABEL = {
  unknown: 0,
  aadhaar: 1,
  vid: 2,
  pan: 3,
  gstin: 4,
  card: 5,
  phone: 6,
  email: 7,
  account: 8,
  ifsc: 9,
  upi: 10,
  voter: 11,
  passport: 12,
  licence: 13,
  vehicle: 14,
  other: 15,
  money: 16,
  filler: 17,
  id: 18,
  masked: 19,
  number: 20,
  party: 21,
  bank: 22,
  slot: 23,
  thing: 24,
  values: 25,
  spoken: 26,
} as const;

export type Label = (typeof LABEL)[keyof typeof LABEL];
