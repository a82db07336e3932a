import type { z } from 'zod';
import type { verticalId } from '../../../src/contract/common.ts';
import type { DOCUMENT_KINDS } from '../../../src/contract/stored-document.ts';

export type VerticalId = z.output<typeof verticalId>;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/**
 * The contract's verticals and kinds, repeated here because importing its lists would add its schemas to the
 * scripts. The compiler reports a missing one.
 */
export const VERTICALS = Object.keys({
  kyc: true,
  it: true,
  support: true,
  voice: true,
} satisfies Record<VerticalId, true>) as readonly VerticalId[];

export const KINDS = Object.keys({
  claim_form: true,
  discharge_summary: true,
  hospital_bill: true,
  id_proof: true,
  prescription: true,
  cheque: true,
  other: true,
} satisfies Record<DocumentKind, true>) as readonly DocumentKind[];
