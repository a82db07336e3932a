import { beforeAll, describe, expect, it } from 'vitest';
import { readClaimContext } from '../../src/governance/fhir/claim-context.ts';
import { type ClaimOutcome, claimResponse } from '../../src/governance/fhir/claim-response.ts';
import { ensureFhirValidator, validateFhir } from '../helpers/fhir-validator.ts';
import { claimBundle } from '../helpers/inbound-events.ts';

const found = await ensureFhirValidator();
if ('lacking' in found) process.stderr.write(`FHIR is not validated: ${found.lacking}.\n`);

const approved: ClaimOutcome = {
  runId: 'run_01a22900faa9706e813e8467bcde387b',
  status: 'succeeded',
  decision: 'approve',
  reasons: [],
  caseId: 'CLM-1',
  review: null,
  decidedAt: '2026-11-10T10:00:00.000Z',
  payout: { id: 'pay_1', rupees: '48500.00', status: 'queued', reference: null },
};
const escalated: ClaimOutcome = {
  ...approved,
  decision: 'escalate',
  reasons: [
    { code: 'ELIG-001', detail: 'the policy is lapsed' },
    { code: 'KYC-PAN', detail: 'missing' },
  ],
  payout: undefined,
};
const decided = (option: string) => ({ state: 'decided', option, reason: 'Send the <summary> & the bill.' });

const outcomes: Readonly<Record<string, ClaimOutcome>> = {
  'an approved claim': approved,
  'a claim that is approved in part': { ...approved, amount: { claimed: '50000.00' } },
  'a paid claim': { ...approved, payout: { ...approved.payout!, status: 'paid', reference: 'UTR 7/1' } },
  'an escalated claim': escalated,
  'a rejected claim': { ...escalated, review: decided('reject') },
  'a claim that was sent back': { ...escalated, review: decided('send_back') },
  'a failed run': { ...approved, status: 'error', decision: null, payout: undefined },
  'a claim without a number': { ...approved, caseId: null },
};

/** Possible references of a bundle, including malformed ones from careless senders. */
const contexts: Readonly<Record<string, unknown>> = {
  'no references': null,
  'all references': {
    claim: 'Claim/claim-1',
    identifier: { system: 'https://hospital.example.in/claims', value: 'CLM-1' },
    use: 'preauthorization',
    type: { system: 'http://terminology.hl7.org/CodeSystem/claim-type', code: 'institutional' },
    patient: 'urn:uuid:00000000-0000-4000-8000-000000000002',
    insurer: 'Organization/insurer-1',
    provider: 'Organization/hospital-1',
  },
  'unusable references': {
    claim: ' ',
    identifier: {},
    use: 'payment',
    type: { system: 'a b', code: '' },
    patient: 7,
    insurer: '',
    provider: null,
  },
};

const cases = Object.entries(outcomes).flatMap(([outcome, given]) =>
  Object.entries(contexts).map(([context, mapped]) => ({
    name: `${outcome} with ${context}`,
    response: claimResponse(given, readClaimContext(mapped)),
  })),
);
const wrong = { ...claimResponse(approved), outcome: 'perhaps', created: 'yesterday', request: {} };

describe.skipIf('lacking' in found)('HL7’s validator of FHIR R4', () => {
  let validated: Awaited<ReturnType<typeof validateFhir>>;

  beforeAll(async () => {
    if ('lacking' in found) return;
    // One process validates all, because reading the definitions takes longest.
    const sent = [...cases.map(({ response }) => response), claimBundle(), wrong];
    validated = await validateFhir(found.jars, sent);
  }, 240_000);

  it.each(cases.map(({ name }, index) => [name, index] as const))(
    'the response to %s is valid',
    (_name, index) => {
      const { errors, warnings } = validated[index]!;
      expect(errors).toEqual([]);
      // The Indian profile is not in any package registry, so only R4 itself is checked.
      expect(warnings).toEqual([
        expect.stringContaining('https://nrces.in/ndhm/fhir/r4/StructureDefinition/ClaimResponse'),
      ]);
    },
  );

  it('the bundle from which the tests take a claim is valid', () => {
    expect(validated.at(-2)!.errors).toEqual([]);
  });

  it('a response with faults is refused with the place of each', () => {
    const places = validated.at(-1)!.errors.map((error) => error.split(':')[0]);
    expect(new Set(places)).toEqual(
      new Set(['ClaimResponse.outcome', 'ClaimResponse.created', 'ClaimResponse.request']),
    );
  });
});
