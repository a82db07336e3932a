import { formatDay } from '../../../governance/dates.ts';
import { isAadhaar } from '../../../governance/identifiers/aadhaar.ts';
import { isPan } from '../../../governance/identifiers/pan.ts';
import { readClaim, claimNumber, eventOf, type Claim } from '../../../governance/rules/kyc/claim.ts';
import { keyText, nameKey } from '../../../governance/text/plain.ts';
import type { ClaimKeys } from '../../../store/records/claims.ts';
import { digestOf } from '../../../store/records/digest.ts';
import type { StepContext } from '../common/step.ts';

/** Returns the keys that identify this run's claim. A claim without a number is different from every other claim. */
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
    ...daysOf(claim),
  };
};

const plainOf = (identifier: string): string => identifier.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
const daysOf = ({ admission, discharge }: Claim) => ({
  admission: admission === undefined ? null : formatDay(admission),
  discharge: discharge === undefined ? null : formatDay(discharge),
});
