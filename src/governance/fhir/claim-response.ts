/** A claim's outcome, as far as an answer to the hospital needs it. */
export interface ClaimOutcome {
  readonly runId: string;
  readonly status: 'succeeded' | 'error';
  readonly decision: string | null;
  readonly reasons: readonly { readonly code: string; readonly detail: string }[];
  readonly caseId: string | null;
  /** Rupees; left out or null if the bill was not adjudicated line by line. */
  readonly amount?: { readonly claimed: string; readonly approved: string } | null;
  /** RFC 3339 */
  readonly finishedAt: string;
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

/** References of the claim as its sender wrote them. A claim that came in another shape has none. */
export interface ClaimContext {
  readonly claim?: string;
  readonly identifier?: { readonly system?: string; readonly value?: string };
  readonly use?: string;
  readonly type?: { readonly system?: string; readonly code?: string };
  readonly patient?: string;
  readonly insurer?: string;
  readonly provider?: string;
  readonly currency?: string;
}

/** Denial codes of the Health Claims Exchange, version 0.7. */
const HCX_DENIALS = 'https://ig.hcxprotocol.io/v0.7/CodeSystem/claim-denial-codes';
/** Reasons of the rule set for which HCX has no code. */
const OWN_REASONS = 'urn:pramaan:reason';
const ADJUDICATION = 'http://terminology.hl7.org/CodeSystem/adjudication';
const HCX_CODE = /^(?:ELIG|AUTH|BENX|PRCE|CODE|DUPL)-\d{3}$/;

const coded = (system: string, code: string, display?: string) => ({
  coding: [{ system, code, ...(display !== undefined && { display }) }],
});

const referenceTo = (reference: string | undefined, display: string) =>
  reference === undefined ? { display } : { reference };

/** Returns what an adjudicator's outcome is in FHIR: a claim that a person still looks at is queued. */
const outcomeOf = ({ status, decision }: ClaimOutcome): 'complete' | 'queued' | 'error' => {
  if (status === 'error') return 'error';
  return decision === 'approve' ? 'complete' : 'queued';
};

const DISPOSITIONS = {
  complete: 'The claim is approved.',
  queued: 'The claim is with a person for a decision.',
  error: 'The claim was not adjudicated. Submit it again.',
} as const;

const isPart = ({ decision, amount }: ClaimOutcome): boolean =>
  decision === 'approve' && amount != null && amount.approved !== amount.claimed;

/** Builds a FHIR R4 ClaimResponse. Each finding is an adjudication with its denial code as the reason. */
export const claimResponse = (outcome: ClaimOutcome, context: ClaimContext = {}) => {
  const result = outcomeOf(outcome);
  const { payout, reasons, caseId } = outcome;
  const money = payout && { value: Number(payout.rupees), currency: context.currency ?? 'INR' };
  const identifier = context.identifier ?? (caseId === null ? undefined : { value: caseId });
  return {
    resourceType: 'ClaimResponse',
    id: outcome.runId.replaceAll('_', '-'),
    meta: { profile: ['https://nrces.in/ndhm/fhir/r4/StructureDefinition/ClaimResponse'] },
    identifier: [{ system: 'urn:pramaan:run', value: outcome.runId }],
    status: 'active',
    type:
      context.type === undefined
        ? coded('http://terminology.hl7.org/CodeSystem/claim-type', 'institutional')
        : {
            coding: [context.type],
          },
    use: context.use ?? 'claim',
    patient: referenceTo(context.patient, 'The patient of the claim'),
    created: outcome.finishedAt,
    insurer: referenceTo(context.insurer, 'The insurer'),
    ...(context.provider !== undefined && { requestor: { reference: context.provider } }),
    request: {
      ...referenceTo(context.claim, 'The claim'),
      ...(identifier !== undefined && { identifier }),
    },
    outcome: result,
    disposition: isPart(outcome) ? 'The claim is approved in part.' : DISPOSITIONS[result],
    ...(result === 'complete' && { preAuthRef: outcome.runId }),
    ...(reasons.length > 0 && {
      adjudication: reasons.map(({ code, detail }) => ({
        category: coded(ADJUDICATION, 'benefit'),
        reason: coded(HCX_CODE.test(code) ? HCX_DENIALS : OWN_REASONS, code, detail),
        amount: { value: 0, currency: context.currency ?? 'INR' },
      })),
    }),
    ...(money !== undefined && {
      total: [
        ...(outcome.amount
          ? [
              {
                category: coded(ADJUDICATION, 'submitted'),
                amount: { value: Number(outcome.amount.claimed), currency: money.currency },
              },
            ]
          : []),
        { category: coded(ADJUDICATION, 'benefit'), amount: money },
      ],
      payment: {
        type: coded('http://terminology.hl7.org/CodeSystem/ex-paymenttype', 'complete'),
        amount: money,
        identifier: { system: 'urn:pramaan:payout', value: payout!.reference ?? payout!.id },
      },
    }),
    ...(result === 'error' && {
      error: [{ code: coded('http://terminology.hl7.org/CodeSystem/adjudication-error', 'a001') }],
    }),
  };
};
