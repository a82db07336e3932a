import { actedBy, type NewEntry } from '../../src/ledger/index.ts';
import { someKey } from '../../test/helpers/actors.ts';

/** Returns an entry with the size and shape of those written by a vertical's steps, with a body of about 550 bytes. */
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
  actor: actedBy(someKey, { run: `run_${run}`, activity: String(step), attempt: 1, worker: 'steps-1' }),
});
