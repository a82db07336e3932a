import { formatDay } from '../../../governance/dates.ts';
import { readBill } from '../../../governance/adjudication/read-bill.ts';
import { isAadhaar } from '../../../governance/identifiers/aadhaar.ts';
import { isPan } from '../../../governance/identifiers/pan.ts';
import { readClaim, claimNumber, eventOf, type Claim } from '../../../governance/rules/kyc/claim.ts';
import { icdCategories } from '../../../governance/rules/kyc/icd.ts';
import { keyText, nameKey } from '../../../governance/text/plain.ts';
import type { ClaimKeys } from '../../../store/records/claims.ts';
import { digestOf } from '../../../store/records/digest.ts';
import type { StepContext } from '../common/step.ts';

/**
 * Returns the keys that identify this run's claim. A claim without a number differs from every other claim.
 */
export const keysOf = async ({
  db,
  digestRing,
  teamId,
  runId,
  case: given,
}: StepContext): Promise<ClaimKeys> => {
  const digest = await digestOf(db, digestRing, teamId);
  const claim = readClaim(given);
  const id = keyText(claimNumber(given)) || runId;
  return {
    digest,
    claimKey: digest.of('claim', id),
    // A missing value matches nothing, so a claim that does not state its event gets its own event key.
    eventKey: digest.of('event', eventOf(claim) ?? `claim ${id}`),
    accident: claim.accident,
    panKey: isPan(claim.pan) ? digest.of('pan', plainOf(claim.pan)) : null,
    aadhaarKey: isAadhaar(claim.aadhaar) ? digest.of('aadhaar', plainOf(claim.aadhaar)) : null,
    hospitalKey: nameKey(claim.hospital) === '' ? null : digest.of('hospital', nameKey(claim.hospital)),
    lineKeys: lineTexts(claim).map((text) => digest.of('line', text)),
    icd: icdCategories(claim),
    ...daysOf(claim),
  };
};

/**
 * Returns the keys that identify the dated lines of a bill. A line without a date belongs to the stay and
 * identifies nothing.
 */
const lineTexts = ({ items }: Claim): readonly string[] => [
  ...new Set(
    readBill(items).lines.flatMap(({ date, head, amount }) =>
      date === undefined || amount <= 0n ? [] : [`${formatDay(date)} ${nameKey(head)} ${amount}`],
    ),
  ),
];

const plainOf = (identifier: string): string => identifier.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
const daysOf = ({ admission, discharge }: Claim) => ({
  admission: admission === undefined ? null : formatDay(admission),
  discharge: discharge === undefined ? null : formatDay(discharge),
});
