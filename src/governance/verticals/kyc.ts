import type { Vertical } from './definition.ts';

export const kyc: Vertical = {
  id: 'kyc',
  title: 'Health-insurance claim and identity adjudication',
  description:
    'Verifies the identity behind a claim, checks the claim against the policy, scores its risk, and approves or escalates it.',
  preview: false,
  rules: 'kyc-rules@3',
  decisions: ['approve', 'escalate'],
  escalation: { subject: 'claim', options: ['approve', 'reject', 'send_back', 'refer'] },
  members: [
    {
      name: 'id',
      description: 'Claim number; the same number again is a resubmission',
      sample: 'CLM-SAMPLE-1',
    },
    { name: 'applicant', description: 'Name of the insured person', sample: 'Meera Sample' },
    { name: 'pan', description: 'Permanent Account Number', sample: 'ABCPK1234L' },
    { name: 'aadhaar', description: 'Aadhaar number, with or without spaces', sample: '2345 6789 1238' },
    { name: 'policy', description: 'Policy number', sample: 'HI-1010' },
    { name: 'amount', description: 'Claimed amount in rupees, as people write it', sample: '₹ 48,500' },
    { name: 'admission', description: 'Date of admission', sample: '2026-10-12' },
    { name: 'discharge', description: 'Date of discharge', sample: '2026-10-15' },
    { name: 'diagnosis', description: 'Diagnosis: a code or its name', sample: 'A97.0 dengue' },
    {
      name: 'hospital',
      description: 'Name of the hospital, looked up in the network list',
      sample: 'Lakeside Hospital',
    },
    { name: 'network', description: 'false if the hospital is known to be outside the network' },
    { name: 'accident', description: 'true if the admission follows an accident' },
    { name: 'room_rent', description: 'Room rent per day, in rupees' },
    {
      name: 'items',
      description:
        "The bill's lines: head, and unit price, quantity, net; adjudicated if the policy has a product",
    },
    {
      name: 'claim_form',
      description: 'Text of the claim form; "Label: value" lines fill members that are missing',
    },
    { name: 'discharge_summary', description: 'Text of the discharge summary, read the same way' },
    {
      name: 'documents',
      description:
        'Scans, photos and PDF files: `[{file_id, kind?}]`, read in a sandbox; they fill members that are missing',
    },
  ],
  sample: {
    id: 'CLM-SAMPLE-1',
    applicant: 'Meera Sample',
    pan: 'ABCPK1234L',
    aadhaar: '2345 6789 1238',
    policy: 'HI-1010',
    amount: '₹ 48,500',
    admission: '2026-10-12',
    discharge: '2026-10-15',
    diagnosis: 'A97.0 dengue',
    hospital: 'Lakeside Hospital',
  },
  egress: { url: 'https://api.identity-enrichment.example/v1/person', purpose: 'third-party enrichment' },
  // prettier-ignore
  steps: [
    { n: 1, action: 'fs.read', effect: 'read the claim form and discharge summary by OCR', governance: 'none', class: 'pure' },
    { n: 2, action: 'pii.scan', effect: 'detect PAN, Aadhaar, phone', governance: 'masked in every log and in the ledger', class: 'pure' },
    { n: 3, action: 'kyc.verify', effect: 'PAN format check; Aadhaar Verhoeff checksum', governance: 'PII-tagged', class: 'pure' },
    { n: 4, action: 'db.query', effect: 'confirm the policy is active and in-network', governance: 'none', class: 'pure' },
    { n: 5, action: 'risk.score', effect: 'open a sandbox and run the duplicate/risk model', governance: 'sandbox.run audited', class: 'pure' },
    { n: 6, action: 'egress.block', effect: 'third-party enrichment call attempted', governance: 'blocked', class: 'pure' },
    { n: 7, action: 'agent.decision', effect: 'adjudicate: approve or escalate', governance: 'recorded', class: 'pure' },
    { n: 8, action: 'db.write', effect: 'file the case, queue the payout', governance: 'none', class: 'records' },
  ],
  // prettier-ignore
  live: {
    identifiers: 'masked',
    hidden: [],
    steps: { read_case: [1, 2], verify_identity: [3], look_up_records: [4], score_risk: [5], call_outside: [], decide: [], write_record: [8] },
    before: {
      verify_identity: ['read_case'],
      look_up_records: ['read_case'],
      score_risk: ['verify_identity', 'look_up_records'],
      decide: ['read_case', 'verify_identity', 'look_up_records', 'score_risk'],
      write_record: ['decide'],
    },
    decisiveStep: 5,
  },
};
