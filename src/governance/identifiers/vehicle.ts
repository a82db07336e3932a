/** Vehicle registration mark (Central Motor Vehicles Rules 1989, rule 50; the BH series of rule 47): KA 01 AB 1234. */
import { VEHICLE_STATES } from './vehicle-states.ts';

/** The start of a mark with a state code, in capitals and without gaps. */
export const VEHICLE_SHAPE = /^([A-Z]{2})\d{1,2}[A-Z]{1,3}\d{4}/;
const BHARAT_SHAPE = /^\d{2}BH\d{4}[A-HJ-NP-Z]{1,2}$/;

/** Returns whether a string is one registration mark, with or without gaps, in upper or lower case. */
export const isVehicle = (text: string): boolean => {
  const plain = text.replaceAll(/[\s-]/g, '').toUpperCase();
  const state = VEHICLE_SHAPE.exec(plain);
  return (
    BHARAT_SHAPE.test(plain) ||
    (state !== null && state[0].length === plain.length && VEHICLE_STATES.has(state[1]!))
  );
};
