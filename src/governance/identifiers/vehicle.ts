/** Vehicle registration mark (Central Motor Vehicles Rules 1989, rule 50; the BH series of rule 47): KA 01 AB 1234. */

/** The start of a mark with a state code, in capitals and without gaps. */
export const VEHICLE_SHAPE = /^([A-Z]{2})\d{1,2}[A-Z]{1,3}\d{4}/;
