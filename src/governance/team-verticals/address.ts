/** Writes of an address: it is changed only of a caller who was verified in the same case. */
import type { StepOf } from '../../contract/team-vertical.ts';
import type { Reason } from '../rules/reason.ts';
import type { Before, StepDone } from './done.ts';
import type { ToWrite } from './prepare.ts';

/** Returns what a step leaves that changes no address; undefined if it may change one. */
export const notChanged = (
  { address }: StepOf<'write'>,
  { body = '' }: ToWrite,
  { scope }: Before,
): StepDone | undefined => {
  if (address === undefined) return undefined;
  const nothing = { value: { written: false }, reasons: [], detail: { performed: false } };
  if (body === '') return { ...nothing, summary: 'Nothing was written, because no address was given.' };
  const { verified, elsewhere } = scope[address.of] ?? {};
  return verified === true && elsewhere !== true ? undefined : refusedAddress(address);
};

export const refusedAddress = ({ refused }: NonNullable<StepOf<'write'>['address']>): StepDone => ({
  value: { written: false },
  reasons: [refused],
  summary: 'The address was not changed. The case goes to a person.',
  detail: { performed: false },
});

/** Adds what the rules that confirm a write have found to what it leaves. */
export const withOwn = ({ confirm }: StepOf<'write'>, done: StepDone, own: readonly Reason[]): StepDone => {
  const reasons = [...own, ...done.reasons];
  const details = confirm && { details: reasons.map(({ detail }) => detail) };
  return { ...done, value: { ...done.value, ...details }, reasons };
};
