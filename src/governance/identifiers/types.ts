/** The six types that `flags`, `entities` and `risk` speak of, in the order in which flags are listed. */
export const IDENTIFIER_TYPES = ['aadhaar', 'pan', 'gstin', 'card', 'email', 'phone'] as const;

/** What is found besides: these appear in `findings` alone. */
export const OTHER_TYPES = [
  'vid',
  'ifsc',
  'upi',
  'voter_id',
  'passport',
  'driving_licence',
  'vehicle',
  'bank_account',
] as const;

export type IdentifierType = (typeof IDENTIFIER_TYPES)[number];
export type OtherType = (typeof OTHER_TYPES)[number];
export type FindingType = IdentifierType | OtherType;
