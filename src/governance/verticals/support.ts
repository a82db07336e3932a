import type { Vertical } from './definition.ts';

export const support: Vertical = {
  id: 'support',
  title: 'Customer support ticket',
  description:
    'Matches the customer with the account on file and restores access, or hands the ticket to a person.',
  preview: false,
  rules: 'support-rules@3',
  decisions: ['resolved', 'escalate'],
  escalation: { subject: 'ticket', options: ['resolve', 'send_back', 'refer'] },
  members: [
    {
      name: 'id',
      description: 'Ticket number; the same number again is the same ticket',
      sample: 'TKT-SAMPLE-1',
    },
    {
      name: 'customer',
      description: "The customer's name, or the email address on file",
      sample: 'Anil Sample',
    },
    { name: 'pan', description: 'Permanent Account Number on file', sample: 'BNZPS4821K' },
    {
      name: 'email',
      description: 'Email address on file; matched if given',
      sample: 'anil.sample@mail.example',
    },
    { name: 'account', description: 'Account number', sample: 'AC-7001' },
    {
      name: 'issue',
      description: "The customer's request",
      sample: 'Locked out after wrong passwords, please reset my access',
    },
    {
      name: 'documents',
      description: 'Screenshots and other files: `[{file_id, kind?}]`, read in a sandbox',
    },
  ],
  sample: {
    id: 'TKT-SAMPLE-1',
    customer: 'Anil Sample',
    pan: 'BNZPS4821K',
    email: 'anil.sample@mail.example',
    account: 'AC-7001',
    issue: 'Locked out after wrong passwords, please reset my access',
  },
  egress: { url: 'https://api.device-reputation.example/v2/score', purpose: 'device reputation' },
  // prettier-ignore
  steps: [
    { n: 1, action: 'ticket.read', effect: 'parse intent', governance: 'none', class: 'pure' },
    { n: 2, action: 'kyc.verify', effect: 'match PAN and email on file', governance: 'PII masked', class: 'pure' },
    { n: 3, action: 'db.query', effect: 'look up the account', governance: 'none', class: 'pure' },
    { n: 4, action: 'agent.finding', effect: 'assess the lockout', governance: 'none', class: 'pure' },
    { n: 5, action: 'egress.block', effect: 'device-reputation API attempted', governance: 'blocked', class: 'pure' },
    { n: 6, action: 'db.write', effect: 'reset access, send device alert', governance: 'none', class: 'records' },
    { n: 7, action: 'db.write', effect: 'close the ticket with a masked trail', governance: 'none', class: 'records' },
  ],
  // prettier-ignore
  live: {
    identifiers: 'masked',
    hidden: [],
    steps: { read_case: [1], verify_identity: [2], look_up_records: [3], state_finding: [4], call_outside: [], decide: [], write_record: [6, 7] },
    before: {
      verify_identity: ['read_case'],
      look_up_records: ['read_case'],
      state_finding: ['verify_identity', 'look_up_records'],
      decide: ['read_case', 'verify_identity', 'look_up_records', 'state_finding'],
      write_record: ['decide'],
    },
    decisiveStep: 4,
  },
};
