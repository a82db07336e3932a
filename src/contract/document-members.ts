/** The members that the service finds in documents and compares. */
export const DOCUMENT_MEMBERS = [
  'applicant',
  'patient',
  'customer',
  'pan',
  'aadhaar',
  'email',
  'policy',
  'account',
  'amount',
  'bill_amount',
  'net_payable',
  'room_rent',
  'admission',
  'discharge',
  'hospital',
  'diagnosis',
  'treatment',
  'procedure',
] as const;

export type DocumentMember = (typeof DOCUMENT_MEMBERS)[number];
