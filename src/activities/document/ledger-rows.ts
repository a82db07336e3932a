import { createHash } from 'node:crypto';
import type { Reading, Unreadable } from '../../runs/document/reading.ts';
import { CHECKS_PROGRAM, READER_FILES, READER_PROGRAM } from '../../runs/document/sandbox-programs.ts';
import type { Check } from '../../governance/documents/checks.ts';
import { CHECKED_TYPES } from '../../governance/documents/checks.ts';
import type { Extraction } from '../../governance/documents/result.ts';
import type { DocumentType } from '../../governance/documents/verdict.ts';
import { maskValue } from '../../governance/mask.ts';
import type { NewEntry } from '../../ledger/index.ts';
import type { RunOutcome } from '../../sandbox/index.ts';

export type ExtractionRow = Pick<NewEntry, 'action' | 'governance' | 'summary' | 'detail'>;

/** Maximum number of masked values of each type in a row. */
const MAX_SHOWN = 20;

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

const CHECKS_HASH = sha256(CHECKS_PROGRAM);
const READER_HASH = sha256(READER_FILES.map(({ content }) => content).join('') + READER_PROGRAM);

/** Returns the row for an open sandbox in which nothing has run yet. */
export const openRow = (sandboxId: string, type: DocumentType): ExtractionRow => ({
  action: 'sandbox.open',
  governance: 'sandbox.open audited',
  summary: 'A fresh sandbox without network was opened.',
  detail: { sandbox_id: sandboxId, type },
});

const countsOf = (checks: readonly Check[]) =>
  Object.fromEntries(
    CHECKED_TYPES.map((type) => [type, checks.filter((check) => check.type === type).length] as const).filter(
      ([, count]) => count > 0,
    ),
  );

/** Returns the row for reading a file: the number of pages and their legibility, but none of their content. */
export const readRow = (
  sandboxId: string,
  file: { readonly bytes: number; readonly token: string },
  reading: Reading | { readonly unreadable: Unreadable },
  { exit_code, duration_ms, timed_out, oom_killed, egress_attempts }: RunOutcome,
): ExtractionRow => ({
  action: 'sandbox.run',
  governance: 'audited',
  summary:
    'unreadable' in reading
      ? `A file could not be read in the sandbox (${reading.unreadable}).`
      : `Read ${reading.pages.length} pages (${reading.kind}) in the sandbox.`,
  detail: {
    sandbox_id: sandboxId,
    program: 'reader.py',
    program_sha256: READER_HASH,
    // The token is keyed, because a small document's content could be found from a plain hash by trial and error.
    document_token: file.token,
    bytes: file.bytes,
    ...('unreadable' in reading
      ? { unreadable: reading.unreadable }
      : {
          kind: reading.kind,
          pages: reading.pages.map(({ source, confidence }) => ({ source, confidence })),
          left_out: reading.left_out,
        }),
    exit_code,
    duration_ms,
    timed_out,
    oom_killed,
    egress_attempts: egress_attempts.length,
  },
});

/** Returns the row for the checks: which program checked how many values, but not the values themselves. */
export const checkRow = (
  sandboxId: string,
  checks: readonly Check[],
  { exit_code, duration_ms, egress_attempts }: RunOutcome,
): ExtractionRow => ({
  action: 'sandbox.run',
  governance: 'audited',
  summary: `Checked ${checks.length} values in the sandbox.`,
  detail: {
    sandbox_id: sandboxId,
    program: 'checks.py',
    program_sha256: CHECKS_HASH,
    values: countsOf(checks),
    exit_code,
    duration_ms,
    egress_attempts: egress_attempts.length,
  },
});

/** Returns the row for the result: verdicts, counts and masked values. */
export const extractRow = (sandboxId: string, result: Extraction): ExtractionRow => {
  const { details, validations, valid, pii, redacted, type, fits } = result;
  const found = {
    pan: details.pans.length,
    aadhaar: details.aadhaar.length,
    gstin: details.gstin.length,
    ifsc: details.ifsc.length,
    amounts: details.amounts.length,
  };
  return {
    action: 'document.extract',
    governance: 'masked in every log and in the ledger',
    summary: `Extracted a document (${type}): ${valid ? 'valid' : 'not valid'}${fits ? '' : ', not of the declared type'}.`,
    detail: {
      sandbox_id: sandboxId,
      type,
      valid,
      fits,
      validations: { ...validations },
      pii: [...pii],
      found,
      notes: result.notes.map(({ code }) => code),
      masked: maskedOf(result),
      redacted_sha256: sha256(redacted),
    },
  };
};

const maskedOf = ({ details }: Extraction): { readonly [type: string]: readonly string[] } => ({
  pan: details.pans.slice(0, MAX_SHOWN).map(({ value }) => maskValue('pan', value)),
  aadhaar: details.aadhaar.slice(0, MAX_SHOWN).map(({ value }) => maskValue('aadhaar', value)),
  gstin: details.gstin.slice(0, MAX_SHOWN).map(({ value }) => maskValue('gstin', value)),
});

export const closeRow = (sandboxId: string): ExtractionRow => ({
  action: 'sandbox.close',
  governance: 'audited',
  summary: 'The sandbox was closed and is destroyed.',
  detail: { sandbox_id: sandboxId },
});
