/** Driving licence number (Sarathi, Ministry of Road Transport): state, two-digit office, year, seven digits. */
import { VEHICLE_STATES } from './vehicle-states.ts';

/** The shape in capitals and without gaps. */
export const LICENCE_SHAPE = /^[A-Z]{2}\d{2}(?:19|20)\d{2}\d{7}$/;

/** Returns whether a string is one licence number, with or without gaps, in upper or lower case. */
export const isDrivingLicence = (text: string): boolean => {
  const plain = text.replaceAll(/[\s/-]/g, '').toUpperCase();
  return LICENCE_SHAPE.test(plain) && VEHICLE_STATES.has(plain.slice(0, 2));
};
