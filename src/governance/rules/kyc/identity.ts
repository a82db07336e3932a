import { isAadhaar } from '../../identifiers/aadhaar.ts';
import { isPan, panHolder } from '../../identifiers/pan.ts';
import type { Reason } from '../reason.ts';
import type { Claim } from './claim.ts';

export type PanState = 'valid' | 'missing' | 'wrong_shape' | 'wrong_holder_letter' | 'not_a_person';
export type AadhaarState = 'valid' | 'missing' | 'wrong_shape' | 'failed_checksum';

export interface Identity {
  readonly pan: PanState;
  readonly aadhaar: AadhaarState;
}

/** Checks the form and check digit of a claim's identifiers without asking any external service. */
export const checkIdentity = ({ pan, aadhaar }: Pick<Claim, 'pan' | 'aadhaar'>): Identity => ({
  pan: panState(pan),
  aadhaar: aadhaarState(aadhaar),
});

const panState = (pan: string): PanState => {
  if (pan === '') return 'missing';
  if (!isPan(pan)) return 'wrong_shape';
  const holder = panHolder(pan);
  if (holder === undefined) return 'wrong_holder_letter';
  return holder === 'individual' ? 'valid' : 'not_a_person';
};

const aadhaarState = (aadhaar: string): AadhaarState => {
  if (aadhaar === '') return 'missing';
  if (isAadhaar(aadhaar)) return 'valid';
  return /^[2-9]\d{11}$/.test(aadhaar.replaceAll(/[\s.-]/g, '')) ? 'failed_checksum' : 'wrong_shape';
};

const PAN_FAULTS: Readonly<Record<PanState, string>> = {
  valid: '',
  missing: 'no PAN was given',
  wrong_shape: 'the PAN is not five letters, four digits and a letter',
  wrong_holder_letter: 'the fourth letter of the PAN is not the code of a holder type',
  not_a_person: 'the fourth letter of the PAN is the code of a holder that is not a person',
};

const AADHAAR_FAULTS: Readonly<Record<AadhaarState, string>> = {
  valid: '',
  missing: 'no Aadhaar number was given',
  wrong_shape: 'the Aadhaar number is not twelve digits that begin with 2 to 9',
  failed_checksum: 'the Aadhaar number fails its Verhoeff check digit',
};

/** Rules KYC-PAN and KYC-AADHAAR. */
export const identityReasons = ({ pan, aadhaar }: Identity): readonly Reason[] => [
  ...(pan === 'valid' ? [] : [{ code: 'KYC-PAN', detail: PAN_FAULTS[pan] }]),
  ...(aadhaar === 'valid' ? [] : [{ code: 'KYC-AADHAAR', detail: AADHAAR_FAULTS[aadhaar] }]),
];
