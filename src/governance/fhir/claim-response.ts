import type { ClaimContext } from './claim-context.ts';

/** The parts of a claim's outcome that an answer to the hospital needs. */
export interface ClaimOutcome {
  readonly runId: string;
  readonly status: 'succeeded' | 'error';
  readonly decision: string | null;
  readonly reasons: readonly { readonly code: string; readonly detail: string }[];
  readonly caseId: string | null;
  /** Rupees; left out or null if the bill was not adjudicated line by line. */
  readonly amount?: { readonly claimed: string } | null;
  /** The newest review of the run; null if it needed none. */
  readonly review: {
    readonly state: string;
    readonly option: string | null;
    readonly reason: string | null;
  } | null;
  /** When the run or, if there was one, the review was decided, in RFC 3339. */
  readonly decidedAt: string;
  /** Undefined without a payout. */
  readonly payout:
    | {
        readonly id: string;
        readonly rupees: string;
        readonly status: string;
        readonly reference: string | null;
      }
    | undefined;
}

/** The code system that the value set of denial codes names in version 0.7 of the Health Claims Exchange. */
const HCX_DENIALS = 'http://hcp.org/codes/denial-code';
/** Codes of that value set which the rule set uses. */
const HCX_CODES = new Set([
  'ELIG-001',
  'ELIG-005',
  'ELIG-006',
  'ELIG-007',
  'AUTH-011',
  'BENX-005',
  'PRCE-001',
  'CODE-012',
  'DUPL-001',
]);
/** Reasons of the rule set for which HCX has no code. */
const OWN_REASONS = 'urn:pramaan:reason';
const OWN_ERRORS = 'urn:pramaan:error';
const ADJUDICATION = 'http://terminology.hl7.org/CodeSystem/adjudication';

const coded = (system: string, code: string, display?: string) => ({
  coding: [{ system, code, ...(display !== undefined && { display }) }],
});

const referenceTo = (reference: string | undefined, display: string) =>
  reference === undefined ? { display } : { reference };

type Result = keyof typeof RESULTS;

/** FHIR's outcome and its meaning, by the claim's outcome. */
const RESULTS = {
  approved: ['complete', 'The claim is approved.'],
  rejected: ['complete', 'The claim is rejected.'],
  waiting: ['queued', 'The claim is with a person for a decision.'],
  returned: ['error', 'The claim was sent back. Submit it again with what is missing.'],
  failed: ['error', 'The claim was not adjudicated. Submit it again.'],
} as const;

const OF_OPTION: Readonly<Record<string, Result>> = {
  approve: 'approved',
  reject: 'rejected',
  send_back: 'returned',
};

/**
 * A person's decision takes precedence over the rules', and an approved claim waits while its payout is under
 * review.
 */
const resultOf = ({ status, decision, review }: ClaimOutcome): Result => {
  if (status === 'error') return 'failed';
  if (review === null) return decision === 'approve' ? 'approved' : 'waiting';
  return (review.state === 'decided' && OF_OPTION[review.option ?? '']) || 'waiting';
};

/** Payouts that the insurer owes or has paid. */
const OWED = new Set(['queued', 'paid']);

const rupees = (value: number) => ({ value, currency: 'INR' });

const totalOf = (category: 'submitted' | 'benefit', amount: string) => ({
  category: coded(ADJUDICATION, category),
  amount: rupees(Number(amount)),
});

/** Returns whether less is paid than a bill that was adjudicated claims. */
const isPart = (amount: ClaimOutcome['amount'], paid: ClaimOutcome['payout']): boolean =>
  amount != null && paid !== undefined && paid.rupees !== amount.claimed;

/**
 * Builds a FHIR R4 ClaimResponse. Each finding of a claim that is not approved is an adjudication with its
 * denial code as the reason. The message to the customer in a person's decision is a note.
 */
export const claimResponse = (outcome: ClaimOutcome, context: ClaimContext = {}) => {
  const result = resultOf(outcome);
  const [fhirOutcome, disposition] = RESULTS[result];
  const { payout, reasons, caseId, review } = outcome;
  const paid = result === 'approved' && payout && OWED.has(payout.status) ? payout : undefined;
  const note = fhirOutcome === 'queued' ? undefined : review?.reason;
  const said = isPart(outcome.amount, paid) ? 'The claim is approved in part.' : disposition;
  const identifier = context.identifier ?? (caseId === null ? undefined : { value: caseId });
  return {
    resourceType: 'ClaimResponse',
    id: outcome.runId.replaceAll('_', '-'),
    text: { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml"><p>${said}</p></div>` },
    meta: { profile: ['https://nrces.in/ndhm/fhir/r4/StructureDefinition/ClaimResponse'] },
    identifier: [{ system: 'urn:pramaan:run', value: outcome.runId }],
    status: 'active',
    type:
      context.type === undefined
        ? coded('http://terminology.hl7.org/CodeSystem/claim-type', 'institutional')
        : { coding: [context.type] },
    use: context.use ?? 'claim',
    patient: referenceTo(context.patient, 'The patient of the claim'),
    created: outcome.decidedAt,
    insurer: referenceTo(context.insurer, 'The insurer'),
    ...(context.provider !== undefined && { requestor: { reference: context.provider } }),
    request: {
      ...referenceTo(context.claim, 'The claim'),
      ...(identifier !== undefined && { identifier }),
    },
    outcome: fhirOutcome,
    disposition: said,
    ...(result === 'approved' && { preAuthRef: outcome.runId }),
    ...(result !== 'approved' &&
      reasons.length > 0 && {
        adjudication: reasons.map(({ code, detail }) => ({
          category: coded(ADJUDICATION, 'benefit'),
          reason: coded(HCX_CODES.has(code) ? HCX_DENIALS : OWN_REASONS, code, detail),
          ...(result === 'rejected' && { amount: rupees(0) }),
        })),
      }),
    ...(paid !== undefined && {
      total: [
        ...(outcome.amount ? [totalOf('submitted', outcome.amount.claimed)] : []),
        totalOf('benefit', paid.rupees),
      ],
      payment: {
        type: coded('http://terminology.hl7.org/CodeSystem/ex-paymenttype', 'complete'),
        amount: rupees(Number(paid.rupees)),
        identifier: { system: 'urn:pramaan:payout', value: paid.reference ?? paid.id },
      },
    }),
    ...(result === 'rejected' && {
      total: [{ category: coded(ADJUDICATION, 'benefit'), amount: rupees(0) }],
    }),
    ...(note != null && { processNote: [{ number: 1, type: 'display', text: note }] }),
    ...(fhirOutcome === 'error' && {
      error: [{ code: coded(OWN_ERRORS, result === 'returned' ? 'sent-back' : 'not-adjudicated') }],
    }),
  };
};
