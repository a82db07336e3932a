import { maskValue } from '../../../governance/mask.ts';
import { textsIn } from '../../../governance/members.ts';
import { readClaim } from '../../../governance/rules/kyc/claim.ts';
import { documentMembers, documentsOf } from '../../../governance/rules/kyc/documents.ts';
import { checkIdentity } from '../../../governance/rules/kyc/identity.ts';
import { riskOf, scan } from '../../../governance/scan.ts';
import { kyc } from '../../../governance/verticals/kyc.ts';
import { count, inWords } from '../common/facts.ts';
import type { StepFunction } from '../common/step.ts';

/** Step 1. Reads the case itself and the text submitted with it. */
export const readDocuments: StepFunction = async ({
  case: given,
  documents: { read: scans, filled },
  mode,
}) => {
  const documents = documentsOf(given);
  // `request` tells how soon a person has to decide (docs/reviews.md); the rules do not read it.
  const known = new Set([...kyc.members.map(({ name }) => name), 'request']);
  const names = Object.keys(given).filter((name) => !filled.includes(name));
  const read = names.filter((name) => known.has(name));
  const ignored = names.length - read.length;
  const texts = documents.map(({ name }) => name.replace('_', ' ')).join(' and ') || 'no document text';
  return {
    summary:
      `Read ${count(read.length, 'member')} of the case and ` +
      `${texts}${ignored > 0 ? `; ${count(ignored, 'unknown member')} ignored` : ''}.`,
    detail: {
      mode,
      source: scans.length === 0 ? 'text of the case; no image was read' : 'text and documents of the case',
      members_read: read.toSorted(),
      members_ignored: ignored,
      documents: documents.map(({ name, text }) => ({ name, characters: text.length })),
      members_from_documents: Object.keys(documentMembers(given)).toSorted(),
    },
  };
};

/** Maximum number of characters to screen. The detail says that the rest was not screened, and none of it is recorded. */
const MAX_SCANNED = 1_000_000;

/** Step 2. */
export const scanCase: StepFunction = async ({ case: given }) => {
  const texts = textsIn(given);
  const whole = texts.join('\n');
  const { flags, entities } = scan(whole.slice(0, MAX_SCANNED));
  const found = Object.values(entities).reduce((sum, number) => sum + number, 0);
  return {
    summary: `Screened ${count(texts.length, 'text')}: ${count(found, 'identifier')}${flags.length > 0 ? ` (${flags.join(', ')})` : ''}; no identifier is recorded unmasked.`,
    detail: {
      flags,
      risk: riskOf(flags),
      entities: { ...entities },
      texts: texts.length,
      characters_screened: Math.min(whole.length, MAX_SCANNED),
      complete: whole.length <= MAX_SCANNED,
    },
  };
};

/** Step 3. */
export const verifyIdentity: StepFunction = async ({ case: given }) => {
  const claim = readClaim(given);
  const identity = checkIdentity(claim);
  return {
    summary: `PAN ${inWords(identity.pan)}; Aadhaar ${inWords(identity.aadhaar)}.`,
    detail: {
      pan: identity.pan,
      aadhaar: identity.aadhaar,
      pan_masked: identity.pan === 'valid' ? maskValue('pan', claim.pan) : null,
      aadhaar_masked: identity.aadhaar === 'valid' ? maskValue('aadhaar', claim.aadhaar) : null,
    },
  };
};
