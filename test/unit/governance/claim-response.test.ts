import { describe, expect, it } from 'vitest';
import { type ClaimContext, readClaimContext } from '../../../src/governance/fhir/claim-context.ts';
import { type ClaimOutcome, claimResponse } from '../../../src/governance/fhir/claim-response.ts';

const outcome: ClaimOutcome = {
  runId: 'run_1',
  status: 'succeeded',
  decision: 'approve',
  reasons: [],
  caseId: 'CLM-1',
  review: null,
  decidedAt: '2026-11-10T10:00:00.000Z',
  payout: { id: 'pay_1', rupees: '48500.00', status: 'queued', reference: null },
};

const decided = (option: string, reason: string | null = null) => ({ state: 'decided', option, reason });

describe('A ClaimResponse', () => {
  it('an approved claim is complete with its amount, and repeats the references of its sender', () => {
    const context: ClaimContext = {
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

  it('references that FHIR does not allow are left out, and the others stay', () => {
    const mapped = {
      claim: 'Claim/1',
      use: 'payment',
      patient: 7,
      insurer: ' ',
      identifier: { system: 'x' },
    };
    expect(readClaimContext(mapped)).toEqual({ claim: 'Claim/1' });
    expect(readClaimContext(null)).toEqual({});
    const identifier = { system: 'not a uri', value: 'CLM-1' };
    expect(readClaimContext({ identifier })).toEqual({ identifier: { value: 'CLM-1' } });
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
      { code: 'ELIG-999', detail: 'a code that HCX does not have' },
    ];
    const response = claimResponse({ ...outcome, decision: 'escalate', reasons, payout: undefined });
    expect(response).toMatchObject({ outcome: 'queued', patient: { display: expect.any(String) } });
    expect(response.adjudication?.map(({ reason }) => reason.coding[0])).toEqual([
      {
        system: 'http://hcp.org/codes/denial-code',
        code: 'ELIG-001',
        display: 'the policy is lapsed',
      },
      { system: 'urn:pramaan:reason', code: 'KYC-PAN', display: 'missing' },
      { system: 'urn:pramaan:reason', code: 'ELIG-999', display: 'a code that HCX does not have' },
    ]);
    expect(response).not.toHaveProperty('total');
  });

  it('a run that failed is an error and approves nothing', () => {
    const response = claimResponse({ ...outcome, status: 'error', decision: null, payout: undefined });
    expect(response).toMatchObject({
      outcome: 'error',
      error: [{ code: { coding: [{ code: 'not-adjudicated' }] } }],
    });
    expect(response).not.toHaveProperty('payment');
  });

  const escalated: ClaimOutcome = {
    ...outcome,
    decision: 'escalate',
    reasons: [{ code: 'PRCE-001', detail: 'the items do not add up' }],
    payout: undefined,
  };

  it('a claim that a person approved is complete with its payout, and has no reasons for a denial', () => {
    const response = claimResponse({ ...escalated, review: decided('approve'), payout: outcome.payout });
    expect(response).toMatchObject({ outcome: 'complete', total: [{ amount: { value: 48_500 } }] });
    expect(response).not.toHaveProperty('adjudication');
  });

  it('a claim that a person rejected is complete with nothing, its findings and the message to the customer', () => {
    const response = claimResponse({ ...escalated, review: decided('reject', 'The stay is not covered.') });
    expect(response).toMatchObject({
      outcome: 'complete',
      disposition: 'The claim is rejected.',
      total: [{ amount: { value: 0 } }],
      adjudication: [{ reason: { coding: [{ code: 'PRCE-001' }] }, amount: { value: 0 } }],
      processNote: [{ text: 'The stay is not covered.' }],
    });
    for (const member of ['payment', 'preAuthRef']) expect(response).not.toHaveProperty(member);
  });

  it('a claim that was sent back is an error that names the missing documents', () => {
    const response = claimResponse({ ...escalated, review: decided('send_back', 'Send the summary.') });
    expect(response).toMatchObject({
      outcome: 'error',
      processNote: [{ text: 'Send the summary.' }],
      error: [{ code: { coding: [{ code: 'sent-back' }] } }],
    });
  });

  it.each(['open', 'claimed', 'expired'])('a claim is queued while its review is %s', (state) => {
    const review = { state, option: null, reason: null };
    expect(claimResponse({ ...escalated, review })).toMatchObject({ outcome: 'queued' });
    const held = { ...outcome, review, payout: { ...outcome.payout!, status: 'held' } };
    expect(claimResponse(held)).toMatchObject({ outcome: 'queued' });
    expect(claimResponse(held)).not.toHaveProperty('payment');
  });

  it.each(['held', 'failed', 'withdrawn'])('a payout that is %s is not reported as payable', (status) => {
    const response = claimResponse({ ...outcome, payout: { ...outcome.payout!, status } });
    expect(response).toMatchObject({ outcome: 'complete' });
    for (const member of ['payment', 'total']) expect(response).not.toHaveProperty(member);
  });
});
