import { isAadhaar } from '../../identifiers/aadhaar.ts';
import { isPan, panHolder } from '../../identifiers/pan.ts';
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
