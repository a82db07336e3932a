/** The six types that `flags`, `entities` and `risk` speak of, in the order in which flags are listed. */
export const IDENTIFIER_TYPES = ['aadhaar', 'pan', 'gstin', 'card', 'email', 'phone'] as const;

/** What is found besides: these appear in `findings`, and but for the public ones they raise the risk and are masked. */
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

/** What names a branch or stands on the street for all to see: it is found, and stays readable in what is masked. */
export const PUBLIC_TYPES: ReadonlySet<string> = new Set(['ifsc', 'vehicle']);

export type IdentifierType = (typeof IDENTIFIER_TYPES)[number];
export type OtherType = (typeof OTHER_TYPES)[number];
export type FindingType = IdentifierType | OtherType;
