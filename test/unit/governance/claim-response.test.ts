import { describe, expect, it } from 'vitest';
import { type ClaimOutcome, claimResponse } from '../../../src/governance/fhir/claim-response.ts';

const outcome: ClaimOutcome = {
  runId: 'run_1',
  status: 'succeeded',
  decision: 'approve',
  reasons: [],
  caseId: 'CLM-1',
  finishedAt: '2026-11-10T10:00:00.000Z',
  payout: { id: 'pay_1', rupees: '48500.00', status: 'queued', reference: null },
};

describe('A ClaimResponse', () => {
  it('an approved claim is complete with its amount, and repeats the references of its sender', () => {
    const context = {
      claim: 'Claim/1',
      patient: 'Patient/1',
      insurer: 'Organization/1',
      use: 'preauthorization',
    };
    expect(claimResponse(outcome, context)).toMatchObject({
      resourceType: 'ClaimResponse',
      use: 'preauthorization',
      outcome: 'complete',
      patient: { reference: 'Patient/1' },
      request: { reference: 'Claim/1', identifier: { value: 'CLM-1' } },
      total: [{ amount: { value: 48_500, currency: 'INR' } }],
      payment: { identifier: { value: 'pay_1' } },
    });
  });

  it('a claim that is approved in part states both amounts', () => {
    const part = { ...outcome, amount: { claimed: '50000.00', approved: '48500.00' } };
    expect(claimResponse(part)).toMatchObject({
      outcome: 'complete',
      disposition: 'The claim is approved in part.',
      total: [{ amount: { value: 50_000 } }, { amount: { value: 48_500 } }],
    });
  });

  it('an escalated claim is queued, and each finding is a reason of HCX or of our own', () => {
    const reasons = [
      { code: 'ELIG-001', detail: 'the policy is lapsed' },
      { code: 'KYC-PAN', detail: 'missing' },
    ];
    const response = claimResponse({ ...outcome, decision: 'escalate', reasons, payout: undefined });
    expect(response).toMatchObject({ outcome: 'queued', patient: { display: expect.any(String) } });
    expect(response.adjudication?.map(({ reason }) => reason.coding[0])).toEqual([
      {
        system: 'https://ig.hcxprotocol.io/v0.7/CodeSystem/claim-denial-codes',
        code: 'ELIG-001',
        display: 'the policy is lapsed',
      },
      { system: 'urn:pramaan:reason', code: 'KYC-PAN', display: 'missing' },
    ]);
    expect(response).not.toHaveProperty('total');
  });

  it('a run that failed is an error and approves nothing', () => {
    const response = claimResponse({ ...outcome, status: 'error', decision: null, payout: undefined });
    expect(response).toMatchObject({ outcome: 'error', error: [{ code: { coding: [{ code: 'a001' }] } }] });
    expect(response).not.toHaveProperty('payment');
  });
});
