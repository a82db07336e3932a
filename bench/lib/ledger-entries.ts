import type { NewEntry } from '../../src/ledger/index.ts';

/** Returns an entry of the size and shape that a vertical's steps write: about 550 bytes of body. */
export const sampleEntry = (teamId: string, run: string, step: number): NewEntry => ({
  teamId,
  ledgerRef: `wf-${run}`,
  step,
  action: 'pii.scan',
  governance: 'masked in every log and in the ledger',
  summary: 'Looked for identifiers in 6 members of the case: 1 pan, 1 phone',
  detail: {
    members: ['claimant', 'diagnosis', 'hospital', 'notes', 'pan', 'phone'],
    found: [
      { type: 'pan', masked: 'AXXXX0000X' },
      { type: 'phone', masked: 'XXXXXX0000' },
    ],
    rules: 'pii-2026-11',
  },
  actor: { run: `run_${run}`, activity: String(step), attempt: 1, worker: 'steps-1' },
});
