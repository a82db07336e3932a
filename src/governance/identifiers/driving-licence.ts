/** Driving licence number (Sarathi, Ministry of Road Transport): state, two-digit office, year, seven digits. */

/** The shape in capitals and without gaps. */
export const LICENCE_SHAPE = /^[A-Z]{2}\d{2}(?:19|20)\d{2}\d{7}$/;
