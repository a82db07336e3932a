import { type KnownValues, knownBeside } from '../known.ts';
import { type Members, shownValue } from './values.ts';

/**
 * Returns the identifiers in values of steps, followed by those that are already known. Whole numbers are
 * scanned as rows show them, because a record may contain an identifier as a number.
 */
export const knownInSteps = (known: KnownValues, ...values: readonly Members[]): KnownValues =>
  knownBeside(known, ...values.map(shownValue));
