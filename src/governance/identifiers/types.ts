/** The six types in `flags`, `entities` and `risk`, in the order in which flags are listed. */
export const IDENTIFIER_TYPES = ['aadhaar', 'pan', 'gstin', 'card', 'email', 'phone'] as const;

/** Additional types that appear in `findings`. All except the public ones increase the risk and are masked. */
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

/** Types that identify a branch or are visible in public. They are reported, but are not masked. */
export const PUBLIC_TYPES: ReadonlySet<string> = new Set(['ifsc', 'vehicle']);

export type IdentifierType = (typeof IDENTIFIER_TYPES)[number];
export type OtherType = (typeof OTHER_TYPES)[number];
export type FindingType = IdentifierType | OtherType;
