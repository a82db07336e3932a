import type { Vertical } from './definition.ts';

export const it: Vertical = {
  id: 'it',
  title: 'Production incident diagnosis and fix',
  description:
    'Classifies an incident by its signs, applies the published fix for its class, verifies the recovery and closes the ticket.',
  preview: false,
  rules: 'it-rules@3',
  decisions: ['resolved', 'escalate'],
  escalation: { subject: 'ticket', options: ['resolve', 'send_back', 'refer'] },
  members: [
    { name: 'id', description: 'Ticket number', sample: 'INC-SAMPLE-1' },
    { name: 'host', description: 'Name of the affected host', sample: 'app-db-01' },
    { name: 'severity', description: 'P1 to P4, or words such as critical, high, low', sample: 'P2' },
    {
      name: 'symptom',
      description: 'The observed symptom',
      sample: 'Writes fail: No space left on device, /var at 98% used',
    },
    { name: 'evidence', description: 'Log lines or command output; also read as `logs` or `log`' },
    {
      name: 'documents',
      description:
        'Log files and screenshots: `[{file_id, kind?}]`, read in a sandbox and added to the evidence',
    },
  ],
  sample: {
    id: 'INC-SAMPLE-1',
    host: 'app-db-01',
    severity: 'P2',
    symptom: 'Writes fail: No space left on device, /var at 98% used',
  },
  egress: { url: 'https://scripts.remediation-hub.example/fix.sh', purpose: 'remediation script' },
  // prettier-ignore
  steps: [
    { n: 1, action: 'ticket.triage', effect: 'classify severity, form a hypothesis', governance: 'none', class: 'pure' },
    { n: 2, action: 'sandbox.open', effect: 'open an isolated session scoped to the host, with no host access', governance: 'sandbox.open audited', class: 'pure' },
    { n: 3, action: 'sandbox.run', effect: 'run diagnostics', governance: 'audited', class: 'pure' },
    { n: 4, action: 'agent.finding', effect: 'state the root cause', governance: 'none', class: 'pure' },
    { n: 5, action: 'egress.block', effect: 'attempt to fetch a remediation script', governance: 'blocked', class: 'pure' },
    { n: 6, action: 'sandbox.run', effect: 'apply the fix in the sandbox', governance: 'audited', class: 'pure' },
    { n: 7, action: 'sandbox.run', effect: 'verify recovery in the sandbox', governance: 'audited', class: 'pure' },
    { n: 8, action: 'db.write', effect: 'close the ticket with the command trail', governance: 'none', class: 'records' },
  ],
  // prettier-ignore
  live: {
    identifiers: 'masked',
    hidden: [],
    steps: { read_case: [1], run_diagnostics: [3], state_finding: [4], call_outside: [], apply_fix: [6], verify_recovery: [7], decide: [], write_record: [8] },
    before: {
      run_diagnostics: ['read_case'],
      state_finding: ['run_diagnostics'],
      apply_fix: ['state_finding'],
      verify_recovery: ['apply_fix'],
      decide: ['read_case', 'run_diagnostics', 'state_finding', 'apply_fix', 'verify_recovery'],
      write_record: ['decide'],
    },
    decisiveStep: 4,
  },
};
